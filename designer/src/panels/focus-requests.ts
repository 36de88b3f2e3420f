import { useEffect, useRef, type RefObject } from "react";
import { useDesignerUi } from "../editor/hooks";

const FOCUSABLE = "input, select, textarea, button, [contenteditable=true], [tabindex='0']";

/** Puts the focus on the control that another part asked for, and opens the sections around it. */
export function useFocusRequests(root: RefObject<HTMLElement | null>): void {
  const { focusRequest, setFocusRequest } = useDesignerUi();
  const handled = useRef<unknown>(null);
  useEffect(() => {
    if (!focusRequest || handled.current === focusRequest || !root.current) return;
    const parts = focusRequest.property.split("/");
    for (let length = parts.length; length > 0; length -= 1) {
      const property = parts.slice(0, length).join("/");
      const found = [...root.current.querySelectorAll<HTMLElement>("[data-property]")].find((own) => own.dataset.property === property);
      if (!found) continue;
      for (let box = found.closest("details"); box; box = box.parentElement?.closest("details") ?? null) box.open = true;
      const control = found.matches(FOCUSABLE) ? found : [...found.querySelectorAll<HTMLElement>(FOCUSABLE)].find(isControl);
      if (!control) continue;
      // Another panel is in its place until the next rendering.
      if (control.checkVisibility?.() === false) return;
      handled.current = focusRequest;
      setFocusRequest(null);
      // In the middle, so that the controls that belong to it are in sight.
      control.scrollIntoView?.({ block: "center" });
      control.focus();
      return;
    }
  });
}

/** Help and reset buttons belong to a control, but are not the control. */
function isControl(element: HTMLElement): boolean {
  return element.dataset.aside === undefined && !(element as HTMLInputElement).disabled;
}
