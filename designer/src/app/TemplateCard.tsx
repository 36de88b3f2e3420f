/** A stored template in the list: its first page, its name, who changed it last, and what can be done with it. */
import { DropdownMenu } from "radix-ui";
import { useState } from "react";
import { Button } from "../ui";
import { IconDots } from "../ui/icons";
import { templateAddress } from "./address";
import type { TemplateName, TemplateVersion } from "./api";
import { useApp } from "./context";
import { firstDataSet } from "./paths";
import { Thumbnail } from "./thumbnails";

export interface TemplateCardProps {
  template: TemplateName;
  /** True if another template has the same name: then the id stands beside it. */
  hasNamesake: boolean;
  /** True if this browser has changes that were not saved. */
  isUnsaved: boolean;
  /** Absent where nothing may be changed. */
  onDuplicate: (() => void) | undefined;
  onAsk: (kind: "rename" | "remove") => void;
}

export function TemplateCard({ template, hasNamesake, isUnsaved, onDuplicate, onAsk }: TemplateCardProps) {
  const { api, session, t, locale } = useApp();
  const { id, name } = template;
  const [changed, setChanged] = useState<TemplateVersion | null>(null);
  const load = async () => {
    const [{ value, version }, sets] = await Promise.all([api.template(id), api.dataSets(id)]);
    const first = firstDataSet(sets.map((set) => set.name));
    const data = first === undefined ? { value: {}, version: "" } : await api.dataSet(id, first);
    return { version: `${version} ${data.version}`, template: value.template, bindings: value.bindings, data: data.value };
  };
  // Without versions, who changed it is unknown.
  const readVersions = () => void api.versions(id).then(([latest]) => setChanged(latest ?? null), () => {});
  const item = (label: string, run: () => void) => (
    <DropdownMenu.Item className="jpd-menuitem" onSelect={run}>
      {label}
    </DropdownMenu.Item>
  );
  return (
    <li>
      <a href={templateAddress(id)} title={id}>
        <Thumbnail id={`${session.tenant}/templates/${id}`} load={load} onSeen={readVersions} />
        <span className="app-templates__name">{name}</span> {hasNamesake && <small>{id}</small>}
      </a>
      <div className="app-templates__foot">
        <small>
          {isUnsaved && <strong>{t.unsavedChanges} </strong>}
          {changed && t.lastChange(new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(new Date(changed.date)), changed.author)}
        </small>
        {onDuplicate && (
          <DropdownMenu.Root>
            <DropdownMenu.Trigger asChild>
              <Button variant="ghost" size="icon" aria-label={`${t.more}: ${name}`} title={t.more}>
                <IconDots />
              </Button>
            </DropdownMenu.Trigger>
            <DropdownMenu.Portal>
              <DropdownMenu.Content className="jpd-popover jpd-menu" align="end" sideOffset={4}>
                {item(t.duplicate, onDuplicate)}
                {item(t.rename, () => onAsk("rename"))}
                {item(t.remove, () => onAsk("remove"))}
              </DropdownMenu.Content>
            </DropdownMenu.Portal>
          </DropdownMenu.Root>
        )}
      </div>
    </li>
  );
}
