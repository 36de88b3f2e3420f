import { forwardRef, type DetailsHTMLAttributes, type ReactNode } from "react";
import { cx } from "./cx";
import { part, type PartProps } from "./parts";

export interface CollapsibleSectionProps extends Omit<DetailsHTMLAttributes<HTMLDetailsElement>, "title"> {
  title: ReactNode;
  defaultOpen?: boolean;
  parts?: { summary?: PartProps; content?: PartProps };
}

export const CollapsibleSection = forwardRef<HTMLDetailsElement, CollapsibleSectionProps>(function CollapsibleSection(
  { title, defaultOpen, parts, className, children, ...rest },
  ref,
) {
  return (
    <details ref={ref} className={cx("jpd-disclosure", className)} open={defaultOpen} {...rest}>
      <summary {...part("jpd-disclosure__summary", parts?.summary)}>{title}</summary>
      <div {...part("jpd-disclosure__content", parts?.content)}>{children}</div>
    </details>
  );
});
