/** A button that asks for a file. */
import { type ReactNode, useRef } from "react";
import { useUiComponents } from "./registry";

export interface FileButtonProps {
  label: string;
  /** Kinds of files that the dialog of the browser offers. */
  accept: string;
  icon?: ReactNode;
  onFile: (file: File) => void;
}

export function FileButton({ label, accept, icon, onFile }: FileButtonProps) {
  const { Button } = useUiComponents();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="outline" onClick={() => input.current?.click()}>
        {icon} {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          if (chosen) onFile(chosen);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
    </>
  );
}
