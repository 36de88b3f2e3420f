/** The focus that a click on a label gives where browsers give none: to editors of expressions, and to groups of buttons and inputs. */
import type { MouseEvent } from "react";

const CONTROLS = "input, select, textarea, button, [contenteditable=true], [tabindex]";

const isReached = (element: HTMLElement): boolean => element.tabIndex >= 0 && !(element as HTMLInputElement).disabled && element.closest("[hidden]") === null;

/** `onClick` of a label: the control is the first one that Tab reaches behind it, beside the label or beside its head. */
export function focusLabelled(event: MouseEvent<HTMLElement>): void {
  const label = event.currentTarget;
  const own = label instanceof HTMLLabelElement ? label.control : null;
  if (own?.matches("input, select, textarea")) return;
  // A button would be pressed.
  event.preventDefault();
  const isBehind = (element: HTMLElement) => (label.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const around = [label.parentElement, label.parentElement?.parentElement];
  const controls = around.flatMap((part) => [...(part?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])]);
  controls.find((element) => isReached(element) && isBehind(element))?.focus();
}
