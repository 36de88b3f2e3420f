import { forwardRef, type InputHTMLAttributes, type ReactNode } from "react";
import { cx } from "./cx";
import type { LabeledParts } from "./Labeled";
import { part } from "./parts";

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  label: ReactNode;
  parts?: LabeledParts;
}

export const Checkbox = forwardRef<HTMLInputElement, CheckboxProps>(function Checkbox(
  { label, parts, className, ...rest },
  ref,
) {
  return (
    <label {...part("jpd-checkline", parts?.root)}>
      <input ref={ref} type="checkbox" className={cx("jpd-checkline__box", className)} {...rest} />
      <span {...part("jpd-checkline__label", parts?.label)}>{label}</span>
    </label>
  );
});
