/** Moving fields, or copies of them. */
import type { Field } from "../../core/types";
import { clampInto, type Rect, zoneRect } from "../../core/page";
import { fieldsOf } from "../operations/design";
import { isInFlow } from "../operations/flow";
import { inBand } from "../operations/zones";
import { boundsOf, clampGroup, joinsSections, movingIds, rectOf, sectionAt } from "../operations/geometry";
import { guidesOf, snapMove } from "./snap";
import { additive, MAX_LAYERS, type Pointer, type Session, SNAP_PX, type Surface, THRESHOLD_PX } from "./surface";

/** Copies of the moved elements at their old places, shown while the drag makes copies. */
function ghostsOf(root: HTMLElement, elements: () => readonly HTMLElement[]): { show: (on: boolean) => void } {
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

export function moveSession(surface: Surface, anchor: Field, event: PointerEvent, onClick: (pointer: Pointer) => void): Session {
  const { editor, root, scale, mode, inMode, toMm, ownGuides, pageCorner, designOn, partsOf, elementOf, selectionFrame } = surface;
  const design = editor.design();
  const start = toMm(event);
  const selected = editor.selectedIds();
  let begun: ReturnType<typeof prepare> | null = null;
  /** In the template, and on the canvas. */
  let shift = { dx: 0, dy: 0 };
  let seen = { dx: 0, dy: 0 };
  const ghosts = ghostsOf(root, () => begun?.elements ?? []);

  function prepare() {
    const wanted = editor.selectedIds().includes(anchor.id) ? editor.selectedIds() : editor.withGroup(anchor.id);
    const moving = movingIds(design, wanted);
    const fields = fieldsOf(design).filter((field) => field && moving.has(field.id));
    const limiting = fields.filter((field) => !(field.sectionId && moving.has(field.sectionId)));
    const elements = fields.flatMap((field) => elementOf(field.id) ?? []);
    // Layers move without painting the fields below.
    if (elements.length <= MAX_LAYERS) for (const element of elements) element.style.willChange = "translate";
    const grabbed = limiting.find((field) => field.id === anchor.id) ?? limiting[0] ?? anchor;
    const shown = limiting.length > 0 ? boundsOf(limiting.map((field) => editor.shownRect(field))) : editor.shownRect(anchor);
    const page = pageCorner(editor.shownRect(grabbed));
    const there = designOn(page, design);
    const modes = new Set(fieldsOf(design).flatMap((field) => (field && inMode(field, design) ? field.id : [])));
    const others = fieldsOf(there).filter((field) => field && !moving.has(field.id) && modes.has(field.id) && field.type !== "section");
    const parts = partsOf(moving);
    const { byField, nowhere } = editor.drawing.store.getState();
    const isPrinted = ({ id }: Field) => byField.has(id) && !nowhere.has(id);
    const inFlow = limiting.filter((field) => isPrinted(field) && (field.sectionId || isInFlow(field, design)));
    return {
      limiting,
      moving,
      /** The field that is printed first: its place decides where in the flow all of them come. */
      leading: editor.stage.getState().stage ? inFlow.map((field) => ({ field, shown: editor.shownRect(field) })).toSorted((a, b) => a.shown.y - b.shown.y)[0] : undefined,
      rects: limiting.map(rectOf),
      bounds: limiting.length > 0 ? boundsOf(limiting) : rectOf(anchor),
      /** Their place on their page, as shown. */
      shown: { ...shown, x: shown.x - page.x, y: shown.y - page.y },
      page,
      grabbed: rectOf(grabbed),
      elements,
      parts: parts.length <= MAX_LAYERS ? parts : [],
      guides: guidesOf(there, moving, (field) => modes.has(field.id), ownGuides()),
      others: others.map(rectOf),
    };
  }

  /** The height at which a field is shown that moves by a distance: in the body of a page of its design. */
  function inBody(shown: Rect, height: number, dy: number): number {
    const { stage } = editor.stage.getState();
    const there = stage?.sheetAt(shown.y + dy);
    const sheet = there?.design === stage?.origin.design ? there : stage?.sheetAt(shown.y);
    const top = sheet?.y ?? 0;
    const { y } = clampInto({ ...shown, height, y: shown.y + dy - top }, zoneRect("body", design.page, design));
    return top + y;
  }

  /** The distances that bring fields of the body into the header or the footer, on which the pointer or their middle is; `null` elsewhere. */
  function intoBand({ limiting, bounds, page, shown }: NonNullable<typeof begun>, by: { dx: number; dy: number }, pointer: { y: number }): { shift: typeof shift; seen: typeof seen } | null {
    if (mode() || limiting.some((field) => field.type === "section" || inBand(field, design))) return null;
    const from = { x: page.x + shown.x, y: page.y + shown.y };
    const rect = { x: from.x + by.dx, y: from.y + by.dy, width: bounds.width, height: bounds.height };
    // A field that already begins in the header is meant for it.
    const isAcross = bounds.y < (design.headerHeight ?? 0) && by.dy < 0;
    const place = editor.zoneAt(rect, [pointer.y, rect.y + rect.height / 2, ...(isAcross ? [rect.y] : [])]);
    if (!place || place.zone === "body") return null;
    return {
      shift: { dx: place.x - bounds.x, dy: place.y - bounds.y },
      seen: { dx: place.sheet.x + place.x - from.x, dy: place.sheet.y + place.y - from.y },
    };
  }

  /** The distance in the template that prints the fields so far from where they are. */
  function place({ rects, moving, leading }: NonNullable<typeof begun>, by: { dx: number; dy: number }, { copies, grid, byGuide }: { copies: boolean; grid: number; byGuide: boolean }): void {
    shift = clampGroup(rects, design, by.dx, by.dy);
    seen = shift;
    // Fields that go only to the side keep their height.
    if (!leading || Math.abs(by.dy) < 0.01) return;
    const { field, shown } = leading;
    const { dx } = clampGroup(rects, design, by.dx, 0);
    const at = { x: shown.x + dx, y: inBody(shown, field.height, by.dy) };
    const dy = at.y - shown.y;
    const placed = (own: number) => editor.placeAt(at, field, { moving: copies ? undefined : moving, grid: own }).y - field.y;
    let authored = placed(0);
    // The grid is that of the template, also below what has grown.
    if (grid > 0 && !byGuide && Math.abs(authored - dy) > 0.01) authored = placed(grid);
    shift = clampGroup(rects, design, dx, authored);
    seen = { dx, dy: dy + shift.dy - authored };
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
      // The axis with the longer distance.
      if (pointer.shiftKey) raw[Math.abs(raw.dx) < Math.abs(raw.dy) ? "dx" : "dy"] = 0;
      const free = additive(pointer) || !editor.ui.getState().snapping;
      ghosts.show(pointer.altKey);
      const snapped = free
        ? { ...raw, guides: [] }
        : snapMove(begun.shown, begun.grabbed, raw.dx, raw.dy, {
            guides: begun.guides,
            tolerance: SNAP_PX / scale(),
            grid: editor.grid,
            others: begun.others,
          });
      const band = pointer.altKey ? null : intoBand(begun, snapped, now);
      if (band) ({ shift, seen } = band);
      else place(begun, snapped, { copies: pointer.altKey, grid: free ? 0 : editor.grid, byGuide: snapped.guides.some(({ axis }) => axis === "y") });
      const clamped = Math.abs(seen.dx - snapped.dx) > 1e-6 || Math.abs(seen.dy - snapped.dy) > 1e-6;
      const translate = `${seen.dx * scale()}px ${seen.dy * scale()}px`;
      for (const element of begun.elements) element.style.translate = translate;
      for (const part of begun.parts) part.style.translate = `${seen.dx}px ${seen.dy}px`;
      // Each time: the frame of a field that was not selected appears later.
      const frameElement = selectionFrame();
      if (frameElement) frameElement.style.translate = translate;
      const moved = { ...begun.bounds, x: begun.bounds.x + shift.dx, y: begun.bounds.y + shift.dy };
      const [only] = begun.limiting;
      const joining = begun.limiting.length === 1 && only !== undefined && joinsSections(only) && !mode();
      editor.overlay.setState({
        guides: clamped ? [] : snapped.guides,
        readout: moved,
        at: { ...begun.shown, x: begun.page.x + begun.shown.x + seen.dx, y: begun.page.y + begun.shown.y + seen.dy },
        corner: begun.page,
        dropSection: joining ? (sectionAt({ ...moved, id: anchor.id }, design)?.id ?? null) : null,
      });
    },
    end(commit, pointer) {
      if (!begun) {
        if (commit) onClick(pointer);
        return;
      }
      const frameElement = selectionFrame();
      for (const element of [...begun.elements, ...begun.parts, frameElement]) if (element) Object.assign(element.style, { translate: "", willChange: "" });
      ghosts.show(false);
      if (!commit) editor.select(selected);
      if (!commit || (Math.abs(shift.dx) < 0.01 && Math.abs(shift.dy) < 0.01)) return;
      if (pointer.altKey) return editor.actions.duplicateBy(shift.dx, shift.dy);
      editor.actions.moveGroup(begun.limiting.map((field) => ({ id: field.id, x: field.x + shift.dx, y: field.y + shift.dy })));
    },
  };
}
