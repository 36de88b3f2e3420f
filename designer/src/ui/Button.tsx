import { forwardRef, type ButtonHTMLAttributes } from "react";
import { cx } from "./cx";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: "primary" | "danger" | "outline" | "ghost" | "dark";
  size?: "sm" | "md" | "icon";
}

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant = "primary", size = "sm", type = "button", className, ...rest },
  ref,
) {
  return (
    <button ref={ref} type={type} className={cx("jpd-btn", className)} data-variant={variant} data-size={size} {...rest} />
  );
});
