/** The menu of the right mouse button. */
import { ContextMenu } from "radix-ui";
import { type ReactElement, useState } from "react";
import { useT } from "../../i18n";
import { useCommands } from "../parts/commands";
import { useDesignerSelection } from "../hooks";

export function CanvasMenu({ children }: { children: ReactElement }) {
  const [open, setOpen] = useState(false);
  return (
    <ContextMenu.Root onOpenChange={setOpen} modal={false}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      {open && <Items />}
    </ContextMenu.Root>
  );
}

const OF_SELECTION = ["cut", "copy", "paste", "duplicate", "", "group", "ungroup", "distributeHorizontal", "distributeVertical", "turnRight", "", "bringToFront", "bringForward", "sendBackward", "sendToBack", "", "lock", "unlock", "", "remove"];
/** Divides only what is there. */
const isNeeded = (ids: readonly string[], index: number, shown: (id: string) => boolean): boolean => {
  const before = ids.slice(0, index);
  const last = before.lastIndexOf("");
  return before.slice(last + 1).some(shown) && ids.slice(index + 1).some(shown);
};
const OF_PAGE = ["paste", "selectAll", "", "toggleBands", "toggleView", "readingOrder", "fitPage"];

function Items() {
  const commands = useCommands();
  const { selectedIds } = useDesignerSelection();
  const t = useT();
  const ids = selectedIds.length > 0 ? OF_SELECTION : OF_PAGE;
  return (
    <ContextMenu.Portal>
      <ContextMenu.Content className="jpd-popover jpd-menu" aria-label={t.editor.commands}>
        {ids.map((id, index) => {
          if (id === "" && !isNeeded(ids, index, (own) => commands.some((command) => command.id === own && !command.disabled))) return null;
          if (id === "") return <ContextMenu.Separator key={index} className="jpd-menu__divider" />;
          const command = commands.find((own) => own.id === id);
          if (!command || command.disabled) return null;
          return (
            <ContextMenu.Item key={id} className="jpd-menuitem" data-tone={id === "remove" ? "danger" : undefined} onSelect={command.run}>
              <span>{command.label}</span>
              {command.keys && <kbd className="jpd-menuitem__keys">{command.keys}</kbd>}
            </ContextMenu.Item>
          );
        })}
      </ContextMenu.Content>
    </ContextMenu.Portal>
  );
}
