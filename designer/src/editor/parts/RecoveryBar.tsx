import type { CSSProperties } from "react";
import { useLocale, useT } from "../../i18n";
import { cx, useUiComponents } from "../../ui";

export interface RecoveryBarProps {
  /** When the changes were made, in milliseconds since 1970. */
  time: number;
  /** Note for the choice. */
  note?: string | undefined;
  onRestore: () => void;
  onDiscard: () => void;
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

/** Says that changes of an earlier visit were not saved, and asks what becomes of them. */
export function RecoveryBar({ time, note, onRestore, onDiscard, className, style }: RecoveryBarProps) {
  const t = useT().editor;
  const locale = useLocale();
  const { Button } = useUiComponents();
  return (
    <div className={cx("jpd-part jpd-recovery", className)} data-part="recovery" role="alert" style={style}>
      <span>{t.draftFound(new Date(time).toLocaleString(locale))}</span>
      {note !== undefined && <span>{note}</span>}
      <Button onClick={onRestore}>{t.draftRestore}</Button>
      <Button variant="outline" onClick={onDiscard}>
        {t.draftDiscard}
      </Button>
    </div>
  );
}
