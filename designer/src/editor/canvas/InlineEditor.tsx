/** Editing the content of a text, or the cells of a table, in its place on the sheet. */
import { useEffect, useRef, useState } from "react";
import { useT } from "../../i18n";
import type { Binding, Field, TableSchema, TextSchema } from "../../core/types";
import { columnWidths } from "../gestures/snap";
import { useEditor } from "../hooks";
import { mm, pt } from "./length";

export function InlineEditor({ field, binding }: { field: Field; binding: Binding | undefined }) {
  if (field.type === "text") return <TextEditor field={field} binding={binding} />;
  if (field.type === "table") return <CellEditor table={field} />;
  return null;
}

function TextEditor({ field, binding }: { field: TextSchema; binding: Binding | undefined }) {
  const editor = useEditor();
  const t = useT();
  const own = binding?.type === "template" ? binding.template : field.content;
  const first = useRef(own);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const write = (value: string) => {
    if (binding?.type === "template") editor.actions.setBinding(field.name, { ...binding, template: value });
    else editor.actions.updateSchema(field.id, { content: value });
  };
  const close = () => {
    editor.ui.setState({ editing: null });
    editor.viewport.current?.focus({ preventScroll: true });
  };
  return (
    <input
      ref={input}
      className="jpd-cell-input"
      aria-label={`${t.text.designText}: ${field.name}`}
      value={own ?? ""}
      onChange={(event) => write(event.target.value)}
      onBlur={() => editor.ui.setState({ editing: null })}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") close();
        if (event.key === "Escape") {
          write(first.current);
          close();
        }
      }}
      style={{
        position: "absolute",
        left: 0,
        top: 0,
        minWidth: "100%",
        width: `${Math.max(4, (own ?? "").length + 1)}ch`,
        height: mm(Math.max(field.height, pt(field.fontSize || 10) * 1.3)),
        padding: 0,
        margin: 0,
        border: 0,
        font: `${mm(pt(field.fontSize || 10))} Helvetica, "Liberation Sans", Arimo, Arial, sans-serif`,
        lineHeight: 1,
        color: field.fontColor || "#000000",
        background: field.backgroundColor || "#ffffff",
        textAlign: field.alignment,
      }}
    />
  );
}

/** The design row and the totals of a table; titles are edited too. */
function CellEditor({ table }: { table: TableSchema }) {
  const editor = useEditor();
  const widths = columnWidths(table);
  const root = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState({ row: 1, column: 0 });
  const rows = [
    { kind: "head" as const, cells: table.head ?? [] },
    { kind: "body" as const, cells: table.content?.[0] ?? [] },
    ...(table.footer?.length ? [{ kind: "footer" as const, cells: table.footer }] : []),
  ];
  useEffect(() => {
    root.current?.querySelector<HTMLInputElement>(`[data-cell="${at.row}-${at.column}"]`)?.focus();
  }, [at]);
  const close = () => {
    editor.ui.setState({ editing: null });
    editor.viewport.current?.focus({ preventScroll: true });
  };
  const lastRow = rows.length - 1;
  const write = (kind: "head" | "body" | "footer", column: number, value: string) => {
    if (kind === "head") editor.actions.renameTableColumn(column, value);
    else if (kind === "body") editor.editCell(table.id, column, value);
    else editor.actions.updateSchema(table.id, { footer: (table.footer ?? []).with(column, value) });
  };
  return (
    <div
      ref={root}
      className="jpd-fieldtable jpd-table"
      onBlur={(event) => {
        if (!root.current?.contains(event.relatedTarget)) editor.ui.setState({ editing: null });
      }}
      style={{ position: "absolute", inset: 0 }}
    >
      {rows.map(({ kind, cells }, row) => (
        <div key={kind} className="jpd-table__row" style={{ display: "flex", height: mm(7) }}>
          {widths.map((width, column) => (
            <Cell
              key={column}
              cell={`${row}-${column}`}
              role={kind}
              label={`${table.head?.[column] ?? column + 1}`}
              value={String(cells[column] ?? "")}
              width={width}
              size={table[`${kind}FontSize`] || 9}
              onWrite={(value) => write(kind, column, value)}
              onClose={close}
              onMove={(down) =>
                setAt({ row: Math.max(0, Math.min(lastRow, row + down)), column })
              }
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface CellProps {
  cell: string;
  role: "head" | "body" | "footer";
  label: string;
  value: string;
  width: number;
  size: number;
  onWrite: (value: string) => void;
  onClose: () => void;
  onMove: (down: number) => void;
}

/** A cell is written when it is left: a half-typed title is none. */
function Cell({ cell, role, label, value, width, size, onWrite, onClose, onMove }: CellProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [focused, setFocused] = useState(false);
  const commit = () => {
    if (draft !== null && draft !== value) onWrite(draft);
    setDraft(null);
  };
  return (
    <div className="jpd-table__cell jpd-cell-text" data-role={role} data-focused={focused || undefined} style={{ flex: "none", width: mm(width), height: "100%" }}>
      <input
        className="jpd-cell-input"
        data-cell={cell}
        aria-label={label}
        value={draft ?? value}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          commit();
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Escape") {
            setDraft(null);
            onClose();
          } else if (event.key === "Enter") {
            commit();
            onClose();
          } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            onMove(event.key === "ArrowDown" ? 1 : -1);
          }
        }}
        style={{
          boxSizing: "border-box",
          width: "100%",
          height: "100%",
          margin: 0,
          padding: `0 ${mm(1.5)}`,
          border: "1px solid #0284c7",
          font: `${mm(pt(size))} Helvetica, "Liberation Sans", Arimo, Arial, sans-serif`,
          color: "#0f172a",
          background: "#ffffff",
        }}
      />
    </div>
  );
}
