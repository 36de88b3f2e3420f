import { Popover } from "radix-ui";
import { forwardRef, useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { cx } from "./cx";
import { IconChevronDown } from "./icons";
import { focusLabelled } from "./label-focus";
import { PaletteSwatches } from "./PaletteSwatches";

export interface PaletteGroupItem {
  name: string;
  colors: readonly string[];
  label?: string;
}

export interface PaletteGroup {
  /** Empty: no heading. */
  label: string;
  items: readonly PaletteGroupItem[];
}

export interface PalettePickerProps {
  label?: ReactNode;
  currentName: string;
  currentColors: readonly string[];
  /** Default: `currentName`. */
  currentLabel?: string;
  onSelect: (name: string) => void;
  groups: readonly PaletteGroup[];
  /** Shown without colours. */
  emptyPlaceholder?: string;
  variant?: "list" | "grid";
  swatchSize?: "sm" | "md";
  className?: string;
}

const COLUMNS = { list: 1, grid: 2 };

/** A button that shows the palette, and a list of others: arrow keys move, Enter chooses. */
export const PalettePicker = forwardRef<HTMLButtonElement, PalettePickerProps>(function PalettePicker(
  { label, currentName, currentColors, currentLabel, onSelect, groups, emptyPlaceholder = "—", variant = "list", swatchSize = "md", className },
  ref,
) {
  const [open, setOpen] = useState(false);
  const labelId = useId();
  const valueId = useId();

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=option]")];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const by: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: COLUMNS[variant],
      ArrowUp: -COLUMNS[variant],
      Home: -at,
      End: items.length - 1 - at,
    };
    const step = by[event.key];
    if (step === undefined) return;
    event.preventDefault();
    items[Math.min(Math.max(at + step, 0), items.length - 1)]?.focus();
  };

  const names = label === undefined ? undefined : `${labelId} ${valueId}`;
  return (
    <div className={cx("jpd-palette", className)}>
      {label !== undefined && (
        <span className="jpd-labeled__label" id={labelId} onClick={focusLabelled}>
          {label}
        </span>
      )}
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger ref={ref} className="jpd-palette__button" aria-labelledby={names}>
          {currentColors.length > 0 ? (
            <PaletteSwatches colors={currentColors} size={swatchSize} />
          ) : (
            <span className="jpd-palette__empty" aria-hidden="true">
              {emptyPlaceholder}
            </span>
          )}
          <span id={valueId} className="jpd-palette__name">
            {currentLabel ?? currentName}
          </span>
          <IconChevronDown className="jpd-palette__arrow" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            className="jpd-popover jpd-palette__list"
            data-variant={variant}
            align="start"
            sideOffset={4}
            collisionPadding={8}
            aria-labelledby={label === undefined ? undefined : labelId}
            onOpenAutoFocus={(event) => {
              const chosen = (event.target as HTMLElement).querySelector<HTMLElement>("[aria-selected=true]");
              if (!chosen) return;
              event.preventDefault();
              chosen.focus();
            }}
          >
            <div role="listbox" aria-labelledby={label === undefined ? undefined : labelId} onKeyDown={move}>
              {groups.map((group, at) => (
                <div key={at} role="group" aria-label={group.label || undefined} className="jpd-palette__group">
                  {group.label !== "" && (
                    <div className="jpd-grouplabel" role="presentation">
                      {group.label}
                    </div>
                  )}
                  <div className="jpd-palette__items" role="presentation">
                    {group.items.map((item) => (
                      <button
                        key={item.name}
                        type="button"
                        role="option"
                        aria-selected={item.name === currentName}
                        aria-label={item.label ?? item.name}
                        title={item.label ?? item.name}
                        className="jpd-palette__item"
                        data-selected={item.name === currentName || undefined}
                        onClick={() => {
                          onSelect(item.name);
                          setOpen(false);
                        }}
                      >
                        <PaletteSwatches colors={item.colors} size={swatchSize} />
                        {(variant === "list" || item.colors.length === 0) && <span>{item.label ?? item.name}</span>}
                      </button>
                    ))}
                  </div>
                </div>
              ))}
            </div>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
});
