/** The options of a native select as a list above the page. */
import { Popover } from "radix-ui";
import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";

/** Letters typed within this time of each other are one word. */
const TYPED_MS = 700;

interface Entry {
  /** Index among the options. */
  index: number;
  label: string;
  disabled: boolean;
  /** Heading above it. */
  group?: string | undefined;
}

function entriesOf(select: HTMLSelectElement): Entry[] {
  let last: string | undefined;
  return [...select.options].map((option, index) => {
    const group = option.parentElement instanceof HTMLOptGroupElement ? option.parentElement.label : undefined;
    const heading = group !== last ? group : undefined;
    last = group;
    return { index, label: option.label || option.text, disabled: option.disabled, group: heading };
  });
}

/** The name of the select: its `aria-label`, or the text of its label. */
function nameOf(select: HTMLSelectElement): string | undefined {
  const label = [...(select.labels ?? [])].flatMap(({ childNodes }) => [...childNodes]).filter((node) => !node.contains(select));
  return select.getAttribute("aria-label") ?? (label.map((node) => node.textContent).join("").trim() || undefined);
}

/** Chooses an option with the events of a select, to which hosts and React listen. */
function choose(select: HTMLSelectElement, index: number): void {
  if (select.selectedIndex === index) return;
  select.selectedIndex = index;
  for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
}

export interface OptionListProps {
  select: HTMLSelectElement;
  onClose: () => void;
}

export function OptionList({ select, onClose }: OptionListProps) {
  const id = useId();
  const entries = useMemo(() => entriesOf(select), [select]);
  const [active, setActive] = useState(() => Math.max(0, select.selectedIndex));
  const list = useRef<HTMLDivElement>(null);
  const anchor = useRef(select);
  const typed = useRef({ text: "", time: 0 });

  useLayoutEffect(() => {
    list.current?.querySelector(`[id="${CSS.escape(`${id}-${active}`)}"]`)?.scrollIntoView?.({ block: "nearest" });
  }, [active, id]);

  const pick = (index: number) => {
    if (entries[index]?.disabled) return;
    onClose();
    select.focus();
    choose(select, index);
  };
  const step = (from: number, by: number) => {
    for (let at = from + by; at >= 0 && at < entries.length; at += by) if (!entries[at]?.disabled) return at;
    return from;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The parts around the select have keys of their own.
    event.stopPropagation();
    const to = { ArrowDown: step(active, 1), ArrowUp: step(active, -1), Home: step(-1, 1), End: step(entries.length, -1) }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      return setActive(to);
    }
    if (["Enter", " ", "Tab"].includes(event.key)) {
      event.preventDefault();
      return pick(active);
    }
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    const now = event.timeStamp;
    const text = (now - typed.current.time < TYPED_MS ? typed.current.text : "") + event.key.toLowerCase();
    typed.current = { text, time: now };
    const order = [...entries.slice(active + (text.length > 1 ? 0 : 1)), ...entries];
    const hit = order.find((entry) => !entry.disabled && entry.label.toLowerCase().startsWith(text));
    if (hit) setActive(hit.index);
  };

  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          className="jpd-popover jpd-options"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          style={{ minWidth: select.offsetWidth }}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            list.current?.focus();
          }}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => {
            event.preventDefault();
            event.stopPropagation();
            onClose();
            select.focus();
          }}
          onInteractOutside={(event) => {
            // A press on the select itself closes the list there.
            if (event.target instanceof Node && select.contains(event.target)) event.preventDefault();
          }}
          // The list inside has the role and the name.
          role="presentation"
        >
          <div
            ref={list}
            role="listbox"
            className="jpd-options__list"
            tabIndex={-1}
            aria-label={nameOf(select)}
            aria-activedescendant={`${id}-${active}`}
            onKeyDown={onKeyDown}
          >
            {entries.map(({ index, label, disabled, group }) => (
              <div key={index} role="presentation">
                {group !== undefined && (
                  <div className="jpd-grouplabel" role="presentation">
                    {group}
                  </div>
                )}
                <div
                  id={`${id}-${index}`}
                  role="option"
                  className="jpd-options__item"
                  aria-selected={index === select.selectedIndex}
                  aria-disabled={disabled || undefined}
                  data-active={index === active || undefined}
                  onPointerMove={() => !disabled && setActive(index)}
                  onClick={(event) => {
                    // Inside of a label the press would go to its control.
                    event.preventDefault();
                    event.stopPropagation();
                    pick(index);
                  }}
                >
                  <span className="jpd-options__check" aria-hidden="true" />
                  {label === "" ? "—" : label}
                </div>
              </div>
            ))}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
