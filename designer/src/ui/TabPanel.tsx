import { forwardRef, type HTMLAttributes } from "react";
import { cx } from "./cx";
import { part, type PartProps } from "./parts";

export interface TabPanelProps extends HTMLAttributes<HTMLDivElement> {
  collapsed: boolean;
  parts?: { content?: PartProps };
}

/** Content that folds away; folded, it can be reached neither by the keyboard nor by a screen reader. */
export const TabPanel = forwardRef<HTMLDivElement, TabPanelProps>(function TabPanel(
  { collapsed, parts, className, children, ...rest },
  ref,
) {
  return (
    <div ref={ref} className={cx("jpd-tabpanel", className)} data-collapsed={collapsed || undefined} inert={collapsed} {...rest}>
      <div {...part("jpd-tabpanel__content", parts?.content)}>{children}</div>
    </div>
  );
});
