import { useState } from "react";
import { useDesignerConfig, useDesignerData } from "../editor/hooks";
import { useT } from "../i18n";
import { useUiComponents } from "../ui/registry";
import { LibraryDialog } from "./LibraryDialog";
import { namesIn, referencedName, referenceTo } from "./names";
import type { LibraryKind } from "./types";
import { useLibrary } from "./useLibrary";

export interface LibraryButtonProps {
  kind?: Exclude<LibraryKind, "other">;
  /** Purpose of the file; part of the name of the button. */
  label: string;
  /** The present value, such as `lib:logo.png`. */
  value: unknown;
  disabled?: boolean;
  /** Gets `lib:` and the name. */
  onChoose: (reference: string) => void;
}

/** Opens the library; nothing where the host gave none. */
export function LibraryButton({ kind, label, value, disabled, onChoose }: LibraryButtonProps) {
  const t = useT();
  const library = useLibrary();
  const { template } = useDesignerData();
  const { readOnly } = useDesignerConfig();
  const { Button } = useUiComponents();
  const [open, setOpen] = useState(false);
  if (!library) return null;
  return (
    <>
      <Button variant="outline" disabled={disabled} aria-haspopup="dialog" aria-label={t.library.chooseFor(label)} onClick={() => setOpen(true)}>
        {t.library.choose}
      </Button>
      {open && (
        <LibraryDialog
          library={library}
          {...(kind && { kind })}
          used={namesIn(template)}
          chosen={referencedName(value)}
          readOnly={readOnly}
          onChoose={(name) => {
            setOpen(false);
            onChoose(referenceTo(name));
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
