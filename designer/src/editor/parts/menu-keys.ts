/** Keys of a menu of buttons: arrows move the focus, Esc closes the menu, and so does leaving it. */
import type { FocusEvent, KeyboardEvent, RefObject } from "react";

export function menuKeys(menu: RefObject<HTMLElement | null>, close: () => void) {
  return {
    onKeyDown(event: KeyboardEvent) {
      const items = [...(menu.current?.querySelectorAll("button") ?? [])];
      const index = items.indexOf(document.activeElement as HTMLButtonElement);
      if (event.key === "Escape") close();
      else if (event.key === "ArrowDown") items[(index + 1) % items.length]?.focus();
      else if (event.key === "ArrowUp") items.at(index - 1)?.focus();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    onBlur(event: FocusEvent) {
      if (!menu.current?.contains(event.relatedTarget)) close();
    },
  };
}
