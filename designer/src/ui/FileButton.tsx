/** Buttons that ask for files. */
import { forwardRef, type ReactNode, useRef } from "react";
import { useUiComponents } from "./registry";
import type { ButtonProps } from "./Button";

export interface FileInputProps {
  label: string;
  /** Kinds of files that the dialog of the browser offers; absent: all. */
  accept?: string | undefined;
  /** True if several files can be chosen at once. */
  multiple?: boolean;
  /** Called with at least one file, while the input still has them. */
  onFiles: (files: readonly [File, ...File[]], input: HTMLInputElement) => void;
}

/** The dialog of the browser that asks for files: `click()` opens it. The same file can be chosen again. */
export const FileInput = forwardRef<HTMLInputElement, FileInputProps>(function FileInput({ label, accept, multiple, onFiles }, ref) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      multiple={multiple}
      hidden
      aria-label={label}
      onChange={({ target }) => {
        const [first, ...more] = target.files ?? [];
        if (first) onFiles([first, ...more], target);
        target.value = "";
      }}
    />
  );
});

export interface FileButtonProps extends Pick<ButtonProps, "id" | "disabled"> {
  label: string;
  /** Name for screen readers, where it is not the label. */
  name?: string;
  /** Name of the input, where it is not the label. */
  inputName?: string;
  accept?: string;
  icon?: ReactNode;
  onFile: (file: File, input: HTMLInputElement) => void;
}

export function FileButton({ label, name, inputName = label, accept, icon, onFile, ...button }: FileButtonProps) {
  const { Button } = useUiComponents();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="outline" aria-label={name} onClick={() => input.current?.click()} {...button}>
        {icon} {label}
      </Button>
      <FileInput ref={input} label={inputName} accept={accept} onFiles={([file], own) => onFile(file, own)} />
    </>
  );
}
