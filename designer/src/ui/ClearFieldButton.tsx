import { forwardRef, type ButtonHTMLAttributes } from "react";
import { cx } from "./cx";
import { IconX } from "./icons";

export interface ClearFieldButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "onClick"> {
  onClick: () => void;
  label: string;
  variant?: "icon" | "text";
}

export const ClearFieldButton = forwardRef<HTMLButtonElement, ClearFieldButtonProps>(function ClearFieldButton(
  { label, variant = "icon", className, ...rest },
  ref,
) {
  if (variant === "text") {
    return (
      <button ref={ref} type="button" className={cx("jpd-linkbtn", className)} {...rest}>
        {label}
      </button>
    );
  }
  return (
    <button ref={ref} type="button" className={cx("jpd-iconbtn", className)} aria-label={label} title={label} {...rest}>
      <IconX />
    </button>
  );
});
