import { forwardRef, useCallback, useRef, useState, type ReactNode, type SelectHTMLAttributes } from "react";
import { cx } from "./cx";
import { Labeled, type LabeledParts } from "./Labeled";
import { OptionList } from "./OptionList";

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label?: ReactNode;
  parts?: LabeledParts;
}

/** Keys that open the list of a select. */
const opens = ({ key, altKey }: { key: string; altKey: boolean }): boolean => key === " " || key === "Enter" || key === "F4" || (altKey && (key === "ArrowDown" || key === "ArrowUp"));

/** On a screen that is touched the list of the system is easier to hit. */
const isTouched = (): boolean => typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

/** A native select, which forms, hosts and screen readers know, with a list of its own look. */
export const Select = forwardRef<HTMLSelectElement, SelectProps>(function Select(
  { label, parts, className, children, onMouseDown, onKeyDown, ...rest },
  ref,
) {
  const own = useRef<HTMLSelectElement | null>(null);
  const [open, setOpen] = useState(false);
  const keep = useCallback(
    (element: HTMLSelectElement | null) => {
      own.current = element;
      if (typeof ref === "function") ref(element);
      else if (ref) ref.current = element;
    },
    [ref],
  );
  return (
    <Labeled label={label} parts={parts}>
      <select
        ref={keep}
        className={cx("jpd-select", className)}
        data-open={open || undefined}
        onMouseDown={(event) => {
          onMouseDown?.(event);
          if (event.defaultPrevented || event.button !== 0 || isTouched()) return;
          event.preventDefault();
          event.currentTarget.focus();
          if (!event.currentTarget.disabled) setOpen((before) => !before);
        }}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.defaultPrevented || !opens(event)) return;
          event.preventDefault();
          setOpen(true);
        }}
        {...rest}
      >
        {children}
      </select>
      {open && own.current && <OptionList select={own.current} onClose={() => setOpen(false)} />}
    </Labeled>
  );
});
