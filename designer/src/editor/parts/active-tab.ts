import { useDesignerUi } from "../hooks";
import type { TabKey } from "../types";

/** Whether a part shows on the active tab. */
export function useIsOnActiveTab(whenTab: TabKey | TabKey[] | undefined): boolean {
  const { sidebarTab } = useDesignerUi();
  if (whenTab === undefined) return true;
  return Array.isArray(whenTab) ? whenTab.includes(sidebarTab) : whenTab === sidebarTab;
}
