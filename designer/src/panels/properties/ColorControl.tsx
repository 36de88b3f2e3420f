/** A colour: its field, `#rrggbb`, and a palette with the colours of the page. */
import { Popover } from "radix-ui";
import { createContext, type KeyboardEvent, useContext, useId, useRef, useState } from "react";
import { useDesignerActions } from "../../editor/hooks";
import { useT } from "../../i18n";
import { rove } from "../../ui/roving";
import { useUiComponents } from "../../ui/registry";
import type { ControlProps } from "./controls";
import { hexOf, paletteOf, sixDigits } from "./palette";

const RGB = /^rgb\(\s*(\d{1,3})\s*[,\s]\s*(\d{1,3})\s*[,\s]\s*(\d{1,3})\s*\)$/i;

/** A colour as people write it, also as `rgb(29, 78, 216)`. */
function writtenColor(text: string): string | undefined {
  const parts = RGB.exec(text.trim())?.slice(1).map(Number);
  if (parts === undefined) return sixDigits(text);
  return parts.every((part) => part <= 255) ? hexOf(parts) : undefined;
}

export interface ColorControlProps extends ControlProps<string> {
  /** Shown in the swatch without a value. */
  fallback?: string;
}

/** Colours that the page uses, most frequent first. */
export const DocumentColorsContext = createContext<readonly string[]>([]);

export const NO_COLORS: Readonly<Record<string, string>> = {};

/** Colours of the theme by name. */
export const ThemeColorsContext = createContext(NO_COLORS);

export function ColorControl({ id, label, value, mixed, disabled, onChange, fallback }: ColorControlProps) {
  const t = useT();
  const { ColorInput, Input } = useUiComponents();
  const [draft, setDraft] = useState<string | null>(null);
  const [invalid, setInvalid] = useState(false);
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const errorId = useId();
  const actions = useDesignerActions();
  const theme = useContext(ThemeColorsContext);
  const named = value?.startsWith("@") ? value.slice(1) : undefined;
  /** Of a colour, or of a name of the theme. */
  const meant = (color: string | undefined) => sixDigits(color?.startsWith("@") ? theme[color.slice(1)] : color);

  const commit = () => {
    if (draft === null) return;
    setDraft(null);
    if (draft.trim() === "" || draft === value) return setInvalid(false);
    const color = draft.trim().startsWith("@") && meant(draft.trim()) !== undefined ? draft.trim() : writtenColor(draft);
    setInvalid(color === undefined);
    if (color !== undefined) onChange(color);
  };

  return (
    <div ref={box} className="jpd-colorfield" data-unset={(value === undefined && !mixed) || undefined} data-none={(value === undefined && !mixed && fallback === undefined) || undefined}>
      <ColorInput
        aria-label={label}
        value={meant(value) ?? meant(fallback) ?? "#ffffff"}
        disabled={disabled}
        tabIndex={-1}
        data-aside
        onClick={(event) => {
          // Where the palette has no room for a finger, the system has its own.
          if (typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches) return;
          event.preventDefault();
          setOpen(true);
        }}
        onChange={(event) => onChange(event.target.value)}
      />
      <Input
        id={id}
        mono
        aria-label={`${label}: #rrggbb`}
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? errorId : undefined}
        aria-keyshortcuts="Alt+ArrowDown"
        disabled={disabled}
        spellCheck={false}
        value={draft ?? (mixed ? "" : (value ?? ""))}
        placeholder={mixed ? t.control.mixed : value === undefined ? (fallback ?? t.control.unset) : undefined}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
          if (event.altKey && event.key === "ArrowDown") {
            event.preventDefault();
            setOpen(true);
          }
          if (event.key === "Escape" && draft !== null) {
            event.stopPropagation();
            setDraft(null);
          }
        }}
      />
      {open && <Palette label={label} value={value?.startsWith("@") ? value : sixDigits(value)} box={box} onChange={onChange} onClose={() => setOpen(false)} />}
      {named !== undefined && named in theme && (
        <button type="button" className="jpd-linkbtn jpd-colorfield__everywhere" data-aside aria-label={`${t.panel.changeEverywhere}: ${named}`} onClick={() => actions.reveal({ pointer: `/template/theme/colors/${named}` })}>
          {t.panel.changeEverywhere}
        </button>
      )}
      {invalid && (
        <p className="jpd-error jpd-colorfield__error" id={errorId} role="alert">
          {t.control.colorInvalid}
        </p>
      )}
    </div>
  );
}

/** Moves the focus to the swatch above or below. Returns true if the key does so. */
function moveByRow(event: KeyboardEvent<HTMLElement>, rows: readonly (readonly unknown[])[]): boolean {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(".jpd-colors__item")];
  let column = items.indexOf(document.activeElement as HTMLElement);
  if (by === undefined || column < 0) return false;
  event.preventDefault();
  event.stopPropagation();
  let at = 0;
  for (; column >= rows[at]!.length; at++) column -= rows[at]!.length;
  const to = rows[at + by];
  if (to) items[rows.slice(0, at + by).flat().length + Math.min(column, to.length - 1)]?.focus();
  return true;
}

interface PaletteProps {
  label: string;
  value: string | undefined;
  box: React.RefObject<HTMLDivElement | null>;
  onChange: (color: string) => void;
  onClose: () => void;
}

function Palette({ label, value, box, onChange, onClose }: PaletteProps) {
  const t = useT();
  const colors = useContext(DocumentColorsContext);
  const pick = (color: string) => {
    onChange(color);
    onClose();
  };
  const other = () => {
    const input = box.current?.querySelector<HTMLInputElement>("input[type=color]");
    onClose();
    input?.showPicker?.();
  };
  const theme = useContext(ThemeColorsContext);
  const groups = paletteOf(theme, colors, t);
  const rows = groups.flatMap((group) => group.rows);
  const all = rows.flat();
  /** The swatch that has the focus first: that of the colour, where it is one of them. */
  const first = all.find(({ color }) => color === value) ?? all[0];
  return (
    <Popover.Root open onOpenChange={(next) => !next && onClose()}>
      <Popover.Anchor virtualRef={box as React.RefObject<HTMLDivElement>} />
      <Popover.Portal>
        <Popover.Content
          className="jpd-popover jpd-colors"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onKeyDown={(event) => moveByRow(event, rows) || rove(event, ".jpd-colors__item")}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            box.current?.querySelector<HTMLElement>("input:not([type=color])")?.focus();
          }}
        >
          {groups.map((group) => (
            <div key={group.title} role="group" aria-label={group.title}>
              <div className="jpd-grouplabel">{group.title}</div>
              <div className="jpd-colors__grid">
                {group.rows.map((row) =>
                  row.map((entry, index) => (
                    <button
                      key={entry.label}
                      type="button"
                      className="jpd-colors__item"
                      data-begins={index === 0 || undefined}
                      aria-label={entry.label}
                      aria-pressed={entry.color === value}
                      tabIndex={entry === first ? 0 : -1}
                      title={entry.label}
                      style={{ backgroundColor: entry.shown }}
                      onClick={() => pick(entry.color)}
                    />
                  )),
                )}
              </div>
            </div>
          ))}
          <button type="button" className="jpd-linkbtn" onClick={other}>
            {t.panel.otherColor}
          </button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
