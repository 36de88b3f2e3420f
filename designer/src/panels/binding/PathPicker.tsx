import { Popover } from "radix-ui";
import { useState } from "react";
import { useT } from "../../i18n";
import { IconData, IconSearch } from "../../ui/icons";
import { useUiComponents } from "../../ui/registry";
import { SearchBox } from "../SearchBox";
import { preview, walk, type DataNode } from "../data/tree";

export interface PathPickerProps {
  label: string;
  value: string;
  nodes: readonly DataNode[];
  listsOnly: boolean;
  placeholder?: string;
  disabled: boolean;
  describedBy?: string;
  onCommit: (path: string) => void;
}

/** A path to type, or to pick out of the sample data. */
export function PathPicker({ label, value, nodes, listsOnly, placeholder, disabled, describedBy, onCommit }: PathPickerProps) {
  const t = useT();
  const { Input } = useUiComponents();
  const [draft, setDraft] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const found = [...walk(nodes)].filter((node) => (!listsOnly || node.type === "array") && node.path.toLowerCase().includes(wanted));
  const commit = () => {
    if (draft !== null && draft.trim() !== value) onCommit(draft.trim());
    setDraft(null);
  };
  return (
    <div className="jpd-pathpicker">
      <Input
        label={label}
        mono
        value={draft ?? value}
        placeholder={placeholder}
        disabled={disabled}
        aria-describedby={describedBy}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
          if (event.key === "Escape" && draft !== null) {
            event.stopPropagation();
            setDraft(null);
          }
        }}
      />
      {nodes.length > 0 && (
        <Popover.Root open={open} onOpenChange={setOpen}>
          <Popover.Trigger
            className="jpd-iconbtn jpd-pathpicker__open"
            data-aside
            disabled={disabled}
            aria-label={t.bindingExtra.choosePath}
            title={t.bindingExtra.choosePath}
          >
            <IconData />
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Content className="jpd-popover jpd-pathlist" align="end" sideOffset={4} collisionPadding={8} aria-label={t.bindingExtra.choosePath}>
              <SearchBox label={t.bindingExtra.searchPaths} value={search} onChange={setSearch} />
              <ul className="jpd-list">
                {found.map((node) => (
                  <li key={node.path}>
                    <button
                      type="button"
                      className="jpd-menuitem jpd-name"
                      onClick={() => {
                        onCommit(node.path);
                        setDraft(null);
                        setOpen(false);
                      }}
                    >
                      <span className="jpd-name__path">{node.path}</span>
                      <span className="jpd-name__value">
                        {node.type === "array" ? t.dataExplorer.items(node.items ?? 0) : preview(node.sample)}
                      </span>
                    </button>
                  </li>
                ))}
                {found.length === 0 && <li className="jpd-hint">{t.bindingExtra.noPathFound}</li>}
              </ul>
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </div>
  );
}
