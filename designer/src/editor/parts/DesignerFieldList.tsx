/** The fields of the page as a list: names, order, locks. Sections show their members below them. */
import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useT } from "../../i18n";
import { useProblems } from "../../panels/problems/live";
import { cx } from "../../ui";
import {
  IconAlertTriangle,
  IconBringToFront,
  IconGrip,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconPlus,
  IconSendToBack,
  IconTrash,
  IconX,
} from "../../ui/icons";
import { part } from "../../ui/parts";
import type { Field, KpiSchema } from "../../core/types";
import { KPI_ELEMENTS, kpiElementLocked, kpiElementPresent, kpiLockedPatch, kpiRestorePatch } from "../../core/kpi";
import { useDesignerConfig, useDesignerData, useDesignerFieldListSchemas, useDesignerPage, useDesignerSelection, useDesignerUi, useEditor } from "../hooks";
import { fieldsOf } from "../operations/design";
import { bindingWarning } from "../../core/warnings";
import { bindingOf, bindingsByName } from "../operations/warnings";
import { inBand } from "../operations/zones";
import { useIsOnActiveTab } from "./active-tab";
import { kindIcon } from "./kind-icons";
import { usePartRoot } from "./root";
import { scrollWithin } from "./scroll-within";
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
}

function FieldList({ className, style, heading, parts }: Omit<DesignerFieldListProps, "whenTab">) {
  const t = useT();
  const editor = useEditor();
  const fields = useDesignerFieldListSchemas();
  const { design } = useDesignerPage();
  const { isolateBands } = useDesignerUi();
  const others = fieldsOf(design).length - fields.length;
  const { bindings } = useDesignerData();
  const { selectedIds, selectedId, handleSelect, handleSelectMany } = useDesignerSelection();
  const root = usePartRoot();
  const list = useRef<HTMLUListElement>(null);
  const [query, setQuery] = useState("");
  const [renaming, setRenaming] = useState<string | null>(null);
  const typed = useRef({ text: "", time: 0 });

  const byName = useMemo(() => bindingsByName(bindings), [bindings]);
  const { problems } = useProblems();
  const firstProblem = useMemo(() => {
    const first = new Map<string, string>();
    for (const { field, severity, message } of problems) {
      if (field !== undefined && severity !== "info" && !first.has(field)) first.set(field, message);
    }
    return first;
  }, [problems]);
  const rows = useMemo(() => tree(fields, query), [fields, query]);

  // Selecting scrolls to the row; later changes of the field do not.
  useEffect(() => {
    if (selectedId === null) return;
    scrollWithin(list.current?.querySelector(`[data-row="${CSS.escape(selectedId)}"]`));
  }, [selectedId]);

  const focusRow = (index: number, extend: boolean) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    if (extend) handleSelectMany([row.field.id], true);
    else handleSelect(row.field.id);
    list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.field.id)}"] .jpd-rowname`)?.focus();
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (renaming !== null || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.findIndex((row) => row.field.id === (document.activeElement?.closest("[data-row]") as HTMLElement | null)?.dataset.row);
    const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      focusRow(step, event.shiftKey && (event.key === "ArrowDown" || event.key === "ArrowUp"));
      return;
    }
    if (event.key === "F2" && selectedId) {
      event.preventDefault();
      setRenaming(selectedId);
      return;
    }
    if (event.key.length === 1 && event.key !== " " && event.key !== "?" && (event.target as Element).closest(".jpd-rowname")) {
      const now = event.timeStamp;
      typed.current = { text: now - typed.current.time < 700 ? typed.current.text + event.key.toLowerCase() : event.key.toLowerCase(), time: now };
      const hit = rows.findIndex((row) => row.field.name.toLowerCase().startsWith(typed.current.text));
      if (hit >= 0) focusRow(hit, false);
    }
  };

  const remove = useCallback((field: Field) => editor.askRemoval([field.id]), [editor]);

  return (
    <div ref={root} className={cx("jpd-part jpd-fieldpanel", className)} data-part="field-list" style={style}>
      {heading && (
        <h3 {...part("jpd-eyebrow", parts?.heading)}>
          {t.fieldsPanel.heading}
          {fields.length > 0 && <span className="jpd-eyebrow__count">{fields.length}</span>}
        </h3>
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
        {rows.map(({ field, depth }) => (
          <FieldRow
            key={field.id}
            field={field}
            depth={depth}
            selected={selectedIds.includes(field.id)}
            alone={selectedIds.length === 1 && selectedId === field.id}
            focusable={selectedId === null ? rows[0]?.field.id === field.id : selectedId === field.id}
            renaming={renaming === field.id}
            onRename={setRenaming}
            onRemove={remove}
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

/** Members below their section; what a search finds stands alone. */
function tree(fields: readonly Field[], query: string): Row[] {
  const words = query.trim().toLowerCase();
  if (words !== "") {
    return fields
      .filter((field) => field.name.toLowerCase().includes(words) || ("content" in field && String(field.content).toLowerCase().includes(words)))
      .map((field) => ({ field, depth: 0 }));
  }
  const sections = new Set(fields.filter((field) => field.type === "section").map((field) => field.id));
  return fields
    .filter((field) => !(field.sectionId && sections.has(field.sectionId)))
    .flatMap((field) => [
      { field, depth: 0 },
      ...(field.type === "section" ? fields.filter((member) => member.sectionId === field.id).map((member) => ({ field: member, depth: 1 })) : []),
    ]);
}

interface FieldRowProps extends Row {
  selected: boolean;
  alone: boolean;
  focusable: boolean;
  renaming: boolean;
  index: number;
  warning: string | null;
  /** What there is to know about the order. */
  note: string;
  onRename: (id: string | null) => void;
  onRemove: (field: Field) => void;
}

const ROW_MIME = "application/x-json-pdf-designer-row";

const FieldRow = memo(function FieldRow({ field, depth, selected, alone, focusable, renaming, index, warning, note, onRename, onRemove }: FieldRowProps) {
  const t = useT();
  const editor = useEditor();
  const { permissions } = useDesignerConfig();
  const [over, setOver] = useState(false);
  const Icon = kindIcon(field.type);
  const { name } = field;
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
      data-dragging={over || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(ROW_MIME)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const id = event.dataTransfer.getData(ROW_MIME);
        if (!id) return;
        event.preventDefault();
        editor.actions.reorderSchema(id, index);
      }}
    >
      <div className="jpd-fieldrow__line">
        {permissions.structure && (
          <span
            className="jpd-fieldrow__grip"
            aria-hidden="true"
            draggable
            onDragStart={(event) => event.dataTransfer.setData(ROW_MIME, field.id)}
          >
            <IconGrip />
          </span>
        )}
        <Icon className="jpd-fieldrow__kind" />
        {renaming ? (
          <RenameInput field={field} onDone={() => onRename(null)} />
        ) : (
          <button
            type="button"
            className="jpd-rowname"
            aria-pressed={selected}
            tabIndex={focusable ? 0 : -1}
            title={t.fieldTypeLabels[field.type] ?? field.type}
            onClick={(event) => editor.toggle(field.id, event.ctrlKey || event.metaKey)}
            onDoubleClick={() => permissions.structure && onRename(field.id)}
          >
            {name}
          </button>
        )}
        {!renaming && permissions.structure && (
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
          {warning}
        </p>
      )}
      {alone && field.type === "kpi" && <CardRows card={field} />}
    </li>
  );
});

function RenameInput({ field, onDone }: { field: Field; onDone: () => void }) {
  const t = useT();
  const editor = useEditor();
  const [value, setValue] = useState(field.name);
  const [error, setError] = useState<string | null>(null);
  const done = useRef(false);
  const finish = (commit: boolean, leaving: boolean) => {
    if (done.current) return;
    if (commit && !editor.actions.renameSchema(field.id, value)) {
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
        aria-label={t.fieldList.renameAria(field.name)}
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
