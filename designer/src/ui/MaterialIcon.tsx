import { forwardRef, type SVGProps } from "react";
import { MATERIAL_ICON_GRID, MATERIAL_ICON_PATHS } from "../core/icons";
import { cx } from "./cx";

export interface MaterialIconProps extends Omit<SVGProps<SVGSVGElement>, "ref"> {
  icon: string | undefined;
  size: number | string;
}

/** An icon of an indicator card; nothing for `none` and unknown names. */
export const MaterialIcon = forwardRef<SVGSVGElement, MaterialIconProps>(function MaterialIcon(
  { icon, size, className, ...rest },
  ref,
) {
  const path = icon === undefined ? undefined : (MATERIAL_ICON_PATHS as Record<string, string | undefined>)[icon];
  if (path === undefined) return null;
  return (
    <svg
      ref={ref}
      width={size}
      height={size}
      viewBox={`0 -${MATERIAL_ICON_GRID} ${MATERIAL_ICON_GRID} ${MATERIAL_ICON_GRID}`}
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
      className={cx("jpd-micon", className)}
      {...rest}
    >
      <path d={path} />
    </svg>
  );
});
