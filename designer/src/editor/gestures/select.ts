/** Selecting by a rectangle, and panning. */
import { fieldsOf } from "../operations/design";
import { withGroups } from "../operations/groups";
import { crosses } from "./snap";
import { additive, type Pointer, type Session, type Surface, THRESHOLD_PX } from "./surface";

export function marqueeSession(surface: Surface, event: PointerEvent): Session {
  const { editor, inMode, toMm } = surface;
  const start = toMm(event);
  const selected = editor.selectedIds();
  const before = additive(event) ? selected : [];
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
      editor.overlay.setState({ marquee: rect });
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
      if (!commit) editor.select(selected);
      else editor.announce(editor.dict.editor.announceSelectedMany(editor.selectedIds().length));
    },
  };
}

export function panSession(surface: Surface, event: PointerEvent, onClick?: (pointer: Pointer) => void): Session {
  const { root } = surface;
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
