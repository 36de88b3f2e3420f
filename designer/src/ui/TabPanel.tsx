import { forwardRef, type HTMLAttributes, version } from "react";
import { cx } from "./cx";
import { part, type PartProps } from "./parts";

export interface TabPanelProps extends HTMLAttributes<HTMLDivElement> {
  collapsed: boolean;
  parts?: { content?: PartProps };
}

/** React 18 knows no such attribute and writes what it gets; React 19 takes a boolean. */
const INERT = { inert: (Number.parseInt(version, 10) >= 19 ? true : "") as boolean };

/** Content that folds away; folded, it can be reached neither by the keyboard nor by a screen reader. */
export const TabPanel = forwardRef<HTMLDivElement, TabPanelProps>(function TabPanel(
  { collapsed, parts, className, children, ...rest },
  ref,
) {
  return (
    <div ref={ref} className={cx("jpd-tabpanel", className)} data-collapsed={collapsed || undefined} {...(collapsed && INERT)} {...rest}>
      <div {...part("jpd-tabpanel__content", parts?.content)}>{children}</div>
    </div>
  );
});
