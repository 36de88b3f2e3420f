import { forwardRef, type HTMLAttributes } from "react";
import { cx } from "./cx";

export type CardProps = HTMLAttributes<HTMLDivElement>;
export type CardHeaderProps = HTMLAttributes<HTMLDivElement>;
export type CardTitleProps = HTMLAttributes<HTMLHeadingElement>;
export type BadgeProps = HTMLAttributes<HTMLSpanElement>;

export const Card = forwardRef<HTMLDivElement, CardProps>(function Card({ className, ...rest }, ref) {
  return <div ref={ref} className={cx("jpd-card", className)} {...rest} />;
});

export const CardHeader = forwardRef<HTMLDivElement, CardHeaderProps>(function CardHeader({ className, ...rest }, ref) {
  return <div ref={ref} className={cx("jpd-card__header", className)} {...rest} />;
});

export const CardTitle = forwardRef<HTMLHeadingElement, CardTitleProps>(function CardTitle({ className, ...rest }, ref) {
  return <h3 ref={ref} className={cx("jpd-card__title", className)} {...rest} />;
});

export const Badge = forwardRef<HTMLSpanElement, BadgeProps>(function Badge({ className, ...rest }, ref) {
  return <span ref={ref} className={cx("jpd-badge", className)} {...rest} />;
});
