/** First steps on a page without fields: a text, a table of a list of the data, a template of the host. */
import { useMemo } from "react";
import { payloadOfList, tableLists } from "../../panels/data/sources";
import { useT } from "../../i18n";
import { Button } from "../../ui";
import { IconPagesGrid, IconTable, IconText } from "../../ui/icons";
import { addListAs } from "../drop/drop";
import { useDesignerConfig, useDesignerPage, useDesignerSample, useEditor } from "../hooks";

/** Of the first field, in mm. */
const LEFT_MM = 20;
const BELOW_HEADER_MM = 10;

export function Begin() {
  const t = useT().editor;
  const editor = useEditor();
  const { permissions } = useDesignerConfig();
  const { design } = useDesignerPage();
  const { data } = useDesignerSample();
  const [list] = useMemo(() => tableLists(data), [data]);
  if (!permissions.structure) return <p className="jpd-canvas__empty">{t.emptyPage}</p>;
  const at = { x: LEFT_MM, y: (design.headerHeight ?? 0) + BELOW_HEADER_MM };
  const insertTable = () => {
    if (!list) return editor.insertField("table", at);
    addListAs(editor, "table", payloadOfList(list), at);
  };
  const { onStartFromTemplate } = editor.host;
  return (
    <div className="jpd-canvas__empty jpd-begin" data-no-gesture="" role="group" aria-label={t.begin.title}>
      <p className="jpd-begin__title">{t.begin.title}</p>
      <Button onClick={() => editor.insertField("text", at)}>
        <IconText /> {t.begin.text}
      </Button>
      <Button variant="outline" onClick={insertTable}>
        <IconTable /> {list ? t.begin.tableOf(list.key) : t.begin.table}
      </Button>
      {onStartFromTemplate && (
        <Button variant="outline" onClick={onStartFromTemplate}>
          <IconPagesGrid /> {t.begin.template}
        </Button>
      )}
      <p className="jpd-hint">{t.emptyPage}</p>
    </div>
  );
}
