import type { CSSProperties } from "react";
import { cx } from "./cx";

/** Class and style for an inner element of a component. */
export type PartProps = string | { className?: string; style?: CSSProperties };

/** Properties of an inner element: our class, then the host's. */
export function part(own: string, given: PartProps | undefined): { className?: string; style?: CSSProperties } {
  if (given === undefined || typeof given === "string") return { className: cx(own, given) };
  return { className: cx(own, given.className), style: given.style };
}
