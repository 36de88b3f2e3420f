import { forwardRef, type ReactNode, type SelectHTMLAttributes } from "react";
import { cx } from "./cx";
import { Labeled, type LabeledParts } from "./Labeled";

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label?: ReactNode;
  parts?: LabeledParts;
}

export const Select = forwardRef<HTMLSelectElement, SelectProps>(function Select(
  { label, parts, className, children, ...rest },
  ref,
) {
  return (
    <Labeled label={label} parts={parts}>
      <select ref={ref} className={cx("jpd-select", className)} {...rest}>
        {children}
      </select>
    </Labeled>
  );
});
