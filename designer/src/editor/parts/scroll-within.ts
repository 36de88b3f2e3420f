/**
 * Brings an element into view by scrolling the boxes of its part of the editor, and nothing around them: the page of the host
 * stays where it is.
 */
export function scrollWithin(element: Element | null | undefined): void {
  if (!element) return;
  const limit = element.closest("[data-part=sidebar]") ?? element.closest("[data-part]");
  for (let box = element.parentElement; box && limit?.contains(box); box = box.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(box);
    if (!/auto|scroll|hidden/.test(`${overflowX} ${overflowY}`)) continue;
    const [own, around] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
    box.scrollTop += beyond(own.top, own.bottom, around.top, around.top + box.clientHeight);
    box.scrollLeft += beyond(own.left, own.right, around.left, around.left + box.clientWidth);
  }
}

/** Distance by which a stretch has to move to be inside another; its beginning counts where it is too long. */
function beyond(from: number, to: number, low: number, high: number): number {
  if (from < low) return from - low;
  return to > high ? Math.min(to - high, from - low) : 0;
}
