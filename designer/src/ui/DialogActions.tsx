import type { ReactNode } from "react";
import { useT } from "../i18n";
import { useUiComponents } from "./registry";

export interface DialogActionsProps {
  /** Label of the action of the dialog. */
  label: ReactNode;
  onAction: () => void;
  onCancel: () => void;
  disabled?: boolean;
  variant?: "primary" | "danger";
}

/** The end of a dialog that does one thing: that, or leaving everything as it is. */
export function DialogActions({ label, onAction, onCancel, disabled = false, variant = "primary" }: DialogActionsProps) {
  const t = useT();
  const { Button } = useUiComponents();
  return (
    <>
      <Button variant="outline" onClick={onCancel}>
        {t.fieldsPanel.cancel}
      </Button>
      <Button variant={variant} disabled={disabled} onClick={onAction}>
        {label}
      </Button>
    </>
  );
}
