/** One stop of Tab for several controls: arrow keys move between them. */
import type { KeyboardEvent } from "react";

const BACK = new Set(["ArrowLeft", "ArrowUp"]);
const STEP = new Set([...BACK, "ArrowRight", "ArrowDown", "Home", "End"]);

/** Moves the focus among the elements of a box, and returns the one that has it now. */
export function rove(event: KeyboardEvent<HTMLElement>, selector: string, across = false): HTMLElement | null {
  if (!STEP.has(event.key) || event.altKey || event.ctrlKey || event.metaKey) return null;
  if (across && (event.key === "ArrowUp" || event.key === "ArrowDown")) return null;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)].filter((item) => !(item as HTMLButtonElement).disabled);
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return null;
  const to = event.key === "Home" ? 0 : event.key === "End" ? items.length - 1 : (at + (BACK.has(event.key) ? -1 : 1) + items.length) % items.length;
  event.preventDefault();
  event.stopPropagation();
  items[to]?.focus();
  return items[to] ?? null;
}
