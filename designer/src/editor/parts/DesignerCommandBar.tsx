/** A bar with what can be done to the selection, and the ways to all other commands. */
import { Toolbar } from "radix-ui";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { useT } from "../../i18n";
import { cx } from "../../ui";
import { IconSearch } from "../../ui/icons";
import { useDesignerBulkEdit, useDesignerConfig, useDesignerUi } from "../hooks";
import type { PartProps } from "../types";
import { ARRANGE_ICONS } from "./arrange-icons";
import { keyLabel, useCommands } from "./commands";
import { useIsOnActiveTab } from "./active-tab";
import { usePartRoot } from "./root";

/** Commands by group, with the number of selected fields from which a group is shown. */
const GROUPS = [
  { least: 1, ids: ["alignLeft", "alignCenter", "alignRight", "alignTop", "alignMiddle", "alignBottom"] },
  { least: 2, ids: ["distributeHorizontal", "distributeVertical"] },
  { least: 2, ids: ["sameWidth", "sameHeight"] },
] as const;

export function DesignerCommandBar({ className, style, whenTab }: PartProps) {
  const shown = useIsOnActiveTab(whenTab);
  const dict = useT();
  const t = dict.editor;
  const { setCommandBarOpen, setHelpOpen } = useDesignerUi();
  const { permissions } = useDesignerConfig();
  const { selectedSchemas } = useDesignerBulkEdit();
  const search = useRef<HTMLButtonElement>(null);
  const root = usePartRoot();
  if (!shown) return null;
  return (
    <div ref={root} className={cx("jpd-part jpd-commandbar", className)} data-part="command-bar" style={style}>
      {permissions.structure && selectedSchemas.length > 0 && <Arrange selected={selectedSchemas.length} next={search} />}
      <span className="jpd-commandbar__space" />
      <button ref={search} type="button" className="jpd-commandbar__search" aria-label={`${t.commands} ${keyLabel("Ctrl+K", dict)}`} onClick={() => setCommandBarOpen(true)}>
        <IconSearch />
        <span>{t.commands}</span>{" "}
        <kbd>{keyLabel("Ctrl+K", dict)}</kbd>
      </button>
      <button type="button" className="jpd-iconbtn" aria-label={t.help} title={`${t.helpTitle} (?)`} onClick={() => setHelpOpen(true)}>
        ?
      </button>
    </div>
  );
}

/** Buttons that arrange the selection. `next` gets the focus when they go while one of them has it. */
function Arrange({ selected, next }: { selected: number; next: RefObject<HTMLButtonElement | null> }) {
  const t = useT().editor;
  const commands = useCommands();
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = bar.current;
    return () => {
      if (own?.contains(document.activeElement)) next.current?.focus();
    };
  }, [next]);
  return (
    <Toolbar.Root ref={bar} className="jpd-commandbar__arrange" aria-label={t.arrange}>
      {GROUPS.filter(({ least }) => selected >= least).map(({ ids }) => (
        <span key={ids[0]} className="jpd-commandbar__group">
          {ids.map((id) => {
            const command = commands.find((own) => own.id === id);
            const Icon = ARRANGE_ICONS[id];
            return (
              <Toolbar.Button
                key={id}
                type="button"
                className="jpd-iconbtn"
                aria-label={command?.label}
                title={command?.label}
                disabled={command?.disabled}
                onClick={command?.run}
              >
                <Icon />
              </Toolbar.Button>
            );
          })}
        </span>
      ))}
    </Toolbar.Root>
  );
}
