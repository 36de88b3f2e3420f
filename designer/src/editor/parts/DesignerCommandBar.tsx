/** A bar with what can be done to the selection, and the ways to all other commands. */
import { Toolbar } from "radix-ui";
import { useT } from "../../i18n";
import { cx } from "../../ui";
import { IconSearch } from "../../ui/icons";
import { useDesignerConfig, useDesignerUi } from "../hooks";
import type { PartProps } from "../types";
import { ARRANGE_ICONS } from "./arrange-icons";
import { keyLabel, useCommands } from "./commands";
import { useIsOnActiveTab } from "./active-tab";
import { usePartRoot } from "./root";

const GROUPS = [
  ["alignLeft", "alignCenter", "alignRight", "alignTop", "alignMiddle", "alignBottom"],
  ["distributeHorizontal", "distributeVertical"],
  ["sameWidth", "sameHeight"],
] as const;

export function DesignerCommandBar({ className, style, whenTab }: PartProps) {
  const shown = useIsOnActiveTab(whenTab);
  const t = useT().editor;
  const commands = useCommands();
  const { setCommandBarOpen, setHelpOpen } = useDesignerUi();
  const { permissions } = useDesignerConfig();
  const root = usePartRoot();
  if (!shown) return null;
  return (
    <div ref={root} className={cx("jpd-part jpd-commandbar", className)} data-part="command-bar" style={style}>
      {permissions.structure && (
        <Toolbar.Root className="jpd-commandbar__arrange" aria-label={t.arrange}>
          {GROUPS.map((ids) => (
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
      )}
      <span className="jpd-commandbar__space" />
      <button type="button" className="jpd-commandbar__search" aria-label={`${t.commands} ${keyLabel("Ctrl+K")}`} onClick={() => setCommandBarOpen(true)}>
        <IconSearch />
        <span>{t.commands}</span>{" "}
        <kbd>{keyLabel("Ctrl+K")}</kbd>
      </button>
      <button type="button" className="jpd-iconbtn" aria-label={t.help} title={`${t.helpTitle} (?)`} onClick={() => setHelpOpen(true)}>
        ?
      </button>
    </div>
  );
}
