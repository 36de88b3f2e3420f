/** The button that adds a table: of a list of the data where there is one, else an empty one. */
import { Popover } from "radix-ui";
import { useDeferredValue, useMemo, useState } from "react";
import { useStore } from "zustand";
import { useT } from "../../i18n";
import { payloadOfList, tableLists } from "../../panels/data/sources";
import type { DataNode } from "../../panels/data/tree";
import { IconChevronDown } from "../../ui/icons";
import { rove } from "../../ui/roving";
import { addListAs } from "../drop/drop";
import { useDesignerConfig, useDesignerSample, useEditor } from "../hooks";
import { placeBelow } from "../operations/fields";
import { wordsOf } from "../operations/names";
import { revealAdded } from "../operations/ready-made";
import { AddButton } from "./AddButton";

/** `title`: that of the button where it adds an empty table. One list is inserted by one press; of several, one is chosen. */
export function TableButton({ title }: { title: string }) {
  const t = useT();
  const editor = useEditor();
  const { permissions } = useDesignerConfig();
  const data = useDeferredValue(useDesignerSample().data);
  // Bands have no room for lists.
  const inBands = useStore(editor.ui, ({ isolateBands }) => isolateBands);
  const lists = useMemo(() => (permissions.data && !inBands ? tableLists(data) : []), [permissions.data, inBands, data]);
  const [open, setOpen] = useState(false);
  const { tables, begin } = t.editor;
  const button = { kind: "table", label: t.toolbar.table };
  const insertEmpty = () => editor.insertField("table");
  const insert = (list: DataNode) => {
    addListAs(editor, "table", payloadOfList(list), placeBelow(editor.design()));
    const added = editor.field(editor.selectedIds().at(-1) ?? null);
    if (added) editor.announce(t.editor.announceAdded(added.name, added.x, added.y));
    revealAdded(editor);
  };
  if (lists.length === 0) return <AddButton {...button} title={title} onClick={insertEmpty} />;

  const [first] = lists as [DataNode, ...DataNode[]];
  const chosen = (run: () => void) => () => {
    run();
    setOpen(false);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <div className="jpd-toolbar__split">
        {lists.length === 1 ? (
          <>
            <AddButton {...button} title={begin.tableOf(wordsOf(first.path))} onClick={() => insert(first)} />
            <Popover.Trigger className="jpd-toolbar__more" aria-label={tables.other} title={tables.other}>
              <IconChevronDown />
            </Popover.Trigger>
          </>
        ) : (
          <Popover.Trigger asChild>
            <AddButton {...button} title={tables.title}>
              <i className="jpd-toolbar__more">
                <IconChevronDown />
              </i>
            </AddButton>
          </Popover.Trigger>
        )}
      </div>
      <Popover.Portal>
        <Popover.Content
          className="jpd-popover jpd-menu jpd-names"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={tables.title}
          onKeyDown={(event) => rove(event, ".jpd-menuitem")}
        >
          <p className="jpd-menu__title">{tables.title}</p>
          {lists.map((list) => (
            <button key={list.path} type="button" className="jpd-menuitem" title={list.path} onClick={chosen(() => insert(list))}>
              <span>{wordsOf(list.path)}</span> <span className="jpd-names__value">{t.dataExplorer.items(list.items ?? 0)}</span>
            </button>
          ))}
          <button type="button" className="jpd-menuitem" onClick={chosen(insertEmpty)}>
            {tables.empty}
          </button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
