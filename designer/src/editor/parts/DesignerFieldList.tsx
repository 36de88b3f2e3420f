/** The fields of the page as a list: names, order, locks. Sections show their members below them. */
import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { problemLine } from "../../core/problem-text";
import { useLocale, useT, withInlineCode } from "../../i18n";
import { useProblems } from "../../panels/problems/live";
import { cx } from "../../ui";
import {
  IconAlertTriangle,
  IconBringToFront,
  IconChevronSmall,
  IconGrip,
  IconGroup,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconPlus,
  IconSendToBack,
  IconTrash,
  IconX,
} from "../../ui/icons";
import { part } from "../../ui/parts";
import { isGuard } from "../../core/fields";
import type { Field, KpiSchema } from "../../core/types";
import { KPI_ELEMENTS, kpiElementLocked, kpiElementPresent, kpiLockedPatch, kpiRestorePatch } from "../../core/kpi";
import { useDesignerConfig, useDesignerData, useDesignerFieldListSchemas, useDesignerPage, useDesignerSelection, useDesignerUi, useEditor } from "../hooks";
import { fieldsOf } from "../operations/design";
import { groupOf } from "../operations/groups";
import { inWords, shownName } from "../operations/names";
import { bindingWarning } from "../../core/warnings";
import { bindingOf, bindingsByName } from "../operations/warnings";
import { inBand } from "../operations/zones";
import { useIsOnActiveTab } from "./active-tab";
import { kindIcon } from "./kind-icons";
import { usePartRoot } from "./root";
import { scrollWithin } from "./scroll-within";
import { additive } from "../gestures/surface";
import type { DesignerFieldListProps } from "../types";

/** From this many fields on a list wants to be searched. */
const SEARCH_FROM = 8;

export function DesignerFieldList({ className, style, whenTab, heading = true, parts }: DesignerFieldListProps) {
  const shown = useIsOnActiveTab(whenTab);
  return shown ? <FieldList className={className} style={style} heading={heading} parts={parts} /> : null;
}

interface Row {
  field: Field;
  depth: number;
  /** The line of a group, which shows its first field's place. */
  group?: { name: string; members: readonly Field[] };
}

const idsOf = ({ field, group }: Row): string[] => (group ? group.members.map(({ id }) => id) : [field.id]);
const keyOf = ({ field, group }: Row): string => (group ? `group ${group.name}` : field.id);

function FieldList({ className, style, heading, parts }: Omit<DesignerFieldListProps, "whenTab">) {
  const t = useT();
  const locale = useLocale();
  const editor = useEditor();
  const fields = useDesignerFieldListSchemas();
  const { design } = useDesignerPage();
  const { isolateBands } = useDesignerUi();
  const others = fieldsOf(design).length - fields.length;
  const { bindings } = useDesignerData();
  const { selectedIds, selectedId, handleSelectMany } = useDesignerSelection();
  const root = usePartRoot();
  const list = useRef<HTMLUListElement>(null);
  const [query, setQuery] = useState("");
  const [renaming, setRenaming] = useState<string | null>(null);
  const typed = useRef({ text: "", time: 0 });

  const byName = useMemo(() => bindingsByName(bindings), [bindings]);
  const { problems } = useProblems();
  const firstProblem = useMemo(() => {
    const first = new Map<string, string>();
    for (const problem of problems) {
      const { field, severity } = problem;
      if (field !== undefined && severity !== "info" && !first.has(field)) first.set(field, problemLine(problem, t, locale));
    }
    return first;
  }, [problems, t, locale]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => tree(fields, query, closed), [fields, query, closed]);

  // Selecting scrolls to the row; later changes of the field do not.
  useEffect(() => {
    if (selectedId === null) return;
    scrollWithin(list.current?.querySelector(`[data-row="${CSS.escape(selectedId)}"]`));
  }, [selectedId]);

  const focusRow = (index: number, extend: boolean) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    if (extend) handleSelectMany(idsOf(row), true);
    else if (row.group) handleSelectMany(idsOf(row));
    else editor.toggle(row.field.id, false, true);
    focusName(keyOf(row));
  };
  const focusName = (key: string) => list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] .jpd-rowname`)?.focus();

  /** Before or after the next row on the same level. */
  const moveRow = (at: number, by: -1 | 1) => {
    const row = rows[at];
    if (!row) return;
    let to = at + by;
    while (rows[to] && rows[to]!.depth > row.depth) to += by;
    const other = rows[to];
    if (!other || other.depth !== row.depth) return;
    const order = fieldsOf(design);
    const places = idsOf(other).map((id) => order.findIndex((field) => field?.id === id));
    editor.actions.moveInOrder(idsOf(row), by < 0 ? Math.min(...places) : Math.max(...places) + 1);
    const level = rows.filter(({ depth }) => depth === row.depth);
    editor.announce(t.gestures.orderPlace(row.group?.name ?? row.field.name, level.indexOf(other) + 1, level.length));
    requestAnimationFrame(() => focusName(keyOf(row)));
  };

  const fold = (name: string, isClosed: boolean) =>
    setClosed((before) => {
      const next = new Set(before);
      if (isClosed) next.add(name);
      else next.delete(name);
      return next;
    });

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (renaming !== null || event.ctrlKey || event.metaKey) return;
    const at = rows.findIndex((row) => keyOf(row) === (document.activeElement?.closest("[data-row]") as HTMLElement | null)?.dataset.row);
    if (event.altKey) {
      if ((event.key !== "ArrowUp" && event.key !== "ArrowDown") || !permissions.structure) return;
      event.preventDefault();
      return moveRow(at, event.key === "ArrowUp" ? -1 : 1);
    }
    const { group } = rows[at] ?? {};
    if (group && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
      event.preventDefault();
      return fold(group.name, event.key === "ArrowLeft");
    }
    const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      focusRow(step, event.shiftKey && (event.key === "ArrowDown" || event.key === "ArrowUp"));
      return;
    }
    if (event.key === "F2" && rows[at]) {
      event.preventDefault();
      setRenaming(keyOf(rows[at]!));
      return;
    }
    if (event.key.length === 1 && event.key !== " " && event.key !== "?" && (event.target as Element).closest(".jpd-rowname")) {
      const now = event.timeStamp;
      typed.current = { text: now - typed.current.time < 700 ? typed.current.text + event.key.toLowerCase() : event.key.toLowerCase(), time: now };
      const hit = rows.findIndex((row) => row.field.name.toLowerCase().startsWith(typed.current.text));
      if (hit >= 0) focusRow(hit, false);
    }
  };

  const shownIds = new Set(rows.flatMap((row) => (row.group ? [] : row.field.id)));
  const { permissions } = useDesignerConfig();
  const remove = useCallback((field: Field) => editor.askRemoval([field.id]), [editor]);

  return (
    <div ref={root} className={cx("jpd-part jpd-fieldpanel", className)} data-part="field-list" style={style}>
      {heading && (
        <h2 {...part("jpd-eyebrow", parts?.heading)}>
          {t.fieldsPanel.heading}
          {fields.length > 0 && <span className="jpd-eyebrow__count">{fields.length}</span>}
        </h2>
      )}
      {fields.length >= SEARCH_FROM && (
        <input
          type="search"
          className="jpd-input"
          aria-label={t.editor.filterFields}
          placeholder={t.editor.filterFields}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      {fields.length === 0 &&
        (others === 0 ? (
          <p className="jpd-hint">{t.fieldList.empty}</p>
        ) : (
          <>
            <p className="jpd-hint">{isolateBands ? t.editor.fieldsInBody(others) : t.editor.fieldsInBands(others)}</p>
            <button type="button" className="jpd-linkbtn" onClick={() => editor.actions.toggleIsolateBands()}>
              {isolateBands ? t.editor.leaveBands : t.editor.toggleBands}
            </button>
          </>
        ))}
      {fields.length > 0 && rows.length === 0 && <p className="jpd-hint">{t.editor.noMatch}</p>}
      <ul ref={list} {...part("jpd-fieldlist", parts?.scroll)} aria-label={t.editor.listLabel} onKeyDown={onKeyDown}>
        {rows.map(({ field, depth, group }) => group ? (
          <GroupRow
            key={`group ${group.name}`}
            group={group}
            selected={group.members.every(({ id }) => selectedIds.includes(id))}
            focusable={selectedId === null ? rows[0]?.group === group && closed.has(group.name) : group.members.some(({ id }) => id === selectedId) && !shownIds.has(selectedId)}
            isOpen={!closed.has(group.name)}
            renaming={renaming === `group ${group.name}`}
            onRename={setRenaming}
            onFold={fold}
            index={fieldsOf(design).indexOf(field)}
          />
        ) : (
          <FieldRow
            key={field.id}
            field={field}
            name={shownName(field, bindingOf(field, byName), t)}
            depth={depth}
            selected={selectedIds.includes(field.id)}
            alone={selectedIds.length === 1 && selectedId === field.id}
            focusable={selectedId === null ? rows[0]?.field.id === field.id : selectedId === field.id}
            renaming={renaming === field.id}
            onRename={setRenaming}
            onRemove={remove}
            editable={permissions.structure}
            index={fieldsOf(design).indexOf(field)}
            note={inBand(field, design) ? "" : ` (${t.editor.orderNote})`}
            warning={broken(field) ? t.editor.brokenField : (firstProblem.get(field.name) ?? bindingWarning(field, bindingOf(field, byName), t))}
          />
        ))}
      </ul>
    </div>
  );
}

const broken = ({ x, y, width, height }: Field) => ![x, y, width, height].every(Number.isFinite);

/** Members below their section or group; what a search finds stands alone. */
function tree(fields: readonly Field[], query: string, closed: ReadonlySet<string>): Row[] {
  const words = query.trim().toLowerCase();
  if (words !== "") {
    return fields
      .filter((field) => field.name.toLowerCase().includes(words) || inWords(field.name).toLowerCase().includes(words) || ("content" in field && String(field.content).toLowerCase().includes(words)))
      .map((field) => ({ field, depth: 0 }));
  }
  const sections = new Set(fields.filter((field) => field.type === "section").map((field) => field.id));
  const seen = new Set<string>();
  /** Fields of one level, groups as lines of their own. */
  const level = (own: readonly Field[], depth: number): Row[] =>
    own.flatMap((field): Row[] => {
      const name = groupOf(field);
      if (name === undefined) return single(field, depth);
      if (seen.has(name)) return [];
      seen.add(name);
      const members = own.filter((other) => groupOf(other) === name);
      return [{ field, depth, group: { name, members } }, ...(closed.has(name) ? [] : members.flatMap((member) => single(member, depth + 1)))];
    });
  const single = (field: Field, depth: number): Row[] => [{ field, depth }, ...(field.type === "section" ? level(fields.filter((member) => member.sectionId === field.id), depth + 1) : [])];
  return level(fields.filter((field) => !(field.sectionId && sections.has(field.sectionId))), 0);
}

interface FieldRowProps extends Omit<Row, "group"> {
  /** As it is shown. */
  name: string;
  selected: boolean;
  alone: boolean;
  focusable: boolean;
  renaming: boolean;
  index: number;
  warning: string | null;
  /** Note on the order. */
  note: string;
  /** True if rows can be moved, renamed and removed; from the list, since the settings of a host change with each of its renders. */
  editable: boolean;
  onRename: (id: string | null) => void;
  onRemove: (field: Field) => void;
}

const ROW_MIME = "application/x-json-pdf-designer-row";

/** Target of a dragged row: above or below this one. */
function useDropPlace(index: number, last: number, group: string | undefined) {
  const editor = useEditor();
  const [place, setPlace] = useState<"above" | "below" | null>(null);
  const at = (event: React.DragEvent) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    return event.clientY < top + height / 2 ? "above" : "below";
  };
  return {
    place,
    handlers: {
      onDragOver(event: React.DragEvent) {
        if (!event.dataTransfer.types.includes(ROW_MIME)) return;
        event.preventDefault();
        setPlace(at(event));
      },
      onDragLeave: () => setPlace(null),
      onDrop(event: React.DragEvent) {
        const below = at(event) === "below";
        setPlace(null);
        const given = event.dataTransfer.getData(ROW_MIME);
        if (!given) return;
        event.preventDefault();
        const ids = given.split(" ");
        // A whole group keeps what it is.
        const isGroup = ids.length > 1;
        editor.actions.moveInOrder(ids, below ? last + 1 : index, isGroup ? undefined : { name: group });
      },
    },
  };
}

interface GroupRowProps {
  group: { name: string; members: readonly Field[] };
  selected: boolean;
  focusable: boolean;
  isOpen: boolean;
  renaming: boolean;
  index: number;
  onRename: (key: string | null) => void;
  onFold: (name: string, isClosed: boolean) => void;
}

/** The line of a group: chooses, folds, names and dissolves it. */
function GroupRow({ group, selected, focusable, isOpen, renaming, index, onRename, onFold }: GroupRowProps) {
  const t = useT();
  const editor = useEditor();
  const { permissions } = useDesignerConfig();
  const { name, members } = group;
  const ids = members.map(({ id }) => id);
  const key = `group ${name}`;
  const last = Math.max(...ids.map((id) => editor.fields().findIndex((field) => field?.id === id)));
  const { place, handlers } = useDropPlace(index, last, undefined);
  return (
    <li className="jpd-fieldrow" data-row={key} data-group="" data-selected={selected || undefined} data-drop={place ?? undefined} {...handlers}>
      <div className="jpd-fieldrow__line">
        {permissions.structure && <Grip ids={ids} />}
        <button
          type="button"
          className="jpd-iconbtn jpd-fieldrow__fold"
          tabIndex={-1}
          aria-expanded={isOpen}
          aria-label={t.gestures.groupOpen(name)}
          onClick={() => onFold(name, isOpen)}
        >
          <IconChevronSmall />
        </button>
        <IconGroup className="jpd-fieldrow__kind" />
        {renaming ? (
          <RenameInput
            label={t.gestures.renameGroup(name)}
            value={name}
            rename={(next) => next.trim() === name || editor.actions.renameGroup(name, next)}
            onDone={() => onRename(null)}
          />
        ) : (
          <button
            type="button"
            className="jpd-rowname"
            aria-pressed={selected}
            aria-label={t.gestures.members(name, members.length)}
            tabIndex={focusable ? 0 : -1}
            onClick={(event) => {
              editor.enteredGroup = null;
              editor.toggle(ids[0]!, additive(event));
            }}
            onDoubleClick={() => permissions.structure && onRename(key)}
          >
            {name}
          </button>
        )}
        {!renaming && permissions.structure && (
          <span className="jpd-fieldrow__actions">
            <button type="button" className="jpd-iconbtn" tabIndex={selected ? 0 : -1} aria-label={t.gestures.renameGroup(name)} title={t.gestures.renameGroup(name)} onClick={() => onRename(key)}>
              <IconPencil />
            </button>
            <button
              type="button"
              className="jpd-iconbtn"
              tabIndex={selected ? 0 : -1}
              aria-label={`${t.gestures.ungroup}: ${name}`}
              title={t.gestures.ungroup}
              onClick={() => {
                editor.select(ids);
                editor.actions.ungroup();
              }}
            >
              <IconX />
            </button>
          </span>
        )}
      </div>
    </li>
  );
}

function Grip({ ids }: { ids: readonly string[] }) {
  const t = useT();
  return (
    <span
      className="jpd-fieldrow__grip"
      aria-hidden="true"
      draggable
      title={t.gestures.orderHint}
      onDragStart={(event) => event.dataTransfer.setData(ROW_MIME, ids.join(" "))}
    >
      <IconGrip />
    </span>
  );
}

const FieldRow = memo(function FieldRow({ field, name, depth, selected, alone, focusable, renaming, index, warning, note, editable, onRename, onRemove }: FieldRowProps) {
  const t = useT();
  const editor = useEditor();
  const { place, handlers } = useDropPlace(index, index, groupOf(field));
  const Icon = kindIcon(field.type);
  const button = (label: string, title: string, onClick: () => void, icon: React.ReactNode, tone?: string, pressed?: boolean) => (
    <button
      type="button"
      className="jpd-iconbtn"
      aria-label={label}
      title={title}
      data-tone={tone}
      aria-pressed={pressed}
      tabIndex={selected ? 0 : -1}
      onClick={onClick}
    >
      {icon}
    </button>
  );
  return (
    <li
      className="jpd-fieldrow"
      data-row={field.id}
      data-selected={selected || undefined}
      data-locked={field.locked || undefined}
      data-depth={depth || undefined}
      data-drop={place ?? undefined}
      {...handlers}
    >
      <div className="jpd-fieldrow__line">
        {editable && <Grip ids={[field.id]} />}
        <Icon className="jpd-fieldrow__kind" />
        {renaming ? (
          <RenameInput label={t.fieldList.renameAria(field.name)} value={name} rename={(next) => editor.actions.renameSchema(field.id, next)} onDone={() => onRename(null)} />
        ) : (
          <button
            type="button"
            className="jpd-rowname"
            aria-pressed={selected}
            tabIndex={focusable ? 0 : -1}
            title={isGuard(field) ? t.problemsPanel.guardHelp : [t.fieldTypeLabels[field.type] ?? field.type, ...(name === field.name ? [] : [field.name])].join(": ")}
            onClick={(event) => editor.toggle(field.id, additive(event), true)}
            onDoubleClick={() => editable && onRename(field.id)}
          >
            {name}
          </button>
        )}
        {!renaming && editable && (
          <span className="jpd-fieldrow__actions">
            {alone && (
              <>
                {button(t.fieldList.sendToBackAria(name), `${t.fieldList.sendToBackTitle}${note}`, () => editor.actions.sendToBack(field.id), <IconSendToBack />)}
                {button(t.fieldList.bringToFrontAria(name), `${t.fieldList.bringToFrontTitle}${note}`, () => editor.actions.bringToFront(field.id), <IconBringToFront />)}
              </>
            )}
            {button(t.fieldList.renameAria(name), t.fieldList.renameTitle, () => onRename(field.id), <IconPencil />)}
            {field.locked
              ? button(t.fieldList.unlockAria(name), t.fieldList.unlockTitle, () => editor.actions.setLocked([field.id], false), <IconLock />, "warn")
              : button(t.fieldList.lockAria(name), t.fieldList.lockTitle, () => editor.actions.setLocked([field.id], true), <IconLockOpen />)}
            {button(t.fieldList.removeAria(name), t.fieldList.removeAria(name), () => onRemove(field), <IconTrash />, "danger")}
          </span>
        )}
      </div>
      {warning && (
        <p className="jpd-fieldrow__warning">
          <IconAlertTriangle className="jpd-warnicon" />
          <span>{withInlineCode(warning)}</span>
        </p>
      )}
      {alone && field.type === "kpi" && <CardRows card={field} />}
    </li>
  );
});

interface RenameInputProps {
  label: string;
  value: string;
  /** Returns true if it was free. */
  rename: (name: string) => boolean;
  onDone: () => void;
}

function RenameInput({ label, value: first, rename, onDone }: RenameInputProps) {
  const t = useT();
  const editor = useEditor();
  const [value, setValue] = useState(first);
  const [error, setError] = useState<string | null>(null);
  const done = useRef(false);
  const finish = (commit: boolean, leaving: boolean) => {
    if (done.current) return;
    if (commit && value !== first && !rename(value)) {
      // Leaving the input never traps the focus: the old name stays.
      if (!leaving) return setError(value.trim() === "" ? t.editor.nameEmpty : t.editor.nameTaken(value.trim()));
      editor.announce(value.trim() === "" ? t.editor.nameEmpty : t.editor.nameTaken(value.trim()));
    }
    done.current = true;
    onDone();
  };
  return (
    <span className="jpd-rowname__edit">
      <input
        className="jpd-input"
        aria-label={label}
        aria-invalid={error !== null || undefined}
        value={value}
        autoFocus
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setValue(event.target.value);
          setError(null);
        }}
        onBlur={() => finish(true, true)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Enter") finish(true, false);
          if (event.key === "Escape") finish(false, false);
        }}
      />
      {error && (
        <span role="alert" className="jpd-error">
          {error}
        </span>
      )}
    </span>
  );
}

/** The parts of a card: focus, lock, add and remove. */
function CardRows({ card }: { card: KpiSchema }) {
  const t = useT();
  const editor = useEditor();
  const { selectedKpiElement: active, setSelectedKpiElement } = useDesignerSelection();
  const labels = { icon: t.kpi.elementIcon, title: t.kpi.title, value: t.kpi.elementValue, subtitle: t.kpi.subtitle };
  return (
    <ul className="jpd-sublist">
      {KPI_ELEMENTS.map((element) => {
        const present = kpiElementPresent(card, element);
        const locked = kpiElementLocked(card, element);
        const label = labels[element];
        return (
          <li key={element} className="jpd-sublist__row" data-absent={!present || undefined} data-active={active === element || undefined}>
            <button
              type="button"
              className="jpd-rowname"
              aria-label={`${label}, ${card.name}`}
              aria-pressed={active === element}
              disabled={!present}
              onClick={() => setSelectedKpiElement(active === element ? null : element)}
            >
              {label}
            </button>
            {present && (
              <button
                type="button"
                className="jpd-iconbtn"
                aria-label={`${locked ? t.editor.unlock : t.editor.lock} ${label}, ${card.name}`}
                aria-pressed={locked}
                onClick={() => editor.actions.updateSchema(card.id, kpiLockedPatch(element, !locked))}
              >
                {locked ? <IconLock /> : <IconLockOpen />}
              </button>
            )}
            <button
              type="button"
              className="jpd-iconbtn"
              aria-label={`${present ? t.kpi.removeElement : t.kpi.addElement} ${label}, ${card.name}`}
              onClick={() => {
                editor.actions.updateSchema(card.id, present ? { [element]: undefined } : { ...kpiRestorePatch(element, t) });
                if (present && active === element) setSelectedKpiElement(null);
              }}
            >
              {present ? <IconX /> : <IconPlus />}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
