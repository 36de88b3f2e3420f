/** F6 and Shift+F6: from one part of the designer to the next, whatever they hold. */
import type { Editor } from "../store/editor";

const TABBABLE = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex], [contenteditable=true]";

/** The outermost parts in the order of the page. */
export function partsInOrder(roots: Iterable<HTMLElement>): HTMLElement[] {
  const all = [...roots];
  return all
    .filter((root) => !all.some((other) => other !== root && other.contains(root)))
    .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
}

/** The first element of a part for Tab; the part itself where it takes the focus. */
function entryOf(part: HTMLElement): HTMLElement | null {
  if (part.tabIndex >= 0) return part;
  return [...part.querySelectorAll<HTMLElement>(TABBABLE)].find((element) => element.tabIndex >= 0 && element.checkVisibility?.() !== false) ?? null;
}

export function focusPart(editor: Editor, focused: Element | null, backwards: boolean): boolean {
  const parts = partsInOrder(editor.roots).filter((part) => entryOf(part) !== null);
  const at = parts.findIndex((part) => part.contains(focused));
  const next = parts.at(at < 0 ? (backwards ? -1 : 0) : (at + (backwards ? -1 : 1)) % parts.length);
  const entry = next && entryOf(next);
  entry?.focus();
  return entry !== undefined && entry !== null;
}
