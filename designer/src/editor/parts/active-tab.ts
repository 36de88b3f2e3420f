import { useDesignerUi } from "../hooks";
import type { TabKey } from "../types";

/** Returns true if a part is shown: always, or only while one of its tabs is active. */
export function useIsOnActiveTab(whenTab: TabKey | TabKey[] | undefined): boolean {
  const { sidebarTab } = useDesignerUi();
  if (whenTab === undefined) return true;
  return Array.isArray(whenTab) ? whenTab.includes(sidebarTab) : whenTab === sidebarTab;
}
