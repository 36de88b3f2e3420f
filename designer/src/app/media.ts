/** Queries of the window, such as its width. */
import { useSyncExternalStore } from "react";

export function useMedia(media: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(media);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(media).matches,
  );
}
