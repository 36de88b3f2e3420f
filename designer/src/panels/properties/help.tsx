/** Help for a property: by resting on its label, and by F1 in its control. */
import { Popover } from "radix-ui";
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject } from "react";
import { useLocale, useT, withInlineCode } from "../../i18n";
import { IconReset } from "../../ui/icons";
import type { Property } from "./description";
import { describeValue, rangeText } from "./words";

/** A pointer that passes asks nothing. */
const OPEN_AFTER_MS = 600;
/** Time to get from the label to the explanation. */
const CLOSE_AFTER_MS = 250;

export interface Help {
  /** By a key the explanation takes the focus, so that what it offers can be reached. */
  shown: "pointer" | "key" | null;
  anchor: RefObject<HTMLDivElement | null>;
  close: () => void;
  open: () => void;
  /** Of the row: F1 explains it. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** Of what is rested on, and of the explanation. */
  hover: { onPointerEnter: (event: PointerEvent) => void; onPointerLeave: () => void };
}

export function useHelp(): Help {
  const [shown, setShown] = useState<Help["shown"]>(null);
  const anchor = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (next: Help["shown"], ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown((before) => (before === "key" ? before : next)), ms);
  };
  const at = (next: Help["shown"]) => {
    clearTimeout(timer.current);
    setShown(next);
  };
  return {
    shown,
    anchor,
    close: () => at(null),
    open: () => at("key"),
    onKeyDown(event) {
      if (event.key !== "F1" || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      at("key");
    },
    hover: {
      onPointerEnter: (event) => event.pointerType === "mouse" && later("pointer", shown ? 0 : OPEN_AFTER_MS),
      onPointerLeave: () => later(null, CLOSE_AFTER_MS),
    },
  };
}

export interface HelpPopoverProps {
  help: Help;
  property: Property;
  /** Pointer inside the field, such as `headBorderRadius/topLeft`. */
  path: string;
  label: string;
  /** A rule of the print that surprises. */
  inPrint?: string | undefined;
  onReset?: (() => void) | undefined;
  children?: ReactNode;
}

/** A panel has dozens of rows: what explains a row is made when somebody asks. */
export function HelpPopover({ help, property, path, label, inPrint, onReset }: HelpPopoverProps) {
  const t = useT();
  const locale = useLocale();
  if (help.shown === null) return null;
  const range = rangeText(property, t, locale);
  return (
    <Popover.Root open onOpenChange={(open) => !open && help.close()}>
      <Popover.Anchor virtualRef={help.anchor as RefObject<HTMLDivElement>} />
      <Popover.Portal>
        <Popover.Content
          className="jpd-popover jpd-help"
          side="left"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t.control.help(label)}
          tabIndex={-1}
          onOpenAutoFocus={(event) => help.shown === "pointer" && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (help.shown === "key") focusControl(help.anchor.current);
          }}
          {...help.hover}
        >
          <p className="jpd-help__title">{label}</p>
          <p className="jpd-help__text">{withInlineCode(t.help(property.help))}</p>
          {inPrint !== undefined && <p className="jpd-help__print">{t.control.inPrint(inPrint)}</p>}
          <ul className="jpd-help__facts">
            {property.unit !== undefined && <li>{t.control.unit(property.unit)}</li>}
            {property.default !== undefined && <li>{t.control.defaultValue(describeValue(property, property.default, t, locale))}</li>}
            {range !== null && <li>{t.control.range(range)}</li>}
            {property.extension && <li>{t.control.extension}</li>}
            {property.value === "number" && <li>{t.control.numberHint}</li>}
          </ul>
          <p className="jpd-help__key">{withInlineCode(t.control.key(`\`${path.replaceAll("/", ".")}\``))}</p>
          {onReset && (
            <button
              type="button"
              className="jpd-linkbtn"
              onClick={() => {
                onReset();
                help.close();
              }}
            >
              <IconReset /> {t.control.resetTitle(property.default === undefined ? t.control.unset : describeValue(property, property.default, t, locale))}
            </button>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Back to where the key was pressed. */
function focusControl(row: HTMLElement | null): void {
  const control = row?.querySelector<HTMLElement>(":is(input, select, textarea, button, [contenteditable=true]):not([data-aside], [tabindex='-1'])");
  control?.focus();
}
