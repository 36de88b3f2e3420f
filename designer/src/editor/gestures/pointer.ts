/**
 * Gestures of the pointer on the canvas: selecting, moving, resizing, marquee, panning, pinching.
 *
 * While a gesture runs, nothing goes through React: elements are moved by their style, as a transformation that needs no
 * layout. The document changes once, when the gesture ends. That is why moving is as quick with 300 fields as with three.
 */
import type { Field } from "../../core/types";
import { classifyZone, type Rect } from "../../core/page";
import { fieldsOf } from "../operations/design";
import { groupOf } from "../operations/groups";
import { isSmallDrawing } from "../operations/pictures";
import { inBand } from "../operations/zones";
import type { Editor } from "../store/editor";
import { designAtElement, fieldIdAt, itemAt } from "../canvas/targets";
import { bandSession, cardSession, columnSession, guideSession } from "./edges";
import { moveSession } from "./move";
import { EMPTY_OVERLAY } from "./overlay-store";
import { HANDLES, resizeSession, turnSession } from "./resize";
import { marqueeSession, panSession } from "./select";
import type { Handle } from "./snap";
import { additive, type Pointer, type Session, surfaceOf } from "./surface";

/** Distance from the edge of the canvas within which it scrolls. */
const SCROLL_EDGE_PX = 28;
const SCROLL_STEP_PX = 14;

const isInside = (point: { x: number; y: number }, { x, y, width, height }: Rect): boolean => point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;

export function attachGestures(editor: Editor, root: HTMLElement): () => void {
  const surface = surfaceOf(editor, root);
  const { sheet, toMm, pageCorner } = surface;
  let session: Session | null = null;
  let last: Pointer | null = null;
  let panKey = false;
  let frame = 0;
  const touches = new Map<number, { x: number; y: number }>();

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
    editor.overlay.setState(EMPTY_OVERLAY);
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

  // ------------------------------------------------------------------------------------------------------ pinching

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
    // Each click with Alt reaches the next field below.
    const stack = document
      .elementsFromPoint(event.clientX, event.clientY)
      .flatMap((below) => fieldIdAt(below) ?? []);
    const ids = [...new Set(stack)];
    const index = ids.indexOf(editor.selectedIds().at(-1) ?? "");
    return editor.field(ids[(index + 1) % ids.length] ?? null);
  }

  /** The selected field at a place, whatever lies over it. */
  function selectedAt(event: Pick<Pointer, "clientX" | "clientY">): string | undefined {
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
      return begin(panSession(surface, event), event);
    }
    if (event.button !== 0) return;
    if (target.closest("[data-turn-handle]")) {
      const next = turnSession(surface, event);
      if (next) begin(next, event);
      return;
    }
    const handle = target.closest<HTMLElement>("[data-handle]")?.dataset.handle;
    if (handle) {
      const next = resizeSession(surface, HANDLES[handle] as Handle, event);
      if (next) begin(next, event);
      return;
    }
    const edge = target.closest<HTMLElement>("[data-column-edge]")?.dataset.columnEdge;
    if (edge !== undefined) {
      const next = columnSession(surface, Number(edge), event);
      if (next) begin(next, event);
      return;
    }
    const band = target.closest<HTMLElement>("[data-band-edge]")?.dataset.bandEdge;
    if (band) {
      const next = bandSession(surface, band as "headerHeight", event);
      if (next) begin(next, event);
      return;
    }
    const part = target.closest<HTMLElement>("[data-kpi-part]");
    if (part) {
      const next = cardSession(surface, part.dataset.kpiPart as "icon", event, part);
      if (next) begin(next, event);
      return;
    }
    const guide = target.closest<HTMLElement>("[data-guide]")?.dataset.guide;
    if (guide) {
      const [axis, index] = guide.split(":") as ["x" | "y", string];
      return begin(guideSession(surface, axis, Number(index)), event);
    }
    // The ruler along the top gives horizontal guides.
    const ruler = target.closest<HTMLElement>(".jpd-canvas__ruler")?.dataset.dir;
    if (ruler) return begin(guideSession(surface, ruler === "x" ? "y" : "x", null), event);
    // Fields of another design are edited with that design.
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
      if (event.pointerType === "touch" && onSheet) return begin(panSession(surface, event, () => editor.select([])), event);
      if (event.pointerType !== "touch") begin(marqueeSession(surface, event), event);
      return;
    }
    const select = (pointer: Pointer) => {
      editor.toggle(below.id, additive(pointer));
      editor.announceField(below);
    };
    if (event.pointerType === "touch" && !editor.selectedIds().includes(field.id)) return begin(panSession(surface, event, select), event);
    begin(moveSession(surface, field, event, select), event);
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
    if (target.closest("input, textarea, button, [data-no-gesture], [data-turn-handle]")) return;
    // Handles are there from the first click on, over the field and at its edge.
    const ofFrame = target.closest("[data-selection-frame]") !== null;
    const selected = editor.selectedIds();
    const field = editor.field((ofFrame ? (selectedAt(event) ?? (selected.length === 1 ? selected[0] : undefined)) : fieldIdAt(target)) ?? null);
    if (ofFrame && !field) return;
    if (field && (field.type === "image" || isSmallDrawing(field, editor.design().page))) return editor.chooseImage(field.id);
    // Into its group.
    if (groupOf(field) !== undefined) editor.toggle(field!.id, false, true);
    if (field) {
      // The words of a text that is a value of the data are in the data.
      if (editor.fillIn(field.id, itemAt(target))) return;
      const { x, y } = toMm(event);
      const shown = editor.shownRect(field);
      // Repeated fields are edited at their first place.
      const first = target.closest("[data-part-of]") === null;
      if (!first) editor.revealField(field);
      return void editor.editContent(field.id, first ? { x: x - shown.x, y: y - shown.y } : null, itemAt(target));
    }
    if (!target.closest("[data-sheet], [data-paper]")) return;
    const design = editor.design();
    const at = toMm(event);
    const corner = pageCorner({ ...at, width: 0, height: 0 });
    const place = { x: at.x - corner.x, y: at.y - corner.y };
    const isInBands = classifyZone({ ...place, width: 0, height: 0 }, design.page, design) !== "body";
    editor.actions.setIsolateBands(isInBands);
    // The field below the pointer is selected; bands are at the same place of every page.
    const isMeant = (own: Field) => inBand(own, design) === isInBands && (isInBands ? isInside(place, own) : isInside(at, editor.shownRect(own)));
    const meant = fieldsOf(design).findLast((own) => own && isMeant(own));
    if (meant) editor.select([meant.id]);
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
