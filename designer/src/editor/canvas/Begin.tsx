/** First steps on a page without fields: a text, a table of a list of the data, a template of the host. */
import { useMemo } from "react";
import { columnsOf, describeData, listsOf } from "../../panels/data/tree";
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
  const list = useMemo(() => listsOf(describeData(data)).find((own) => own.path !== "" && columnsOf(own).length > 0), [data]);
  if (!permissions.structure) return <p className="jpd-canvas__empty">{t.emptyPage}</p>;
  const at = { x: LEFT_MM, y: (design.headerHeight ?? 0) + BELOW_HEADER_MM };
  const insertTable = () => {
    if (!list) return editor.insertField("table", at);
    const columns = columnsOf(list).map(({ itemKeys, type }) => [itemKeys.join("."), type === "number" ? "number" : "other"] as const);
    addListAs(editor, "table", { path: list.path, kind: "arraySource", columns: columns.map(([name]) => name), columnTypes: Object.fromEntries(columns) }, at);
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
