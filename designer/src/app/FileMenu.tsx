/** Template files in and out, and other files of what is on the screen. */
import { DropdownMenu } from "radix-ui";
import { useRef } from "react";
import { saveBlob } from "../core/download";
import { Button } from "../ui";
import { FileInput } from "../ui/FileButton";
import { IconChevronDown } from "../ui/icons";
import { fileOf, type TemplateDocument } from "./api";
import { useApp } from "./context";

export interface FileMenuProps {
  id: string;
  document: TemplateDocument;
  /** `undefined` while it is on its way. */
  data: unknown;
  /** Without it the template can only be read. */
  onImport: ((file: File) => void) | undefined;
  onPicture: () => void;
  /** True if documents with missing data are refused. */
  strict: boolean;
  /** Absent where nothing can be stored. */
  onStrict: ((strict: boolean) => void) | undefined;
  /** Absent where no e-mail is sent, or nothing can be stored. */
  onMailTexts: (() => void) | undefined;
}

export function FileMenu({ id, document, data, onImport, onPicture, strict, onStrict, onMailTexts }: FileMenuProps) {
  const { t } = useApp();
  const input = useRef<HTMLInputElement>(null);
  const item = (label: string, run: () => void, disabled = false) => (
    <DropdownMenu.Item className="jpd-menuitem" disabled={disabled} onSelect={run}>
      {label}
    </DropdownMenu.Item>
  );
  return (
    <>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger asChild>
          <Button variant="ghost">
            {t.file} <IconChevronDown />
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="jpd-popover jpd-menu" align="end" sideOffset={4}>
            {onImport && item(t.import, () => input.current?.click())}
            {item(t.exportProject, () => saveJson(fileOf(document), `${id}.json`))}
            {item(t.exportData, () => saveJson(data, `${id}.data.json`), data === undefined)}
            {item(t.exportPicture, onPicture)}
            {onStrict && (
              <DropdownMenu.CheckboxItem className="jpd-menuitem" checked={strict} onCheckedChange={onStrict}>
                <span className="jpd-menuitem__box" aria-hidden="true">
                  <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
                </span>
                {t.strict}
              </DropdownMenu.CheckboxItem>
            )}
            {onMailTexts && item(t.mailTexts, onMailTexts)}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <FileInput ref={input} label={t.chooseFile} accept=".json,application/json" onFiles={([file]) => onImport?.(file)} />
    </>
  );
}

function saveJson(value: unknown, name: string): void {
  saveBlob(new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: "application/json" }), name);
}
