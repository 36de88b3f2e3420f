/** Note in the place of what was removed, with the way back. */
import { useT } from "../../../i18n";
import { useUiComponents } from "../../../ui/registry";

export interface RemovedNoteProps {
  children: string;
  /** Name of the button, which says what comes back. */
  restore: string;
  onRestore: () => void;
}

export function RemovedNote({ children, restore, onRestore }: RemovedNoteProps) {
  const t = useT().dataForm;
  const { Button } = useUiComponents();
  return (
    <div className="jpd-row jpd-row--wrap">
      <span className="jpd-hint" role="status">
        {children}
      </span>
      <Button variant="outline" size="sm" autoFocus aria-label={restore} onClick={onRestore}>
        {t.undo}
      </Button>
    </div>
  );
}
