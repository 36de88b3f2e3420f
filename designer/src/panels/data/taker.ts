/** The input that takes a value of the data where its cursor is: the one that has the focus, or had it before the press on the value. */
import { type FocusEvent, type RefObject, useEffect, useRef } from "react";
import type { DataDragPayload } from "../../core/types";
import { useEditor } from "../../editor/hooks";
import { GIVES_VALUES } from "./drag";

export interface ValueTaker {
  insert: (payload: DataDragPayload) => void;
}

export interface ValueTakerOptions {
  /** The part whose inputs take values. */
  root: RefObject<HTMLElement | null>;
  /** Puts a value into an input of the part, which may have lost the focus to the list of values. */
  insert: (payload: DataDragPayload, input: HTMLElement) => void;
  /** Called once the focus is neither in the part nor among the values. */
  onLeave?: () => void;
  isDisabled?: boolean;
}

const INPUTS = "input, textarea, [role=textbox]";

/** Makes the inputs of a part take values of the data. The result belongs on the root of the part. */
export function useValueTaker({ root, isDisabled = false, ...given }: ValueTakerOptions) {
  const editor = useEditor();
  const live = useRef(given);
  live.current = given;
  const input = useRef<HTMLElement | null>(null);
  const stop = useRef<(() => void) | null>(null);
  /** True if the last press was in the part or on a value: the focus it takes away comes back. */
  const isPressed = useRef(false);

  const leave = () => {
    stop.current?.();
    live.current.onLeave?.();
  };
  const take = (target: EventTarget | null) => {
    if (isDisabled || !(target instanceof HTMLElement) || !root.current?.contains(target) || !target.matches(INPUTS)) return;
    input.current = target;
    if (stop.current) return;
    const isOurs = (other: EventTarget | null) => other instanceof Element && (root.current?.contains(other) || other.closest(`[${GIVES_VALUES}]`) !== null);
    const press = ({ target: pressed }: Event) => {
      isPressed.current = isOurs(pressed);
      // Losing the focus is a leave; a press on a scroll bar does not lose it.
      if (!isPressed.current && !root.current?.contains(document.activeElement)) leave();
    };
    const focus = ({ target: focused }: Event) => {
      if (!isOurs(focused)) leave();
    };
    const key = ({ target: typed }: Event) => {
      if (typed instanceof Node && root.current?.contains(typed)) isPressed.current = false;
    };
    const taker: ValueTaker = {
      insert(payload) {
        isPressed.current = false;
        if (input.current) live.current.insert(payload, input.current);
      },
    };
    document.addEventListener("pointerdown", press, true);
    document.addEventListener("focusin", focus, true);
    document.addEventListener("keydown", key, true);
    editor.taking.setState({ taker });
    stop.current = () => {
      stop.current = null;
      isPressed.current = false;
      document.removeEventListener("pointerdown", press, true);
      document.removeEventListener("focusin", focus, true);
      document.removeEventListener("keydown", key, true);
      if (editor.taking.getState().taker === taker) editor.taking.setState({ taker: null });
    };
  };

  useEffect(() => {
    // An input may have the focus from the beginning.
    take(document.activeElement);
    return () => stop.current?.();
  }, [editor, isDisabled]);

  return {
    onFocus: (event: FocusEvent) => take(event.target),
    onBlur: (event: FocusEvent) => {
      if (stop.current && !root.current?.contains(event.relatedTarget) && !isPressed.current) leave();
    },
  };
}

/** Puts a text where the cursor of an input is, as if it had been typed, so that the browser's undo takes it back. */
export function typeInto(input: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { selectionStart, selectionEnd } = input;
  // The focus may select the whole text.
  input.focus();
  input.setSelectionRange(selectionStart, selectionEnd);
  if (document.execCommand?.("insertText", false, text)) return;
  input.setRangeText(text, selectionStart ?? input.value.length, selectionEnd ?? input.value.length, "end");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
