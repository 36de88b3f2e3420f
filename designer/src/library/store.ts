/** The files of a library as editors see them: what there is, and what was read of it. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { kindOf } from "./names";
import type { DocumentLibrary, LibraryFile, LibrarySaveOptions } from "./types";

export interface LibraryState {
  /** `null` until they are listed. */
  files: readonly LibraryFile[] | null;
  /** Why they could not be listed. */
  error: unknown;
  /** Grows whenever a file changes. */
  revision: number;
}

/** Media types of pictures, for browsers. */
const PICTURE_TYPES: Record<string, string> = { png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", svg: "image/svg+xml" };

export class LibraryStore {
  readonly state: StoreApi<LibraryState> = createStore(() => ({ files: null, error: null, revision: 0 }));
  #contents = new Map<string, Promise<Uint8Array>>();
  #addresses = new Map<string, { content: Uint8Array; address: string }>();

  constructor(readonly source: DocumentLibrary) {}

  async refresh(): Promise<void> {
    try {
      const files = await this.source.list();
      this.state.setState({ files, error: null });
    } catch (error) {
      this.state.setState({ error });
    }
  }

  /** The content of a file, read once; rejects as the host does. */
  load(name: string): Promise<Uint8Array> {
    let content = this.#contents.get(name);
    if (content === undefined) {
      const reading = this.source.load(name);
      content = reading;
      this.#contents.set(name, reading);
      // What failed is tried again.
      reading.catch(() => this.#contents.get(name) === reading && this.#contents.delete(name));
    }
    return content;
  }

  async save(name: string, file: Blob, options: LibrarySaveOptions): Promise<void> {
    try {
      await this.source.save?.(name, file, options);
    } finally {
      // Also when it failed: somebody else may have changed it.
      await this.#changed(name);
    }
  }

  async remove(name: string): Promise<void> {
    try {
      await this.source.remove?.(name);
    } finally {
      await this.#changed(name);
    }
  }

  /** Reads the files in use again, because others may have changed them. */
  async renew(): Promise<void> {
    const known = [...this.#contents];
    const changes = await Promise.all(
      known.map(async ([name, before]) => {
        const [old, fresh] = await Promise.all([before.catch(() => null), this.source.load(name).catch(() => null)]);
        if (this.#contents.get(name) !== before || equal(old, fresh)) return false;
        if (fresh === null) this.#contents.delete(name);
        else this.#contents.set(name, Promise.resolve(fresh));
        return true;
      }),
    );
    if (changes.includes(true)) this.state.setState(({ revision }) => ({ revision: revision + 1 }));
  }

  /** An address that shows a picture of the library; nothing for other files. */
  async address(name: string): Promise<string | null> {
    if (kindOf(name) !== "picture") return null;
    const content = await this.load(name);
    const known = this.#addresses.get(name);
    if (known?.content === content) return known.address;
    if (known) URL.revokeObjectURL(known.address);
    const type = PICTURE_TYPES[name.slice(name.lastIndexOf(".") + 1).toLowerCase()] ?? "";
    const address = URL.createObjectURL(new Blob([content as BlobPart], { type }));
    this.#addresses.set(name, { content, address });
    return address;
  }

  async #changed(name: string): Promise<void> {
    this.#contents.delete(name);
    this.state.setState(({ revision }) => ({ revision: revision + 1 }));
    await this.refresh();
  }
}

function equal(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
