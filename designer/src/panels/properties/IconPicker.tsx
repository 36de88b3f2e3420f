import { Popover } from "radix-ui";
import { useMemo, useState, type KeyboardEvent } from "react";
import { MATERIAL_ICON_NAMES, materialIconLabels } from "../../core/icons";
import { useLocale, useT } from "../../i18n";
import { IconChevronDown, IconSearch } from "../../ui/icons";
import { MaterialIcon } from "../../ui/MaterialIcon";
import { useUiComponents } from "../../ui/registry";
import { SearchBox } from "../SearchBox";

const COLUMNS = 6;

export interface IconPickerProps {
  id?: string;
  value: string | undefined;
  disabled?: boolean;
  onChange: (icon: string) => void;
}

/** Icons in six columns, searched by name in the language or in the template; arrow keys move. */
export function IconPicker({ id, value, disabled, onChange }: IconPickerProps) {
  const t = useT();
  const { Input } = useUiComponents();
  const labels = materialIconLabels(useLocale()) as Record<string, string>;
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState("");
  const found = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return MATERIAL_ICON_NAMES.filter((name) => name.includes(wanted) || (labels[name] ?? "").toLowerCase().includes(wanted));
  }, [search, labels]);
  const current = value && value !== "none" ? value : undefined;

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key];
    if (by === undefined) return;
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=option]")];
    const at = items.indexOf(document.activeElement as HTMLElement);
    event.preventDefault();
    items[Math.min(Math.max(at < 0 ? 0 : at + by, 0), items.length - 1)]?.focus();
  };

  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setSearch("");
      }}
    >
      <Popover.Trigger id={id} className="jpd-palette__button" disabled={disabled} aria-label={`${t.icons.choose}: ${current ? (labels[current] ?? current) : t.icons.none}`}>
        <span className="jpd-box">{current ? <MaterialIcon icon={current} size={16} /> : <span aria-hidden="true">—</span>}</span>
        <span className="jpd-palette__name">{current ? (labels[current] ?? current) : t.icons.none}</span>
        <IconChevronDown className="jpd-palette__arrow" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="jpd-popover jpd-iconpick" align="end" sideOffset={4} collisionPadding={8} aria-label={t.icons.choose}>
          <SearchBox
            label={t.icons.search}
            placeholder={t.kpi.iconSearchPlaceholder}
            value={search}
            onChange={setSearch}
            onKeyDown={(event) => {
              if (event.key !== "ArrowDown") return;
              event.preventDefault();
              event.currentTarget.closest(".jpd-iconpick")?.querySelector<HTMLElement>("[role=option]")?.focus();
            }}
          />
          {found.length === 0 ? (
            <p className="jpd-hint">{t.kpi.noIconFound}</p>
          ) : (
            <div className="jpd-iconpick__grid" role="listbox" aria-label={t.icons.count(found.length)} onKeyDown={move}>
              {found.map((name) => (
                <button
                  key={name}
                  type="button"
                  role="option"
                  aria-selected={name === current}
                  aria-label={labels[name] ?? name}
                  title={labels[name] ?? name}
                  className="jpd-iconpick__item"
                  data-selected={name === current || undefined}
                  onClick={() => {
                    onChange(name);
                    setOpen(false);
                  }}
                >
                  <MaterialIcon icon={name} size={20} />
                </button>
              ))}
            </div>
          )}
          {current && (
            <button
              type="button"
              className="jpd-linkbtn"
              onClick={() => {
                onChange("none");
                setOpen(false);
              }}
            >
              {t.kpi.removeIcon}
            </button>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
