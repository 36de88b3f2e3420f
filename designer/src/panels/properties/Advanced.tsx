/** Rarely changed properties: folded by subject, with a count of the set ones. */
import { useEffect, useState, type ReactNode } from "react";
import { useDesignerUi, useEditor } from "../../editor/hooks";
import type { Editor } from "../../editor/store/editor";
import { useT } from "../../i18n";
import { CollapsibleSection } from "../../ui/CollapsibleSection";

export interface AdvancedGroup {
  key: string;
  title: string;
  /** Keys of the field that it shows. */
  properties: readonly string[];
  children: ReactNode;
}

/** Opened groups stay open while other fields are selected. */
const opened = new WeakMap<Editor, Set<string>>();

function openedOf(editor: Editor): Set<string> {
  const all = opened.get(editor) ?? new Set();
  opened.set(editor, all);
  return all;
}

function useOpened(id: string, properties: readonly string[]): [open: boolean, set: (open: boolean) => void] {
  const editor = useEditor();
  const { focusRequest } = useDesignerUi();
  const all = openedOf(editor);
  const [, redraw] = useState(0);
  const set = (open: boolean) => {
    if (all.has(id) === open) return;
    if (open) all.add(id);
    else all.delete(id);
    redraw((count) => count + 1);
  };
  // Another part asks for a control that is folded away.
  const [wanted] = focusRequest?.property.split("/") ?? [];
  const isWanted = wanted !== undefined && properties.includes(wanted);
  useEffect(() => {
    if (isWanted) set(true);
  });
  return [all.has(id) || isWanted, set];
}

export interface AdvancedProps {
  /** Key of the folding: the panel and the kind of field. */
  id: string;
  groups: readonly AdvancedGroup[];
  isSet: (property: string) => boolean;
}

export function Advanced({ id, groups, isSet }: AdvancedProps) {
  const t = useT();
  const properties = groups.flatMap((group) => group.properties);
  const [open, setOpen] = useOpened(id, properties);
  if (groups.length === 0) return null;
  return (
    <CollapsibleSection className="jpd-group jpd-advanced" title={<Summary title={t.panel.advanced} count={properties.filter(isSet).length} />} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      {open && groups.map((group) => <Fold key={group.key} id={`${id}/${group.key}`} group={group} alone={groups.length === 1} isSet={isSet} />)}
    </CollapsibleSection>
  );
}

function Fold({ id, group, alone, isSet }: { id: string; group: AdvancedGroup; alone: boolean; isSet: (property: string) => boolean }) {
  const [open, setOpen] = useOpened(id, group.properties);
  if (alone) return <div className="jpd-advanced__only">{group.children}</div>;
  return (
    <CollapsibleSection className="jpd-advanced__part" title={<Summary title={group.title} count={group.properties.filter(isSet).length} />} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      {open && group.children}
    </CollapsibleSection>
  );
}

function Summary({ title, count }: { title: string; count: number }) {
  const t = useT();
  return (
    <>
      {title}
      {count > 0 && <span className="jpd-advanced__count">{t.panel.countSet(count)}</span>}
    </>
  );
}
