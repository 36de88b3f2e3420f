/** The library of the service, as the designer uses it. */
import type { DocumentLibrary } from "../library/types";
import type { Api, Session } from "./api";

export function libraryOf(api: Api, { scopes, libraryFileBytes }: Session): DocumentLibrary {
  /** The versions of files as they were read or stored here. */
  const versions = new Map<string, string>();
  const versionOf = async (name: string) => versions.get(name) ?? (await api.libraryFile(name)).version;
  const readable: DocumentLibrary = {
    list: () => api.library(),
    async load(name) {
      const { value, version } = await api.libraryFile(name);
      versions.set(name, version);
      return value;
    },
    maxBytes: libraryFileBytes,
  };
  if (!scopes.includes("templates:write")) return readable;
  return {
    ...readable,
    async save(name, file, { replace, ...sending }) {
      const known = replace ? await versionOf(name) : null;
      // Whatever comes of it: what is there afterwards is read again, and asked about again.
      versions.delete(name);
      versions.set(name, await api.saveLibraryFile(name, file, known, sending));
    },
    async remove(name) {
      const known = await versionOf(name);
      versions.delete(name);
      await api.removeLibraryFile(name, known);
    },
  };
}
