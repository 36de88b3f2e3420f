/** Actions on the open template: buttons, in a narrow window in a menu beside the main one. */
import { DropdownMenu } from "radix-ui";
import { Fragment, type ReactNode } from "react";
import { Button } from "../ui";
import { IconDots } from "../ui/icons";
import { useApp } from "./context";
import { useMedia } from "./media";

export interface Action {
  label: string;
  disabled?: boolean;
  /** Why it is disabled. */
  title?: string | undefined;
  /** The one that most people came for. */
  main?: boolean;
  run: () => void;
}

const NARROW = "(max-width: 1399px)";

/** `children` stay buttons, behind the first action. `inMenu`: all but the main one are in the menu whatever the width. */
export function Actions({ actions, inMenu, children }: { actions: readonly Action[]; inMenu: boolean; children: ReactNode }) {
  const { t } = useApp();
  const narrow = useMedia(NARROW) || inMenu;
  const button = ({ label, disabled = false, title, main = false, run }: Action) => (
    <Button variant={main ? "outline" : "ghost"} disabled={disabled} title={title} onClick={run}>
      {label}
    </Button>
  );
  if (!narrow) {
    return actions.map((action, index) => (
      <Fragment key={action.label}>
        {button(action)}
        {index === 0 && children}
      </Fragment>
    ));
  }
  const main = actions.find((action) => action.main);
  return (
    <>
      {children}
      <DropdownMenu.Root>
        <DropdownMenu.Trigger asChild>
          <Button variant="ghost" size="icon" aria-label={t.more} title={t.more}>
            <IconDots />
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="jpd-popover jpd-menu" align="end" sideOffset={4}>
            {actions.filter((action) => action !== main).map(({ label, disabled = false, title, run }) => (
              <DropdownMenu.Item key={label} className="jpd-menuitem" disabled={disabled} title={title} onSelect={run}>
                {label}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {main && button(main)}
    </>
  );
}
