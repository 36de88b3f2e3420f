/** The cells of a table: its titles, its rows as they are designed, and its totals. */
import { useEffect, useRef, useState } from "react";
import type { TableSchema } from "../../core/types";
import { columnWidths } from "../gestures/snap";
import { useEditor } from "../hooks";
import { FONT, mm, pt } from "./length";

const ROW_MM = 7;

/** A row of the editor, and which row of the table's `content` it is. */
interface Row {
  kind: "head" | "body" | "footer";
  at: number;
  cells: readonly unknown[];
}

/** A list fills the first row again and again; without one each row is its own. */
function rowsOf(table: TableSchema, bound: boolean): Row[] {
  const content = Array.isArray(table.content) && table.content.length > 0 ? table.content : [[]];
  return [
    { kind: "head", at: 0, cells: table.head ?? [] },
    ...(bound ? content.slice(0, 1) : content).map((cells, at) => ({ kind: "body" as const, at, cells: cells ?? [] })),
    ...(table.footer?.length ? [{ kind: "footer" as const, at: 0, cells: table.footer }] : []),
  ];
}

/** The row and the column at a place of the table, in mm from its corner; `height` is that of the print. */
function cellAt(rows: readonly Row[], widths: readonly number[], height: number, place: { x: number; y: number }): { row: number; column: number } {
  let left = 0;
  const found = widths.findIndex((width) => (left += width) > place.x);
  const column = found < 0 ? Math.max(0, widths.length - 1) : found;
  const bodies = rows.filter(({ kind }) => kind === "body").length;
  const hasFooter = rows.at(-1)?.kind === "footer";
  if (place.y < ROW_MM) return { row: 0, column };
  if (hasFooter && place.y >= Math.max(height, (bodies + 2) * ROW_MM) - ROW_MM) return { row: rows.length - 1, column };
  return { row: Math.min(bodies, Math.floor(place.y / ROW_MM)), column };
}

export function CellEditor({ table, bound }: { table: TableSchema; bound: boolean }) {
  const editor = useEditor();
  const widths = columnWidths(table);
  const root = useRef<HTMLDivElement>(null);
  const rows = rowsOf(table, bound);
  const [at, setAt] = useState(() => {
    const place = editor.editingAt;
    const printed = editor.drawing.store.getState().byField.get(table.id)?.box.height ?? 0;
    return place ? cellAt(rows, widths, printed, place) : { row: 1, column: 0 };
  });
  useEffect(() => {
    root.current?.querySelector<HTMLTextAreaElement>(`[data-cell="${at.row}-${at.column}"]`)?.focus();
  }, [at]);
  const close = () => {
    editor.endEditing();
    editor.viewport.current?.focus({ preventScroll: true });
  };
  const lastRow = rows.length - 1;
  const write = ({ kind, at: row }: Row, column: number, value: string) => {
    if (kind === "head") editor.actions.renameTableColumn(column, value);
    else if (kind === "body") editor.editCell(table.id, column, value, row);
    else editor.actions.updateSchema(table.id, { footer: (table.footer ?? []).with(column, value) });
  };
  return (
    <div
      ref={root}
      className="jpd-fieldtable jpd-table"
      onBlur={(event) => {
        if (!root.current?.contains(event.relatedTarget)) editor.endEditing();
      }}
      style={{ position: "absolute", inset: 0 }}
    >
      {rows.map((own, row) => (
        <div key={row} className="jpd-table__row" style={{ display: "flex", height: mm(ROW_MM) }}>
          {widths.map((width, column) => (
            <Cell
              key={column}
              cell={`${row}-${column}`}
              role={own.kind}
              label={`${table.head?.[column] ?? column + 1}`}
              value={String(own.cells[column] ?? "")}
              width={width}
              size={table[`${own.kind}FontSize`] || 9}
              align={table[`${own.kind}Align`] ?? "left"}
              onWrite={(value) => write(own, column, value)}
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
  role: Row["kind"];
  label: string;
  value: string;
  width: number;
  size: number;
  align: TableSchema["bodyAlign"];
  onWrite: (value: string) => void;
  onClose: () => void;
  onMove: (down: number) => void;
}

/** A cell is written when it is left: a half-typed title is none. */
function Cell({ cell, role, label, value, width, size, align, onWrite, onClose, onMove }: CellProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [focused, setFocused] = useState(false);
  const commit = () => {
    if (draft !== null && draft !== value) onWrite(draft);
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
        onChange={(event) => setDraft(event.target.value)}
        onFocus={(event) => {
          setFocused(true);
          event.target.select();
        }}
        onBlur={() => {
          setFocused(false);
          commit();
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
            setDraft(event.currentTarget.value);
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
