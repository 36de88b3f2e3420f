import { Popover } from "radix-ui";
import { useRef, useState, type DragEvent, type KeyboardEvent } from "react";
import { isExtended } from "../../../core/fields";
import type { ArrayBinding, TableSchema } from "../../../core/types";
import { useDesignerActions, useDesignerData, useDesignerSelectedSchema } from "../../../editor/hooks";
import { linesPatch } from "../../../editor/operations/cells";
import { showsColumn, writtenWidth } from "../../../editor/operations/tables";
import { barePath } from "../../../core/formulas";
import { useLocale, useT } from "../../../i18n";
import { languageName } from "../../../i18n/language-name";
import { CollapsibleSection } from "../../../ui/CollapsibleSection";
import { IconGrip, IconPencil, IconPlus, IconTrash, IconX } from "../../../ui/icons";
import { useUiComponents } from "../../../ui/registry";
import { rove } from "../../../ui/roving";
import { readDragPayload } from "../../data/drag";
import { useListColumns } from "../../data/sources";
import { FormulaDialog } from "../../formula/FormulaDialog";
import { behindColumn, type ColumnTitle, useColumnTitles } from "../column-titles";
import { ChoiceControl, ColorControl, NumberControl, SwitchControl, TextControl } from "../controls";
import { propertyOf, type Property } from "../description";
import { ExtensionsOffer, shownProperty, useExtensions } from "../extensions";
import { Group } from "../PropertyPanel";
import { PropertyRow } from "../PropertyRow";
import { labelOf } from "../PropertyField";

/** Columns of a table: order, title, formula, style; the fields of its list; and its rows when it has no list. */
export function TableColumns({ field, disabled }: { field: TableSchema; disabled: boolean }) {
  const t = useT();
  const actions = useDesignerActions();
  const { Button } = useUiComponents();
  const { selectedBinding } = useDesignerSelectedSchema();
  const binding = selectedBinding?.type === "array" ? selectedBinding : undefined;
  const head = Array.isArray(field.head) ? field.head : [];
  const { titles, rename } = useColumnTitles(field);
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);

  const move = (from: number, to: number) => {
    if (to < 0 || to >= head.length || from === to) return;
    actions.reorderTableColumn(from, to);
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>(".jpd-colname__grip")[to]?.focus());
  };
  const add = () => {
    let n = head.length + 1;
    while (head.includes(t.tableEditor.newColumn(n))) n += 1;
    actions.setTableHead([...head, t.tableEditor.newColumn(n)]);
  };
  const drop = (event: DragEvent) => {
    const payload = readDragPayload(event.dataTransfer);
    if (!payload?.column) return;
    event.preventDefault();
    event.stopPropagation();
    actions.addTableColumn(payload.column);
  };

  return (
    <Group
      title={t.groups.columns}
      actions={
        <button type="button" className="jpd-iconbtn" aria-label={t.tableEditor.addColumn} title={t.tableEditor.addColumn} disabled={disabled} onClick={add}>
          <IconPlus />
        </button>
      }
    >
      <ul className="jpd-chiplist" ref={list} data-property="head" onDrop={drop} onDragOver={(event) => event.dataTransfer.types.includes("application/json") && event.preventDefault()}>
        {titles.map((title, index) => (
          <li
            key={index}
            className="jpd-chip"
            onKeyDown={(event) => (event.key === "ArrowLeft" || event.key === "ArrowRight") && rove(event, ".jpd-iconbtn")}
            data-dragging={dragged === index || undefined}
            data-over={over === index || undefined}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              setOver(index);
            }}
            onDrop={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              move(dragged, index);
            }}
          >
            <button
              type="button"
              className="jpd-iconbtn jpd-colname__grip"
              draggable={!disabled}
              disabled={disabled}
              aria-label={t.tableEditor.moveColumn(behindColumn(title.name, t))}
              title={t.tableEditor.moveColumn(behindColumn(title.name, t))}
              onKeyDown={(event: KeyboardEvent) => {
                const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
                if (by === undefined) return;
                event.preventDefault();
                move(index, index + by);
              }}
              onDragStart={() => setDragged(index)}
              onDragEnd={() => {
                setDragged(null);
                setOver(null);
              }}
            >
              <IconGrip />
            </button>
            <ColumnName title={title} index={index} titles={titles} onRename={rename} disabled={disabled} />
            {binding && <ColumnFormula field={field} binding={binding} index={index} title={title.name} disabled={disabled} />}
            <ColumnStyle field={field} index={index} title={title.name} disabled={disabled} />
            <button
              type="button"
              className="jpd-iconbtn"
              data-tone="danger"
              tabIndex={-1}
              aria-label={t.table.removeColAria(behindColumn(title.name, t))}
              title={t.table.removeColTitle}
              disabled={disabled}
              onClick={() => actions.removeTableColumn(index)}
            >
              <IconX />
            </button>
          </li>
        ))}
      </ul>
      <Translations titles={titles} />
      {head.length === 0 && (
        <Button variant="outline" disabled={disabled} onClick={add}>
          <IconPlus /> {t.tableEditor.addColumn}
        </Button>
      )}
      {binding ? <SourceFields field={field} binding={binding} disabled={disabled} /> : <LiteralRows field={field} titles={titles} disabled={disabled} />}
    </Group>
  );
}

/** Says which titles are translations: a change of them is one of the text. */
function Translations({ titles }: { titles: readonly ColumnTitle[] }) {
  const t = useT();
  const locale = useLocale();
  const languages = [...new Set(titles.flatMap(({ translation }) => translation?.language ?? []))];
  return languages.map((language) => (
    <p key={language} className="jpd-hint">
      {t.tableEditor.translatedTitles(titles.filter(({ translation }) => translation?.language === language).map(({ name }) => name).join(", "), languageName(language, locale))}
    </p>
  ));
}

interface ColumnNameProps {
  title: ColumnTitle;
  index: number;
  titles: readonly ColumnTitle[];
  onRename: (index: number, title: string) => void;
  disabled: boolean;
}

function ColumnName({ title: { written, printed, name, translation }, index, titles, onRename, disabled }: ColumnNameProps) {
  const t = useT();
  const { Textarea } = useUiComponents();
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const cancelled = useRef(false);
  // Expressions other than a translation are edited as such.
  const title = translation ? printed : written;
  if (draft === null) {
    return (
      <span className="jpd-colname" data-property={`head/${index}`}>
        <span className="jpd-colname__text" data-empty={printed.trim() === "" || undefined} title={name} onDoubleClick={() => !disabled && setDraft(title)}>
          {name}
        </span>
        <button
          type="button"
          className="jpd-iconbtn jpd-colname__edit"
          tabIndex={-1}
          aria-label={t.table.renameColumnAria(behindColumn(name, t))}
          title={t.table.renameColumnTitle}
          disabled={disabled}
          onClick={() => setDraft(title)}
        >
          <IconPencil />
        </button>
      </span>
    );
  }
  const commit = () => {
    const label = draft.trim();
    if (!cancelled.current && label !== title) {
      if (label === "") return setError(t.tableEditor.blankTitle);
      if (titles.some((other, at) => at !== index && (other.printed === label || other.written === label))) return setError(t.tableEditor.duplicateTitle(label));
      onRename(index, label);
    }
    cancelled.current = false;
    setError(null);
    setDraft(null);
  };
  return (
    <span className="jpd-colname" data-property={`head/${index}`} data-editing>
      <Textarea
        autoFocus
        className="jpd-rows__cell"
        aria-label={t.table.renameColumnAria(behindColumn(name, t))}
        aria-invalid={error !== null || undefined}
        rows={draft.split("\n").length}
        value={draft}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => {
          if (error !== null) cancelled.current = true;
          commit();
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.shiftKey) {
            event.preventDefault();
            if (!event.altKey) return commit();
            const { currentTarget: input } = event;
            input.setRangeText("\n", input.selectionStart, input.selectionEnd, "end");
            setDraft(input.value);
          }
          if (event.key === "Escape") {
            event.stopPropagation();
            cancelled.current = true;
            commit();
          }
        }}
      />
      {error !== null && (
        <span className="jpd-error" role="alert">
          {error}
        </span>
      )}
    </span>
  );
}

/** Content of a column: the design cell where it has a token, else the column of the binding. */
function formulaOf(field: TableSchema, binding: ArrayBinding, index: number): string {
  const cell = String(field.content?.[0]?.[index] ?? "");
  const column = binding.columns[index];
  if (cell.includes("{") || !column) return cell.includes("{") ? cell : "";
  return typeof column === "string" ? `{${barePath(column)}}` : column.formula;
}

function ColumnFormula({ field, binding, index, title, disabled }: { field: TableSchema; binding: ArrayBinding; index: number; title: string; disabled: boolean }) {
  const t = useT();
  const actions = useDesignerActions();
  const [open, setOpen] = useState(false);
  const formula = formulaOf(field, binding, index);
  return (
    <>
      <button
        type="button"
        className="jpd-iconbtn"
        tabIndex={-1}
        data-property={`content/0/${index}`}
        data-on={formula !== "" || undefined}
        aria-label={`ƒx: ${t.table.formulaAria(behindColumn(title, t))}`}
        title={formula || t.table.formulaTitle}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        <i aria-hidden="true">ƒx</i>
      </button>
      {open && (
        <FormulaDialog
          field={field}
          place="cell"
          target={t.formulaModal.columnTarget(behindColumn(title, t))}
          value={formula}
          hasForm
          onSave={(text) => {
            actions.setColumnFormula(index, text);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Width, colours and sizes of a column, from the description of `columnStyles`. */
function ColumnStyle({ field, index, title, disabled }: { field: TableSchema; index: number; title: string; disabled: boolean }) {
  const t = useT();
  const actions = useDesignerActions();
  const style = (field.columnStyles?.[index] ?? undefined) as Record<string, unknown> | undefined;
  const properties = propertyOf("table", "columnStyles").items?.properties ?? [];
  const { on } = useExtensions();
  const hidden = properties.filter((property) => !shownProperty(property, on, style?.[property.key]));
  const width: Property = { ...propertyOf("table", "columnWidths"), value: "number", unit: "mm", minimum: 10 };
  const parts = { head: t.tableEditor.title, cell: t.table.value, footer: t.table.totalsRow, column: t.bindingExtra.column };
  const written = writtenWidth(field, index, on);
  const ownWidth = typeof written === "number" ? written : undefined;
  const styled = written !== undefined || (style !== undefined && Object.keys(style).length > 0);
  const clear = () => {
    actions.transaction({ kind: "column", name: title }, () => {
      actions.setColumnStyle(index, Object.fromEntries(properties.map(({ key }) => [key, undefined])));
      actions.setColumnWidth(index, undefined);
    });
  };
  return (
    <Popover.Root>
      <Popover.Trigger
        className="jpd-iconbtn"
        tabIndex={-1}
        data-property={`columnStyles/${index}`}
        data-on={styled || undefined}
        aria-label={t.table.styleAria(behindColumn(title, t))}
        title={t.table.styleTitle}
        disabled={disabled}
      >
        <span className="jpd-colstyle" aria-hidden="true" style={{ backgroundColor: style?.headBackgroundColor as string | undefined }} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="jpd-popover jpd-columnstyle" side="left" align="start" collisionPadding={8} aria-label={t.tableEditor.columnStyle(title)}>
          <h3 className="jpd-group__title">{t.tableEditor.columnStyle(title)}</h3>
          <PropertyRow
            property={width}
            path={`columnWidths/${index}`}
            label={t.table.columnWidth.replace(/ \(mm\)/, "")}
            differs={written !== undefined}
            onReset={written === undefined ? undefined : () => actions.setColumnWidth(index, undefined)}
          >
            {({ id }) => (
              <NumberControl
                id={id}
                label={t.properties.width}
                property={width}
                value={ownWidth}
                placeholder={written === undefined ? t.control.auto : String(written)}
                onChange={(value) => actions.setColumnWidth(index, value)}
                onClear={() => actions.setColumnWidth(index, undefined)}
              />
            )}
          </PropertyRow>
          {Object.entries(parts).map(([part, title]) => (
            <div key={part} role="group" aria-label={title}>
              <div className="jpd-grouplabel">{title}</div>
              {properties
                .filter((property) => partOf(property.key) === part && !hidden.includes(property))
                .map((property) => (
                  <ColumnProperty key={property.key} property={property} index={index} value={style?.[property.key]} />
                ))}
            </div>
          ))}
          <ExtensionsOffer names={hidden.map((property) => labelOf("table", property.key, t.properties))} />
          {styled && (
            <button type="button" className="jpd-linkbtn" onClick={clear}>
              <IconTrash /> {t.table.clearColumnStyle}
            </button>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Cells of the column that a property is about. */
function partOf(key: string): string {
  return /^(head|cell|footer)/.exec(key)?.[0] ?? "column";
}

function ColumnProperty({ property, index, value }: { property: Property; index: number; value: unknown }) {
  const t = useT();
  const actions = useDesignerActions();
  const label = labelOf("table", property.key, t.properties);
  const { template } = useDesignerData();
  const set = (next: unknown) =>
    actions.transaction({ kind: "column" }, () => {
      actions.setColumnStyle(index, { [property.key]: next });
      if (property.extension && next !== undefined && template.extensions === undefined) {
        actions.change({ kind: "edit" }, (pair) => ({ ...pair, template: { ...pair.template, extensions: 1 } }));
      }
    });
  const given = value !== undefined && value !== null;
  return (
    <PropertyRow
      property={property}
      path={`columnStyles/${index}/${property.key}`}
      label={label}
      differs={given}
      ownLabel={property.value === "boolean"}
      onReset={given ? () => set(undefined) : undefined}
    >
      {({ id }) =>
        property.value === "number" ? (
          <NumberControl
            id={id}
            label={label}
            property={property}
            value={typeof value === "number" ? value : undefined}
            placeholder={t.control.auto}
            onChange={set}
            onClear={() => set(undefined)}
          />
        ) : property.value === "color" ? (
          <ColorControl id={id} label={label} value={typeof value === "string" ? value : undefined} onChange={set} />
        ) : property.value === "choice" ? (
          <ChoiceControl id={id} label={label} property={property} value={typeof value === "string" ? value : undefined} onChange={set} />
        ) : property.value === "boolean" ? (
          <SwitchControl id={id} label={label} property={property} value={typeof value === "boolean" ? value : undefined} onChange={set} />
        ) : (
          <TextControl
            id={id}
            label={label}
            value={value === undefined ? undefined : String(value)}
            onChange={(text) => set(text === "" ? undefined : property.key === "width" && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text)}
          />
        )
      }
    </PropertyRow>
  );
}

/** Fields of the list that are not columns yet, to add with one click. */
function SourceFields({ field, binding, disabled }: { field: TableSchema; binding: ArrayBinding; disabled: boolean }) {
  const t = useT();
  const actions = useDesignerActions();
  const columns = useListColumns(binding.path);
  if (columns.length === 0) return null;
  return (
    <CollapsibleSection title={t.table.fieldsFromSource(binding.path)} defaultOpen={(field.head?.length ?? 0) < 2}>
      <ul className="jpd-list">
        {columns.map(({ key, sample }) => {
          const there = showsColumn(field, binding, key);
          return (
            <li key={key} className="jpd-sourcefield" data-added={there || undefined}>
              <span className="jpd-name__path">{key}</span>
              <span className="jpd-name__value">{sample}</span>
              <button
                type="button"
                className="jpd-iconbtn"
                aria-label={t.table.addColumnAria(key)}
                title={there ? t.table.alreadyColumn : t.table.addColumnTitle(key)}
                disabled={disabled || there}
                onClick={() => actions.addTableColumn(key)}
              >
                <IconPlus />
              </button>
            </li>
          );
        })}
      </ul>
    </CollapsibleSection>
  );
}

/** Rows that print as they stand, in tables without a list. */
function LiteralRows({ field, titles, disabled }: { field: TableSchema; titles: readonly ColumnTitle[]; disabled: boolean }) {
  const t = useT();
  const actions = useDesignerActions();
  const { Textarea } = useUiComponents();
  const { template } = useDesignerData();
  const rows = Array.isArray(field.content) ? field.content : [];
  const write = (content: string[][], row: number, lines = {}) =>
    actions.updateSchema(field.id, { content, ...lines }, { label: { kind: "edit", name: field.name }, coalesce: `rows:${field.id}:${row}` });
  const writeCell = (at: number, column: number, value: string) => {
    const before = String(rows[at]?.[column] ?? "");
    const next = field.head.map((_, index) => (index === column ? value : (rows[at]?.[index] ?? "")));
    write(rows.with(at, next), at, linesPatch(field, isExtended(template), "body", column, before, value));
  };
  // One stop of Tab, with the arrow keys of a spreadsheet.
  const grid = useRef<HTMLDivElement>(null);
  const [cell, setCell] = useState({ row: 0, column: 0 });
  const move = (event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLTextAreaElement)) return;
    const isLines = target.value.includes("\n");
    if (event.key === "Enter" && (event.altKey || event.shiftKey)) {
      event.preventDefault();
      target.setRangeText("\n", target.selectionStart, target.selectionEnd, "end");
      return writeCell(cell.row, cell.column, target.value);
    }
    const atStart = target.selectionEnd === 0;
    const atEnd = target.selectionStart === target.value.length;
    const by = { ArrowUp: !isLines && [-1, 0], ArrowDown: !isLines && [1, 0], Enter: [1, 0], ArrowLeft: atStart && [0, -1], ArrowRight: atEnd && [0, 1] }[event.key];
    if (!by) return;
    const [down, right] = by as [number, number];
    const next = grid.current?.querySelector<HTMLTextAreaElement>(`[data-property="content/${cell.row + down}/${cell.column + right}"]`);
    if (event.key === "Enter") event.preventDefault();
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select();
  };
  return (
    <div data-property="content" className="jpd-stack">
      <p className="jpd-hint">{t.tableEditor.literalRows}</p>
      <div className="jpd-rows" ref={grid} onKeyDown={move}>
        {rows.map((row, at) => (
          <div key={at} className="jpd-rows__row">
            {titles.map(({ name }, column) => (
              <Textarea
                key={column}
                className="jpd-rows__cell"
                data-property={`content/${at}/${column}`}
                aria-label={t.tableEditor.cellAria(name, at + 1)}
                tabIndex={at === Math.min(cell.row, rows.length - 1) && column === Math.min(cell.column, field.head.length - 1) ? 0 : -1}
                rows={String(row?.[column] ?? "").split("\n").length}
                onFocus={() => setCell({ row: at, column })}
                value={String(row?.[column] ?? "")}
                disabled={disabled}
                onChange={(event) => writeCell(at, column, event.target.value)}
              />
            ))}
            <button
              type="button"
              className="jpd-iconbtn"
              data-tone="danger"
              tabIndex={at === cell.row ? 0 : -1}
              aria-label={t.tableEditor.removeRow(at + 1)}
              title={t.tableEditor.removeRow(at + 1)}
              disabled={disabled || rows.length < 2}
              onClick={() => write(rows.filter((_, index) => index !== at), -1)}
            >
              <IconX />
            </button>
          </div>
        ))}
      </div>
      <button type="button" className="jpd-addlink" disabled={disabled} onClick={() => write([...rows, field.head.map(() => "")], -1)}>
        <IconPlus /> {t.tableEditor.addRow}
      </button>
    </div>
  );
}
