/**
 * Gestures of the pointer on the canvas: selecting, moving, resizing, marquee, panning, pinching.
 *
 * While a gesture runs, nothing goes through React: elements are moved by their style, as a transformation that needs no
 * layout. The document changes once, when the gesture ends. That is why moving is as quick with 300 fields as with three.
 */
import type { Field, PageDesign } from "../../core/types";
import { fieldsOf } from "../operations/design";
import { patchFields } from "../operations/fields";
import { boundsOf, clampGroup, keptInPlace, MIN_SIZE, movingIds, rectOf, sectionAt, setRects, snapAngle, turned } from "../operations/geometry";
import { groupOf, withGroups } from "../operations/groups";
import { angleOf } from "../operations/turning";
import { inBand } from "../operations/zones";
import type { Editor } from "../store/editor";
import { classifyZone, PX_PER_MM, type Rect, zoneRect } from "../../core/page";
import { designAtElement, fieldIdAt } from "../canvas/targets";
import { EMPTY_OVERLAY } from "./overlay-store";
import { columnEdges, columnWidths, crosses, type Guides, guidesOf, type Handle, resizeRect, scaled, snapMove } from "./snap";
import { withRatio } from "../operations/pictures";
import { resizeColumns } from "../operations/tables";
import { guidesAt, withGuides } from "../store/notes";

/** Movements below this are clicks. */
const THRESHOLD_PX = 3;
const SNAP_PX = 4;
/** So near to the edge of the canvas it scrolls. */
const SCROLL_EDGE_PX = 28;
const SCROLL_STEP_PX = 14;

const MAX_LAYERS = 40;
/** For what is turned: its corners are elsewhere than those of its box. */
const EVERYWHERE = { x: -1e6, y: -1e6, width: 2e6, height: 2e6 };

interface Pointer {
  clientX: number;
  clientY: number;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

interface Session {
  move: (pointer: Pointer) => void;
  /** `commit` false: everything is as before. */
  end: (commit: boolean, pointer: Pointer) => void;
}

const HANDLES: Record<string, Handle> = {
  nw: { x: -1, y: -1 },
  n: { x: 0, y: -1 },
  ne: { x: 1, y: -1 },
  e: { x: 1, y: 0 },
  se: { x: 1, y: 1 },
  s: { x: 0, y: 1 },
  sw: { x: -1, y: 1 },
  w: { x: -1, y: 0 },
};

/** Guides of a page as those of a box in the template that is shown elsewhere; edges that grew in print meet none. */
function shifted(guides: Guides, box: Rect, shown: Rect): Guides {
  const by = { x: shown.x - box.x, y: shown.y - box.y };
  const along = (axis: "x" | "y", across: "x" | "y", size: "width" | "height") =>
    Math.abs(shown[size] - box[size]) > 0.01 ? [] : guides[axis].map(({ at, from, to }) => ({ at: at - by[axis], from: from - by[across], to: to - by[across] }));
  return { x: along("x", "y", "width"), y: along("y", "x", "height") };
}

const additive = (pointer: Pointer) => pointer.ctrlKey || pointer.metaKey;

export function attachGestures(editor: Editor, root: HTMLElement): () => void {
  const { overlay } = editor;
  let session: Session | null = null;
  let last: Pointer | null = null;
  let panKey = false;
  let frame = 0;
  const touches = new Map<number, { x: number; y: number }>();

  const sheet = () => root.querySelector<HTMLElement>("[data-sheet]");
  const scale = () => PX_PER_MM * editor.view.getState().zoom;
  const mode = () => editor.ui.getState().isolateBands;
  const inMode = (field: Field, design: PageDesign) => inBand(field, design) === mode();

  function toMm(pointer: { clientX: number; clientY: number }): { x: number; y: number } {
    const rect = sheet()?.getBoundingClientRect();
    return rect ? { x: (pointer.clientX - rect.left) / scale(), y: (pointer.clientY - rect.top) / scale() } : { x: 0, y: 0 };
  }

  const ownGuides = () => guidesAt(editor.notes.getState(), editor.page);

  /** The corner of the printed page that a field is on; the sheet's own where the canvas shows the layout. */
  function pageCorner(shown: Rect): { x: number; y: number } {
    const sheet = editor.stage.getState().stage?.sheetAt(shown.y);
    return sheet ? { x: sheet.x, y: sheet.y } : { x: 0, y: 0 };
  }

  /** The design with each field where it is shown on the page that has this corner; those on other pages are left out. */
  function designOn(page: { x: number; y: number }, design: PageDesign): PageDesign {
    if (!editor.stage.getState().stage) return design;
    const schemas = fieldsOf(design).flatMap((field) => {
      if (!field) return [];
      const shown = editor.shownRect(field);
      const corner = pageCorner(shown);
      return corner.x === page.x && corner.y === page.y ? [{ ...field, ...shown, x: shown.x - page.x, y: shown.y - page.y } as Field] : [];
    });
    return { ...design, schemas };
  }

  /** The other places where fields are printed, which move along; as parts of drawings they are measured in millimetres. */
  function partsOf(ids: Iterable<string>): SVGElement[] {
    return [...ids].flatMap((id) => [...root.querySelectorAll<SVGElement>(`[data-part-of="${CSS.escape(id)}"]`)]);
  }

  function elementOf(id: string): HTMLElement | null {
    return root.querySelector<HTMLElement>(`[data-field-id="${CSS.escape(id)}"]`);
  }

  // ------------------------------------------------------------------------------------------------ one at a time

  function begin(next: Session, event: PointerEvent): void {
    session = next;
    last = event;
    root.setPointerCapture(event.pointerId);
    editor.gesture = { cancel: () => finish(false) };
    root.dataset.gesture = "";
  }

  function finish(commit: boolean): void {
    const ended = session;
    if (!ended) return;
    session = null;
    editor.gesture = null;
    cancelAnimationFrame(frame);
    frame = 0;
    delete root.dataset.gesture;
    overlay.setState(EMPTY_OVERLAY);
    ended.end(commit, last as Pointer);
  }

  /** Scrolls while the pointer is at the edge, and goes on with the gesture. */
  function autoScroll(): void {
    frame = 0;
    if (!session || !last) return;
    const area = root.getBoundingClientRect();
    const by = (at: number, low: number, high: number) =>
      at < low + SCROLL_EDGE_PX ? -SCROLL_STEP_PX : at > high - SCROLL_EDGE_PX ? SCROLL_STEP_PX : 0;
    const dx = by(last.clientX, area.left, area.right);
    const dy = by(last.clientY, area.top, area.bottom);
    if (dx === 0 && dy === 0) return;
    const before = [root.scrollLeft, root.scrollTop];
    root.scrollBy({ left: dx, top: dy, behavior: "instant" });
    if (root.scrollLeft === before[0] && root.scrollTop === before[1]) return;
    session.move(last);
    frame = requestAnimationFrame(autoScroll);
  }

  // ------------------------------------------------------------------------------------------------------- moving

  /** What stays where it was while its copy moves. */
  function ghostsOf(elements: () => readonly HTMLElement[]): { show: (on: boolean) => void } {
    let ghosts: HTMLElement[] = [];
    return {
      show(on) {
        root.toggleAttribute("data-copying", on);
        if (on === ghosts.length > 0) return;
        for (const ghost of ghosts) ghost.remove();
        ghosts = on
          ? elements().map((element) => {
              const ghost = element.cloneNode(true) as HTMLElement;
              for (const name of ["id", "role", "aria-label", "data-field-id", "data-selected"]) ghost.removeAttribute(name);
              ghost.setAttribute("aria-hidden", "true");
              Object.assign(ghost.style, { translate: "", pointerEvents: "none" });
              element.parentElement?.append(ghost);
              return ghost;
            })
          : [];
      },
    };
  }

  function moveSession(anchor: Field, event: PointerEvent, onClick: (pointer: Pointer) => void): Session {
    const design = editor.design();
    const start = toMm(event);
    let begun: ReturnType<typeof prepare> | null = null;
    let shift = { dx: 0, dy: 0 };
    const ghosts = ghostsOf(() => begun?.elements ?? []);

    function prepare() {
      const wanted = editor.selectedIds().includes(anchor.id) ? editor.selectedIds() : editor.withGroup(anchor.id);
      const moving = movingIds(design, wanted);
      const fields = fieldsOf(design).filter((field) => field && moving.has(field.id));
      const limiting = fields.filter((field) => !(field.sectionId && moving.has(field.sectionId)));
      const elements = fields.flatMap((field) => elementOf(field.id) ?? []);
      // A layer of its own is moved without painting what lies below; too many cost more than they save.
      if (elements.length <= MAX_LAYERS) for (const element of elements) element.style.willChange = "translate";
      const grabbed = limiting.find((field) => field.id === anchor.id) ?? limiting[0] ?? anchor;
      const shown = limiting.length > 0 ? boundsOf(limiting.map((field) => editor.shownRect(field))) : editor.shownRect(anchor);
      const page = pageCorner(editor.shownRect(grabbed));
      const there = designOn(page, design);
      const modes = new Set(fieldsOf(design).flatMap((field) => (field && inMode(field, design) ? field.id : [])));
      const others = fieldsOf(there).filter((field) => field && !moving.has(field.id) && modes.has(field.id) && field.type !== "section");
      const parts = partsOf(moving);
      return {
        limiting,
        rects: limiting.map(rectOf),
        bounds: limiting.length > 0 ? boundsOf(limiting) : rectOf(anchor),
        /** Where they are shown on their page. */
        shown: { ...shown, x: shown.x - page.x, y: shown.y - page.y },
        page,
        grabbed: rectOf(grabbed),
        elements,
        parts: parts.length <= MAX_LAYERS ? parts : [],
        guides: guidesOf(there, moving, (field) => modes.has(field.id), ownGuides()),
        others: others.map(rectOf),
      };
    }

    return {
      move(pointer) {
        if (!begun) {
          if (Math.hypot(pointer.clientX - event.clientX, pointer.clientY - event.clientY) < THRESHOLD_PX) return;
          if (!editor.selectedIds().includes(anchor.id)) editor.toggle(anchor.id, false);
          if (!editor.permissions.structure) return;
          begun = prepare();
        }
        if (begun.limiting.length === 0) return;
        const now = toMm(pointer);
        const raw = { dx: now.x - start.x, dy: now.y - start.y };
        // Along the axis that the pointer went further on.
        if (pointer.shiftKey) raw[Math.abs(raw.dx) < Math.abs(raw.dy) ? "dx" : "dy"] = 0;
        const free = pointer.shiftKey || additive(pointer) || !editor.ui.getState().snapping;
        ghosts.show(pointer.altKey);
        const snapped = free
          ? { ...raw, guides: [] }
          : snapMove(begun.shown, begun.grabbed, raw.dx, raw.dy, {
              guides: begun.guides,
              tolerance: SNAP_PX / scale(),
              grid: editor.grid,
              others: begun.others,
            });
        shift = clampGroup(begun.rects, design, snapped.dx, snapped.dy);
        const clamped = Math.abs(shift.dx - snapped.dx) > 1e-6 || Math.abs(shift.dy - snapped.dy) > 1e-6;
        const translate = `${shift.dx * scale()}px ${shift.dy * scale()}px`;
        for (const element of begun.elements) element.style.translate = translate;
        for (const part of begun.parts) part.style.translate = `${shift.dx}px ${shift.dy}px`;
        // The frame comes a moment later, when the field was not selected before.
        const frameElement = root.querySelector<HTMLElement>("[data-selection-frame]");
        if (frameElement) frameElement.style.translate = translate;
        const moved = { ...begun.bounds, x: begun.bounds.x + shift.dx, y: begun.bounds.y + shift.dy };
        const joining = begun.limiting.length === 1 && begun.limiting[0]?.type !== "section" && !mode();
        overlay.setState({
          guides: clamped ? [] : snapped.guides,
          readout: moved,
          at: { ...begun.shown, x: begun.page.x + begun.shown.x + shift.dx, y: begun.page.y + begun.shown.y + shift.dy },
          corner: begun.page,
          dropSection: joining ? (sectionAt({ ...moved, id: anchor.id }, design)?.id ?? null) : null,
        });
      },
      end(commit, pointer) {
        if (!begun) {
          if (commit) onClick(pointer);
          return;
        }
        const frameElement = root.querySelector<HTMLElement>("[data-selection-frame]");
        for (const element of [...begun.elements, ...begun.parts, frameElement]) if (element) Object.assign(element.style, { translate: "", willChange: "" });
        ghosts.show(false);
        if (!commit || (Math.abs(shift.dx) < 0.01 && Math.abs(shift.dy) < 0.01)) return;
        if (pointer.altKey) return editor.actions.duplicateBy(shift.dx, shift.dy);
        editor.actions.moveGroup(begun.limiting.map((field) => ({ id: field.id, x: field.x + shift.dx, y: field.y + shift.dy })));
      },
    };
  }

  // ----------------------------------------------------------------------------------------------------- resizing

  function resizeSession(handle: Handle, event: PointerEvent): Session | null {
    const design = editor.design();
    const { template } = editor.document.current();
    const ids = new Set(editor.selectedIds());
    const fields = fieldsOf(design).filter((field) => field && ids.has(field.id) && !field.locked);
    if (fields.length === 0 || !editor.permissions.structure) return null;
    const before = boundsOf(fields);
    const [single] = fields;
    const zone = classifyZone(before, design.page, design);
    const area = zone === "body" ? { x: 0, y: 0, ...design.page } : zoneRect(zone, design.page, design);
    const start = toMm(event);
    const shown = boundsOf(fields.map((field) => editor.shownRect(field)));
    const page = pageCorner(shown);
    const modes = new Set(fieldsOf(design).flatMap((field) => (field && inMode(field, design) ? field.id : [])));
    // What is turned is resized in its own axes, where there are no guides.
    const angle = fields.length === 1 ? angleOf(single, template) : 0;
    const guides = shifted(guidesOf(designOn(page, design), ids, (field) => modes.has(field.id), ownGuides()), before, { ...shown, x: shown.x - page.x, y: shown.y - page.y });
    const styles = fields.flatMap((field) => {
      const element = elementOf(field.id);
      return element ? [{ field, element, shown: editor.shownRect(field) }] : [];
    });
    const frameElement = root.querySelector<HTMLElement>("[data-selection-frame]");
    let after: Rect | null = null;
    const rectsAt = (bounds: Rect) =>
      new Map(fields.map((field) => [field.id, fields.length === 1 ? bounds : scaled(field, before, bounds, MIN_SIZE)]));
    const px = (value: number) => `${value * scale()}px`;
    // Places and sizes are React's, which draws the fields while they are resized; this lies over them.
    const apply = (element: HTMLElement, from: Rect, own: Rect, to: Rect) => {
      const [width, height] = [px(Math.max(0, from.width + to.width - own.width)), px(Math.max(0, from.height + to.height - own.height))];
      Object.assign(element.style, { translate: `${px(to.x - own.x)} ${px(to.y - own.y)}`, minWidth: width, maxWidth: width, minHeight: height, maxHeight: height });
    };
    return {
      move(pointer) {
        const now = toMm(pointer);
        const free = angle !== 0 || pointer.shiftKey || !editor.ui.getState().snapping;
        const picture = fields.length === 1 && single?.type === "image";
        const corner = handle.x !== 0 && handle.y !== 0;
        const by = turned(now.x - start.x, now.y - start.y, -angle);
        const { rect, guides: lines } = resizeRect(before, handle, by.x, by.y, {
          guides: free ? { x: [], y: [] } : guides,
          tolerance: free ? 0 : SNAP_PX / scale(),
          grid: free ? 0 : editor.grid,
          keepRatio: picture ? !pointer.altKey && corner : pointer.altKey || (pointer.shiftKey && corner),
          fromCentre: pointer.ctrlKey || pointer.metaKey,
          area: angle === 0 ? area : EVERYWHERE,
          minimum: MIN_SIZE,
        });
        // A side takes the other one along, unless Alt lets the picture be stretched.
        const side = handle.x === 0 || handle.y === 0;
        after = picture && side && !pointer.altKey ? { ...rect, ...withRatio(single, template, handle.x === 0 ? { height: rect.height } : { width: rect.width }) } : rect;
        if (angle !== 0) after = keptInPlace(before, after, angle);
        const rects = rectsAt(after);
        for (const { field, element, shown: from } of styles) apply(element, from, field, rects.get(field.id) as Rect);
        const at = { x: shown.x + after.x - before.x, y: shown.y + after.y - before.y, width: shown.width + after.width - before.width, height: shown.height + after.height - before.height };
        if (frameElement) apply(frameElement, shown, before, after);
        overlay.setState({ guides: lines, readout: after, at, corner: { x: shown.x - before.x, y: shown.y - before.y } });
        editor.preview(rects);
      },
      end(commit) {
        for (const element of [...styles.map((own) => own.element), frameElement]) {
          if (element) Object.assign(element.style, { translate: "", minWidth: "", maxWidth: "", minHeight: "", maxHeight: "" });
        }
        editor.preview(null);
        if (!commit || !after) return;
        const rects = rectsAt(after);
        const name = single && fields.length === 1 ? { name: single.name } : { count: fields.length };
        editor.changeDesign({ kind: "resize", ...name }, (own) => setRects(own, rects));
        const field = editor.field(single?.id ?? null);
        if (field) editor.announce(editor.dict.editor.announceResized(field.name, field.width, field.height));
      },
    };
  }

  // ----------------------------------------------------------------------------------------------------- turning

  function turnSession(event: PointerEvent): Session | null {
    const [id] = editor.selectedIds();
    const field = editor.field(id ?? null);
    if (!field || !editor.permissions.structure) return null;
    const { template } = editor.document.current();
    const before = angleOf(field, template);
    const shown = editor.shownRect(field);
    const centre = { x: shown.x + shown.width / 2, y: shown.y + shown.height / 2 };
    const direction = (pointer: Pointer) => {
      const at = toMm(pointer);
      return (Math.atan2(at.y - centre.y, at.x - centre.x) * 180) / Math.PI;
    };
    const start = direction(event);
    const frameElement = root.querySelector<HTMLElement>("[data-selection-frame]");
    let after = before;
    return {
      move(pointer) {
        after = snapAngle(before + direction(pointer) - start, pointer.shiftKey);
        if (frameElement) frameElement.style.rotate = `${after}deg`;
        overlay.setState({ readout: rectOf(field), at: shown, angle: after });
        editor.previewDesign((own) => patchFields(own, new Set([field.id]), { rotate: after }));
      },
      end(commit) {
        if (frameElement) frameElement.style.rotate = before === 0 ? "" : `${before}deg`;
        editor.previewDesign(null);
        if (commit && after !== before) editor.actions.turn([field.id], after);
      },
    };
  }

  // ----------------------------------------------------------------------------------- columns, parts of cards, bands

  function columnSession(index: number, event: PointerEvent): Session | null {
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
        overlay.setState({
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

  function bandSession(band: "headerHeight" | "footerHeight" | "marginLeft" | "marginRight", event: PointerEvent): Session | null {
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

  function cardSession(part: "icon" | "title" | "value" | "subtitle", event: PointerEvent, element: HTMLElement): Session | null {
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
  function guideSession(axis: "x" | "y", index: number | null): Session {
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
        overlay.setState({ readout: at === null ? null : { x: axis === "x" ? at : point.x, y: axis === "y" ? at : point.y, width: 0, height: 0 } });
      },
      end(commit) {
        if (!commit) show(before[axis]);
        else editor.announce(at === null ? editor.dict.editor.guideRemoved : editor.dict.editor.guideAt(at));
      },
    };
  }

  // ------------------------------------------------------------------------------------------- marquee and panning

  function marqueeSession(event: PointerEvent): Session {
    const start = toMm(event);
    const before = additive(event) ? editor.selectedIds() : [];
    let begun = false;
    return {
      move(pointer) {
        if (!begun && Math.hypot(pointer.clientX - event.clientX, pointer.clientY - event.clientY) < THRESHOLD_PX) return;
        begun = true;
        const now = toMm(pointer);
        const rect = {
          x: Math.min(start.x, now.x),
          y: Math.min(start.y, now.y),
          width: Math.abs(now.x - start.x),
          height: Math.abs(now.y - start.y),
        };
        overlay.setState({ marquee: rect });
        const design = editor.design();
        const hit = fieldsOf(design).filter((field) => {
          if (!field || !inMode(field, design)) return false;
          const shown = editor.shownRect(field);
          if (!crosses(shown, rect)) return false;
          // Inside a section people draw around its members.
          return field.type !== "section" || !crosses(shown, { ...start, width: 0, height: 0 });
        });
        const ids = withGroups(fieldsOf(design), hit.map((field) => field.id));
        editor.select([...before, ...ids.filter((id) => !before.includes(id))]);
      },
      end(commit, pointer) {
        if (!begun) {
          if (commit && !additive(pointer)) editor.select([]);
          return;
        }
        if (!commit) editor.select(before);
        else editor.announce(editor.dict.editor.announceSelectedMany(editor.selectedIds().length));
      },
    };
  }

  function panSession(event: PointerEvent, onClick?: (pointer: Pointer) => void): Session {
    const from = { left: root.scrollLeft, top: root.scrollTop };
    let moved = false;
    return {
      move(pointer) {
        const [dx, dy] = [pointer.clientX - event.clientX, pointer.clientY - event.clientY];
        if (!moved && Math.hypot(dx, dy) < THRESHOLD_PX) return;
        moved = true;
        root.scrollTo({ left: from.left - dx, top: from.top - dy, behavior: "instant" });
      },
      end(commit, pointer) {
        if (commit && !moved) onClick?.(pointer);
      },
    };
  }

  /** Two fingers: the distance zooms, the middle pans. */
  function pinch(): void {
    const [a, b] = [...touches.values()] as [{ x: number; y: number }, { x: number; y: number }];
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const distance = Math.hypot(a.x - b.x, a.y - b.y);
    if (pinching) {
      root.scrollBy({ left: pinching.middle.x - middle.x, top: pinching.middle.y - middle.y, behavior: "instant" });
      editor.zoom.zoomTo((pinching.zoom * distance) / pinching.distance, middle);
      pinching.middle = middle;
    } else pinching = { distance: Math.max(1, distance), zoom: editor.view.getState().zoom, middle };
  }
  let pinching: { distance: number; zoom: number; middle: { x: number; y: number } } | null = null;

  // ------------------------------------------------------------------------------------------------------- events

  function fieldAt(event: Pointer, target: EventTarget | null): Field | undefined {
    const field = editor.field(fieldIdAt(target) ?? null);
    if (!event.altKey || !field) return field;
    // Alt reaches what lies below: each click the next one.
    const stack = document
      .elementsFromPoint(event.clientX, event.clientY)
      .flatMap((below) => fieldIdAt(below) ?? []);
    const ids = [...new Set(stack)];
    const index = ids.indexOf(editor.selectedIds().at(-1) ?? "");
    return editor.field(ids[(index + 1) % ids.length] ?? null);
  }

  /** The selected field at a place, whatever lies over it. */
  function selectedAt(event: Pointer): string | undefined {
    const ids = editor.selectedIds();
    return document.elementsFromPoint(event.clientX, event.clientY).flatMap((below) => fieldIdAt(below) ?? []).find((id) => ids.includes(id));
  }

  function onPointerDown(event: PointerEvent): void {
    const target = event.target as Element;
    if (event.pointerType === "touch") {
      touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (touches.size === 2) {
        finish(false);
        pinch();
        return;
      }
    }
    if (session || target.closest("input, textarea, select, button, a, [data-no-gesture]")) return;
    if (!sheet()) return;
    if (event.button === 1 || (event.button === 0 && panKey)) {
      event.preventDefault();
      return begin(panSession(event), event);
    }
    if (event.button !== 0) return;
    if (target.closest("[data-turn-handle]")) {
      const next = turnSession(event);
      if (next) begin(next, event);
      return;
    }
    const handle = target.closest<HTMLElement>("[data-handle]")?.dataset.handle;
    if (handle) {
      const next = resizeSession(HANDLES[handle] as Handle, event);
      if (next) begin(next, event);
      return;
    }
    const edge = target.closest<HTMLElement>("[data-column-edge]")?.dataset.columnEdge;
    if (edge !== undefined) {
      const next = columnSession(Number(edge), event);
      if (next) begin(next, event);
      return;
    }
    const band = target.closest<HTMLElement>("[data-band-edge]")?.dataset.bandEdge;
    if (band) {
      const next = bandSession(band as "headerHeight", event);
      if (next) begin(next, event);
      return;
    }
    const part = target.closest<HTMLElement>("[data-kpi-part]");
    if (part) {
      const next = cardSession(part.dataset.kpiPart as "icon", event, part);
      if (next) begin(next, event);
      return;
    }
    const guide = target.closest<HTMLElement>("[data-guide]")?.dataset.guide;
    if (guide) {
      const [axis, index] = guide.split(":") as ["x" | "y", string];
      return begin(guideSession(axis, Number(index)), event);
    }
    // The ruler along the top gives horizontal guides.
    const ruler = target.closest<HTMLElement>(".jpd-canvas__ruler")?.dataset.dir;
    if (ruler) return begin(guideSession(ruler === "x" ? "y" : "x", null), event);
    // What another design prints is edited with that design.
    const other = designAtElement(target);
    if (other !== undefined && other !== editor.page) {
      const id = fieldIdAt(target);
      editor.actions.setPage(other);
      if (id !== undefined) editor.select([id]);
      return;
    }
    // With Alt a press selects what lies below, and dragging copies what is selected.
    const below = fieldAt(event, target);
    const field = (event.altKey && editor.field(selectedAt(event) ?? null)) || below;
    if (!field || !below) {
      const onSheet = target.closest("[data-sheet], [data-paper]") !== null;
      if (event.pointerType === "touch" && onSheet) return begin(panSession(event, () => editor.select([])), event);
      if (event.pointerType !== "touch") begin(marqueeSession(event), event);
      return;
    }
    const select = (pointer: Pointer) => {
      editor.toggle(below.id, additive(pointer));
      editor.announceField(below);
    };
    if (event.pointerType === "touch" && !editor.selectedIds().includes(field.id)) return begin(panSession(event, select), event);
    begin(moveSession(field, event, select), event);
  }

  function onPointerMove(event: PointerEvent): void {
    if (touches.has(event.pointerId)) {
      touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (pinching && touches.size >= 2) return pinch();
    }
    markRulers(event);
    if (!session) return;
    last = event;
    session.move(event);
    if (frame === 0) frame = requestAnimationFrame(autoScroll);
  }

  function onPointerEnd(event: PointerEvent): void {
    touches.delete(event.pointerId);
    if (touches.size < 2) pinching = null;
    if (!session) return;
    last = event;
    finish(event.type === "pointerup");
  }

  /**
   * The cursor's place on the rulers. Not by a property of the canvas: each change of one that is inherited makes the browser
   * compute the styles of every field again.
   */
  function markRulers(event: Pointer): void {
    for (const mark of root.querySelectorAll<HTMLElement>("[data-cursor]")) {
      const origin = mark.parentElement?.getBoundingClientRect();
      if (!origin) continue;
      const horizontal = mark.dataset.cursor === "x";
      mark.style.visibility = "visible";
      mark.style.translate = horizontal ? `${event.clientX - origin.left}px 0` : `0 ${event.clientY - origin.top}px`;
    }
  }

  function onWheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { zoom } = editor.view.getState();
    // A notch of a wheel is a step of about a tenth, a pinch of a touchpad comes in small pieces.
    const by = Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 500);
    editor.zoom.zoomTo(zoom * by, { x: event.clientX, y: event.clientY });
  }

  /** Pressing and releasing a key changes a gesture even while the pointer rests. */
  function onKey(event: KeyboardEvent): void {
    if (event.key === " " && event.target === root) {
      panKey = event.type === "keydown";
      root.toggleAttribute("data-pan", panKey);
      event.preventDefault();
    }
    if (!session || !last || event.key === "Escape") return;
    last = {
      clientX: last.clientX,
      clientY: last.clientY,
      shiftKey: event.shiftKey,
      altKey: event.altKey,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
    };
    session.move(last);
  }

  function onDoubleClick(event: MouseEvent): void {
    // The clicks of a captured pointer go to the canvas, wherever they are.
    const target = document.elementFromPoint(event.clientX, event.clientY) ?? (event.target as Element);
    if (target.closest("input, textarea, button, [data-no-gesture]")) return;
    const field = editor.field(fieldIdAt(target) ?? null);
    if (field?.type === "image") return editor.chooseImage(field.id);
    // Into its group.
    if (groupOf(field) !== undefined) editor.toggle(field!.id, false, true);
    if (field) {
      const { x, y } = toMm(event);
      const shown = editor.shownRect(field);
      // What is printed again and again is edited where it is printed first.
      const first = target.closest("[data-part-of]") === null;
      if (!first) editor.revealField(field);
      return void editor.editContent(field.id, first ? { x: x - shown.x, y: y - shown.y } : null);
    }
    if (!target.closest("[data-sheet], [data-paper]")) return;
    const design = editor.design();
    const at = toMm(event);
    const corner = pageCorner({ ...at, width: 0, height: 0 });
    const zone = classifyZone({ x: at.x - corner.x, y: at.y - corner.y, width: 0, height: 0 }, design.page, design);
    editor.actions.setIsolateBands(zone !== "body");
  }

  const leave = () => {
    for (const mark of root.querySelectorAll<HTMLElement>("[data-cursor]")) mark.style.visibility = "hidden";
  };

  root.addEventListener("pointerdown", onPointerDown);
  root.addEventListener("pointermove", onPointerMove);
  root.addEventListener("pointerup", onPointerEnd);
  root.addEventListener("pointercancel", onPointerEnd);
  root.addEventListener("pointerleave", leave);
  root.addEventListener("dblclick", onDoubleClick);
  root.addEventListener("wheel", onWheel, { passive: false });
  window.addEventListener("keydown", onKey);
  window.addEventListener("keyup", onKey);
  return () => {
    finish(false);
    root.removeEventListener("pointerdown", onPointerDown);
    root.removeEventListener("pointermove", onPointerMove);
    root.removeEventListener("pointerup", onPointerEnd);
    root.removeEventListener("pointercancel", onPointerEnd);
    root.removeEventListener("pointerleave", leave);
    root.removeEventListener("dblclick", onDoubleClick);
    root.removeEventListener("wheel", onWheel);
    window.removeEventListener("keydown", onKey);
    window.removeEventListener("keyup", onKey);
  };
}
