/** Saves what is on the screen as files. */
import { DropdownMenu } from "radix-ui";
import { Button } from "../ui";
import { IconChevronDown } from "../ui/icons";
import { useApp } from "./context";
import { fileOf, type TemplateDocument } from "./api";

export interface ExportProps {
  id: string;
  document: TemplateDocument;
  data: unknown;
}

export function Export({ id, document, data }: ExportProps) {
  const { t } = useApp();
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <Button variant="outline">
          {t.export} <IconChevronDown />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="jpd-popover jpd-menu" align="end" sideOffset={4}>
          <DropdownMenu.Item className="jpd-menuitem" onSelect={() => saveJson(fileOf(document), `${id}.json`)}>
            {t.exportProject}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="jpd-menuitem" onSelect={() => saveJson(data ?? {}, `${id}.data.json`)}>
            {t.exportData}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function saveJson(value: unknown, name: string): void {
  save(new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: "application/json" }), name);
}

export function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after this.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
