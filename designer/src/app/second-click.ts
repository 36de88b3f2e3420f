/** The second click of a double click belongs to what the first one was on: where that went away, it does nothing. */

const DOUBLE_MS = 500;
const NEAR_PX = 8;
/** In the designer what is clicked is drawn again, and a double click opens it. */
const DESIGNER = ".app-workspace";
const EVENTS = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick"] as const;

export function guardSecondClick(): () => void {
  let first: { target: Element; x: number; y: number; at: number } | null = null;
  let isDropped = false;
  const onEvent = (event: Event) => {
    if (!(event instanceof MouseEvent) || !(event.target instanceof Element)) return;
    const { target, clientX: x, clientY: y, timeStamp: at } = event;
    if (event.type === "pointerdown") {
      const isSecond = first !== null && at - first.at < DOUBLE_MS && Math.hypot(x - first.x, y - first.y) < NEAR_PX;
      const isOnFirst = first !== null && first.target.isConnected && (first.target.contains(target) || target.contains(first.target));
      isDropped = isSecond && !isOnFirst;
    }
    if (isDropped) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (event.type === "click" && event.detail > 0) {
      // Of a label that chooses, the click of its input follows.
      first = target.closest(DESIGNER) ? null : { target: target.closest("a, button, label, [role=menuitem], [role=option]") ?? target, x, y, at };
    }
  };
  for (const type of EVENTS) window.addEventListener(type, onEvent, { capture: true });
  return () => {
    for (const type of EVENTS) window.removeEventListener(type, onEvent, { capture: true });
  };
}
