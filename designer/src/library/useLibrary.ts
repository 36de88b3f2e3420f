/** The library around a component: its files, and pictures of it. */
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { referencedName } from "./names";
import type { LibraryState, LibraryStore } from "./store";

export const LibraryContext = createContext<LibraryStore | null>(null);

/** The library of the designer; nothing where the host gave none. */
export function useLibrary(): LibraryStore | null {
  return useContext(LibraryContext);
}

export function useStoreValue<T>(library: LibraryStore | null, pick: (state: LibraryState) => T, without: T): T {
  const read = () => (library ? pick(library.state.getState()) : without);
  return useSyncExternalStore(library ? library.state.subscribe : never, read, () => without);
}

const never = () => () => {};

/** An address that shows a picture: that of a file of the library, or the text itself when it is a data URI. */
export function usePicture(library: LibraryStore | null, text: string): string | null {
  const name = referencedName(text);
  const revision = useStoreValue(library, (state) => state.revision, 0);
  const [found, setFound] = useState<{ name: string; address: string | null } | null>(null);
  useEffect(() => {
    if (name === null || !library) return undefined;
    let current = true;
    library.address(name).then(
      (address) => current && setFound({ name, address }),
      () => current && setFound({ name, address: null }),
    );
    return () => {
      current = false;
    };
  }, [library, name, revision]);
  if (name === null) return /^(data:image\/|blob:)/.test(text) ? text : null;
  return found?.name === name ? found.address : null;
}
