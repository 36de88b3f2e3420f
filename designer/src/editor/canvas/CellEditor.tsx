/** The cells of a table: its titles, its rows as they are designed, and its totals. */
import { useEffect, useRef, useState } from "react";
import { isExtended } from "../../core/fields";
import type { DataDragPayload, TableSchema } from "../../core/types";
import { columnWidths } from "../gestures/snap";
import { columnPath } from "../../core/formulas";
import { renderTemplate } from "../../core/expressions";
import { takesValues } from "../drop/effect";
import { useDesignerData, useDesignerSample, useEditor } from "../hooks";
import { fillCell } from "../operations/fill-cell";
import { pastedCells, withPastedCells } from "../operations/pasted-cells";
import { withTotal } from "../operations/tables";
import { tokenAt } from "../operations/value-token";
import { blockOf, cellAt, type CellRow, cellRows, linesPatch, ROW_MM, tablePrint } from "../operations/cells";
import { typeInto, useValueTaker } from "../../panels/data/taker";
import { givenValue } from "../../panels/formula/given";
import { useScope } from "../../panels/formula/scope";
import { useColumnTitles } from "../../panels/properties/column-titles";
import { FONT, mm, pt } from "./length";

export function CellEditor({ table, bound }: { table: TableSchema; bound: boolean }) {
  const editor = useEditor();
  const widths = columnWidths(table);
  const root = useRef<HTMLDivElement>(null);
  const { titles, rename } = useColumnTitles(table);
  // A title that is a translation is edited as it prints.
  const rows = cellRows(table, bound).map((row) => (row.kind === "head" ? { ...row, cells: titles.map(({ translation, printed, written }) => (translation ? printed : written)) } : row));
  const [at, setAt] = useState(() => {
    const place = editor.editingAt;
    const printed = editor.drawing.store.getState().byField.get(table.id)?.box.height ?? 0;
    return (place && cellAt(table, bound, tablePrint(editor, table, printed), place)) ?? { row: 1, column: 0 };
  });
  useEffect(() => {
    root.current?.querySelector<HTMLTextAreaElement>(`[data-cell="${at.row}-${at.column}"]`)?.focus();
  }, [at]);
  const close = () => {
    editor.endEditing();
    editor.viewport.current?.focus({ preventScroll: true });
  };
  const lastRow = rows.length - 1;
  const { template } = useDesignerData();
  /** True for a text that shows values of the data. */
  const showsValues = (text: string): boolean => {
    const shown = text.includes("{") ? renderTemplate(text, editor.sample) : text;
    return shown.trim() !== "" && shown !== text;
  };
  /** A name alone prints as one that is dropped. */
  const printed = (value: string): string => {
    const path = value.includes("(") ? null : columnPath(value.trim());
    return path === null ? value : tokenAt(template, editor.sample, path, editor.table()?.rows);
  };
  const { data, table: documents } = useDesignerSample();
  const inRows = useScope(table, "cell");
  const inTotals = useScope(table, "totals");
  /** Cells of rows without a list that took a value: such rows print as they are written, and become rows that print values. */
  const given = useRef(new Set<string>());
  const insert = (payload: DataDragPayload, input: HTMLElement) => {
    if (!(input instanceof HTMLTextAreaElement)) return;
    const [row, column] = (input.dataset.cell ?? "").split("-").map(Number) as [number, number];
    const own = rows[row];
    // A title is a name, which its column is found by.
    if (!own || own.kind === "head") return;
    const isRow = own.kind === "body" && bound;
    if (own.kind === "body" && !bound) {
      if (!takesValues(editor, table, own)) return;
      given.current.add(input.dataset.cell!);
    }
    typeInto(input, givenValue(template, data, payload, isRow ? inRows : inTotals, isRow ? "cell" : "totals", documents?.rows).token);
  };
  const taking = useValueTaker({ root, insert, onLeave: () => editor.endEditing() });
  const writeText = ({ kind, at: row }: CellRow, column: number, value: string) => {
    if (kind === "head") rename(column, value);
    else if (isExtended(template) && takesValues(editor, table, { kind }) && showsValues(value)) fillCell(editor, table, { kind, at: row, column }, printed(value));
    else if (kind === "body") editor.editCell(table.id, column, value, row);
    else if (kind === "further") {
      const own = table.footerRows?.[row];
      editor.actions.updateSchema(table.id, { footerRows: (table.footerRows ?? []).with(row, { ...own, cells: { ...own?.cells, [titles[column]!.key]: value } }) });
    }
    else editor.actions.updateSchema(table.id, { footer: withTotal(table, column, value) });
  };
  const write = (row: CellRow, column: number, value: string) => {
    if (given.current.delete(`${rows.indexOf(row)}-${column}`)) return fillCell(editor, table, { kind: row.kind, at: row.at, column }, value);
    const lines = linesPatch(table, isExtended(template), blockOf(row), column, String(row.cells[column] ?? ""), value);
    if (Object.keys(lines).length === 0) return writeText(row, column, value);
    editor.actions.transaction({ kind: "column", name: table.name }, () => {
      writeText(row, column, value);
      editor.actions.updateSchema(table.id, lines);
    });
  };
  /** Returns false where cells have no place of their own: a list fills the row, and totals are one. */
  const paste = ({ kind, at: row }: CellRow, column: number, cells: readonly (readonly string[])[]): boolean => {
    if (bound || (kind !== "head" && kind !== "body")) return false;
    const { head, content, columnStyles, columnWidths, footer } = withPastedCells(table, kind === "head" ? -1 : row, column, cells, isExtended(template));
    editor.actions.updateSchema(table.id, { head, content, ...(columnStyles && { columnStyles }), ...(columnWidths && { columnWidths }), ...(footer && { footer }) }, { label: { kind: "column", name: table.name } });
    return true;
  };
  return (
    <div
      ref={root}
      className="jpd-fieldtable jpd-table"
      {...taking}
      style={{ position: "absolute", inset: 0 }}
    >
      {rows.map((own, row) => (
        <div key={row} className="jpd-table__row" style={{ display: "flex", height: mm(ROW_MM) }}>
          {widths.map((width, column) => (
            <Cell
              key={column}
              cell={`${row}-${column}`}
              role={own.kind}
              label={titles[column]?.name ?? `${column + 1}`}
              value={String(own.cells[column] ?? "")}
              width={width}
              size={table[`${blockOf(own)}FontSize`] || 9}
              align={table[`${blockOf(own)}Align`] ?? "left"}
              onWrite={(value) => write(own, column, value)}
              onCells={(cells) => paste(own, column, cells)}
              onClose={close}
              onMove={(down) => {
                if (row + down > lastRow) close();
                else setAt({ row: Math.max(0, row + down), column });
              }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface CellProps {
  cell: string;
  role: CellRow["kind"];
  label: string;
  value: string;
  width: number;
  size: number;
  align: TableSchema["bodyAlign"];
  onWrite: (value: string) => void;
  /** Cells that are pasted; returns false where they are a text. */
  onCells: (cells: readonly (readonly string[])[]) => boolean;
  onClose: () => void;
  onMove: (down: number) => void;
}

/** A cell is written when it is left: a half-typed title is none. */
function Cell({ cell, role, label, value, width, size, align, onWrite, onCells, onClose, onMove }: CellProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [focused, setFocused] = useState(false);
  /** Text that is typed and not written: a cell that is closed is also left, before it is rendered again. */
  const typed = useRef<string | null>(null);
  const change = (text: string) => {
    typed.current = text;
    setDraft(text);
  };
  const commit = () => {
    const text = typed.current;
    typed.current = null;
    if (text !== null && text !== value) onWrite(text);
    setDraft(null);
  };
  return (
    <div className="jpd-table__cell jpd-cell-text" data-role={role} data-focused={focused || undefined} style={{ flex: "none", width: mm(width), height: "100%" }}>
      <textarea
        className="jpd-cell-input"
        data-cell={cell}
        aria-label={label}
        rows={1}
        value={draft ?? value}
        onChange={(event) => change(event.target.value)}
        onFocus={(event) => {
          setFocused(true);
          event.target.select();
        }}
        onBlur={() => {
          setFocused(false);
          commit();
        }}
        onPaste={(event) => {
          const cells = pastedCells(event.clipboardData.getData("text/plain"));
          if (!cells || !onCells(cells)) return;
          event.preventDefault();
          typed.current = null;
          setDraft(null);
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          // Shift+Enter and Alt+Enter insert a line break.
          const down = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (event.key === "Escape") {
            event.preventDefault();
            commit();
            onClose();
          } else if (event.key === "Enter" && event.altKey) {
            event.preventDefault();
            event.currentTarget.setRangeText("\n", event.currentTarget.selectionStart, event.currentTarget.selectionEnd, "end");
            change(event.currentTarget.value);
          } else if (down !== undefined && !event.shiftKey && (event.key === "Enter" || !(draft ?? value).includes("\n"))) {
            event.preventDefault();
            commit();
            onMove(down);
          }
        }}
        style={{
          boxSizing: "border-box",
          width: "100%",
          height: (draft ?? value).includes("\n") ? "auto" : "100%",
          minHeight: "100%",
          fieldSizing: (draft ?? value).includes("\n") ? "content" : "fixed",
          margin: 0,
          padding: `0 ${mm(1.5)}`,
          border: "1px solid #0284c7",
          resize: "none",
          overflow: "hidden",
          whiteSpace: "pre",
          font: `${mm(pt(size))} ${FONT}`,
          lineHeight: mm(ROW_MM - 0.6),
          textAlign: align,
          color: "#0f172a",
          background: "#ffffff",
        }}
      />
    </div>
  );
}
