import type { ReactNode } from "react";
import { part, type PartProps } from "./parts";

export interface LabeledParts {
  root?: PartProps;
  label?: PartProps;
}

/** A control with its label above; the bare control without one. */
export function Labeled({ label, parts, children }: { label: ReactNode; parts?: LabeledParts; children: ReactNode }) {
  if (label === undefined || label === null) return <>{children}</>;
  return (
    <label {...part("jpd-labeled", parts?.root)}>
      <span {...part("jpd-labeled__label", parts?.label)}>{label}</span>
      {children}
    </label>
  );
}
