/** Dragging edges and marks: columns of tables, bands of pages, parts of cards, guides. */
import { classifyZone } from "../../core/page";
import { fieldsOf } from "../operations/design";
import { resizeColumns } from "../operations/tables";
import { withGuides } from "../store/notes";
import { columnEdges, columnWidths } from "./snap";
import { type Session, type Surface, THRESHOLD_PX } from "./surface";

export function columnSession(surface: Surface, index: number, event: PointerEvent): Session | null {
  const { editor, root, scale, toMm } = surface;
  const table = editor.field(editor.selectedIds().at(-1) ?? null);
  if (table?.type !== "table" || !editor.permissions.structure) return null;
  const widths = columnWidths(table);
  const [left, right] = [widths[index], widths[index + 1]];
  const edge = columnEdges(table)[index];
  if (left === undefined || right === undefined || edge === undefined) return null;
  const start = toMm(event);
  const element = root.querySelector<HTMLElement>(`[data-column-edge="${index}"]`);
  const shown = editor.shownRect(table);
  let next = { left, right };
  return {
    move(pointer) {
      let by = toMm(pointer).x - start.x;
      if (!pointer.shiftKey && editor.grid > 0) by = Math.round((edge + by) / editor.grid) * editor.grid - edge;
      next = resizeColumns(left, right, by);
      const at = next.left - left;
      if (element) element.style.translate = `${at * scale()}px 0`;
      editor.overlay.setState({
        guides: [{ axis: "x", at: edge + at, from: table.y, to: table.y + table.height }],
        readout: { x: edge + at, y: table.y, width: next.left, height: 7 },
        at: { x: shown.x + edge - table.x + at, y: shown.y, width: next.left, height: 7 },
        corner: { x: shown.x - table.x, y: shown.y - table.y },
      });
    },
    end(commit) {
      if (element) element.style.translate = "";
      if (!commit || next.left === left) return;
      editor.actions.transaction({ kind: "column", name: table.name }, () => {
        editor.actions.setColumnWidth(index, Math.round(next.left * 100) / 100);
        editor.actions.setColumnWidth(index + 1, Math.round(next.right * 100) / 100);
      });
    },
  };
}

export function bandSession(surface: Surface, band: "headerHeight" | "footerHeight" | "marginLeft" | "marginRight", event: PointerEvent): Session | null {
  const { editor, root, scale, toMm } = surface;
  if (!editor.permissions.page) return null;
  const design = editor.design();
  const before = design[band] ?? 0;
  const start = toMm(event);
  const horizontal = band === "marginLeft" || band === "marginRight";
  const limit = horizontal ? design.page.width / 2 : design.page.height;
  const sign = band === "headerHeight" || band === "marginLeft" ? 1 : -1;
  const element = root.querySelector<HTMLElement>(`[data-band-edge="${band}"]`);
  let next = before;
  return {
    move(pointer) {
      const now = toMm(pointer);
      const by = sign * (horizontal ? now.x - start.x : now.y - start.y);
      const size = Math.max(0, Math.min(limit, before + by));
      next = pointer.shiftKey || editor.grid <= 0 ? Math.round(size * 10) / 10 : Math.round(size / editor.grid) * editor.grid;
      const at = sign * (next - before) * scale();
      if (element) element.style.translate = horizontal ? `${at}px 0` : `0 ${at}px`;
      const changed = fieldsOf(design).filter(
        (field) => field && !field.sectionId && classifyZone(field, design.page, design) !== classifyZone(field, design.page, { ...design, [band]: next }),
      ).length;
      editor.bandChange.setState({ band, size: next, changed });
    },
    end(commit) {
      if (element) element.style.translate = "";
      editor.bandChange.setState({ band: null, size: 0, changed: 0 });
      if (commit && next !== before) editor.actions.updatePageBand({ [band]: next });
    },
  };
}

export function cardSession(surface: Surface, part: "icon" | "title" | "value" | "subtitle", event: PointerEvent, element: HTMLElement): Session | null {
  const { editor, scale, toMm } = surface;
  const card = editor.field(editor.selectedIds().at(-1) ?? null);
  if (card?.type !== "kpi") return null;
  const start = toMm(event);
  const at = { x: Number(element.dataset.x), y: Number(element.dataset.y) };
  const size = { width: Number(element.dataset.w), height: Number(element.dataset.h) };
  const free = card[`${part}Locked`] === false && editor.permissions.style;
  let next: { x: number; y: number } | null = null;
  return {
    move(pointer) {
      if (!free) return;
      const now = toMm(pointer);
      if (!next && Math.hypot(now.x - start.x, now.y - start.y) * scale() < THRESHOLD_PX) return;
      const clamp = (value: number, room: number) => Math.max(0, Math.min(Math.max(0, room), value));
      next = {
        x: Math.round(clamp(at.x + now.x - start.x, card.width - size.width) * 10) / 10,
        y: Math.round(clamp(at.y + now.y - start.y, card.height - size.height) * 10) / 10,
      };
      element.style.translate = `${(next.x - at.x) * scale()}px ${(next.y - at.y) * scale()}px`;
    },
    end(commit) {
      element.style.translate = "";
      if (!commit) return;
      editor.selection.setState({ kpiElement: part });
      if (next) editor.actions.updateSchema(card.id, { [`${part}Offset`]: next }, { label: { kind: "move", name: card.name } });
    },
  };
}

/** A guide, a new one where `index` is none. One that ends outside the sheet goes. */
export function guideSession(surface: Surface, axis: "x" | "y", index: number | null): Session {
  const { editor, toMm, ownGuides } = surface;
  const page = editor.page;
  const before = ownGuides();
  const { width, height } = editor.design().page;
  const size = axis === "x" ? width : height;
  const rest = index === null ? before[axis] : before[axis].toSpliced(index, 1);
  let at: number | null = index === null ? null : (before[axis][index] ?? null);
  const show = (list: number[]) => editor.notes.setState((notes) => withGuides(notes, page, { ...before, [axis]: list }), true);
  return {
    move(pointer) {
      const now = toMm(pointer)[axis];
      const snapped = pointer.shiftKey || editor.grid <= 0 ? Math.round(now * 10) / 10 : Math.round(now / editor.grid) * editor.grid;
      at = now < 0 || now > size ? null : Math.max(0, Math.min(size, snapped));
      const list = at === null ? rest : rest.toSpliced(index ?? rest.length, 0, at);
      show(list);
      const point = toMm(pointer);
      editor.overlay.setState({ readout: at === null ? null : { x: axis === "x" ? at : point.x, y: axis === "y" ? at : point.y, width: 0, height: 0 } });
    },
    end(commit) {
      if (!commit) show(before[axis]);
      else editor.announce(at === null ? editor.dict.editor.guideRemoved : editor.dict.editor.guideAt(at));
    },
  };
}
