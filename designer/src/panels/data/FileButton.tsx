/** A button that asks for a file of data. */
import { type ReactNode, useRef } from "react";
import { useUiComponents } from "../../ui/registry";
import { SPREADSHEETS } from "./file";

/** Files of data that an input offers. */
const DATA_FILES = `.json,.ndjson,.jsonl,.yaml,.yml,.csv,.tsv,.txt,application/json,text/csv,${SPREADSHEETS}`;

export interface FileButtonProps {
  label: string;
  icon?: ReactNode;
  onFile: (file: File) => void;
}

export function FileButton({ label, icon, onFile }: FileButtonProps) {
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
        accept={DATA_FILES}
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
