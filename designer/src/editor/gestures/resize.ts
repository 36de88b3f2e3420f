/** Resizing fields by the handles of the selection, and turning them. */
import { classifyZone, type Rect, zoneRect } from "../../core/page";
import { fieldsOf } from "../operations/design";
import { patchFields } from "../operations/fields";
import { boundsOf, keptInPlace, leastSize, MIN_SIZE, rectOf, setRects, snapAngle, turned } from "../operations/geometry";
import { withRatio } from "../operations/pictures";
import { angleOf } from "../operations/turning";
import { type Guides, guidesOf, type Handle, resizeRect, scaled } from "./snap";
import { type Pointer, type Session, SNAP_PX, type Surface, THRESHOLD_PX } from "./surface";

/** Area without limits, for turned fields: their corners are elsewhere than those of their box. */
const EVERYWHERE = { x: -1e6, y: -1e6, width: 2e6, height: 2e6 };

export const HANDLES: Record<string, Handle> = {
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

export function resizeSession(surface: Surface, handle: Handle, event: PointerEvent): Session | null {
  const { editor, scale, inMode, toMm, ownGuides, pageCorner, designOn, elementOf, selectionFrame } = surface;
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
  // Turned fields are resized along their own axes, which have no guides.
  const angle = fields.length === 1 ? angleOf(single, template) : 0;
  const guides = shifted(guidesOf(designOn(page, design), ids, (field) => modes.has(field.id), ownGuides()), before, { ...shown, x: shown.x - page.x, y: shown.y - page.y });
  const styles = fields.flatMap((field) => {
    const element = elementOf(field.id);
    return element ? [{ field, element, shown: editor.shownRect(field) }] : [];
  });
  const frameElement = selectionFrame();
  let after: Rect | null = null;
  const rectsAt = (bounds: Rect) =>
    new Map(fields.map((field) => [field.id, fields.length === 1 ? bounds : scaled(field, before, bounds, leastSize(field))]));
  const px = (value: number) => `${value * scale()}px`;
  // React sets place and size while it draws the fields; these styles go on top of them.
  const apply = (element: HTMLElement, from: Rect, own: Rect, to: Rect) => {
    const [width, height] = [px(Math.max(0, from.width + to.width - own.width)), px(Math.max(0, from.height + to.height - own.height))];
    Object.assign(element.style, { translate: `${px(to.x - own.x)} ${px(to.y - own.y)}`, minWidth: width, maxWidth: width, minHeight: height, maxHeight: height });
  };
  return {
    move(pointer) {
      // A click on a handle is none, however the hand trembles.
      if (!after && Math.hypot(pointer.clientX - event.clientX, pointer.clientY - event.clientY) < THRESHOLD_PX) return;
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
        minimum: single && fields.length === 1 ? leastSize(single) : { width: MIN_SIZE, height: MIN_SIZE },
      });
      // A side takes the other one along, unless Alt lets the picture be stretched.
      const side = handle.x === 0 || handle.y === 0;
      after = picture && side && !pointer.altKey ? { ...rect, ...withRatio(single, template, handle.x === 0 ? { height: rect.height } : { width: rect.width }) } : rect;
      if (angle !== 0) after = keptInPlace(before, after, angle);
      const rects = rectsAt(after);
      for (const { field, element, shown: from } of styles) apply(element, from, field, rects.get(field.id) as Rect);
      const at = { x: shown.x + after.x - before.x, y: shown.y + after.y - before.y, width: shown.width + after.width - before.width, height: shown.height + after.height - before.height };
      if (frameElement) apply(frameElement, shown, before, after);
      editor.overlay.setState({ guides: lines, readout: after, at, corner: { x: shown.x - before.x, y: shown.y - before.y } });
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

export function turnSession(surface: Surface, event: PointerEvent): Session | null {
  const { editor, toMm, selectionFrame } = surface;
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
  const frameElement = selectionFrame();
  let after = before;
  return {
    move(pointer) {
      after = snapAngle(before + direction(pointer) - start, pointer.shiftKey);
      if (frameElement) frameElement.style.rotate = `${after}deg`;
      editor.overlay.setState({ readout: rectOf(field), at: shown, angle: after });
      editor.previewDesign((own) => patchFields(own, new Set([field.id]), { rotate: after }));
    },
    end(commit) {
      if (frameElement) frameElement.style.rotate = before === 0 ? "" : `${before}deg`;
      editor.previewDesign(null);
      if (commit && after !== before) editor.actions.turn([field.id], after);
    },
  };
}
