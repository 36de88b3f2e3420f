import { forwardRef, type HTMLAttributes } from "react";
import { cx } from "./cx";
import { part, type PartProps } from "./parts";

export interface PaletteSwatchesProps extends HTMLAttributes<HTMLSpanElement> {
  colors: readonly string[];
  size?: "md" | "sm";
  parts?: { swatch?: PartProps };
}

export const PaletteSwatches = forwardRef<HTMLSpanElement, PaletteSwatchesProps>(function PaletteSwatches(
  { colors, size = "md", parts, className, ...rest },
  ref,
) {
  const swatch = part("jpd-swatch", parts?.swatch);
  return (
    <span ref={ref} className={cx("jpd-swatches", className)} data-size={size} aria-hidden="true" {...rest}>
      {colors.map((color, index) => (
        <span key={index} {...swatch} style={{ backgroundColor: color, ...swatch.style }} />
      ))}
    </span>
  );
});
