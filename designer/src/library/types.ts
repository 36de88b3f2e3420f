/** A file that templates name as `lib:NAME`. */
export interface LibraryFile {
  /** Letters of ASCII, digits, `.`, `_` and `-`. */
  name: string;
  /** Bytes of it. */
  bytes: number;
}

export interface LibrarySaveOptions {
  /** True if the file of this name is replaced; without it, one that is there is a conflict. */
  replace: boolean;
  /** Called with the part that was sent, from 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

/**
 * Files of the host that templates name as `lib:NAME`: fonts, pictures, letterheads, attachments. Functions reject with an
 * `Error`, whose message is shown; its `advice`, where there is one, says what to do. `code: "conflict"` stands for a file
 * that somebody else changed meanwhile.
 */
export interface DocumentLibrary {
  list(): Promise<readonly LibraryFile[]>;
  load(name: string): Promise<Uint8Array>;
  /** Without it nothing can be uploaded. */
  save?(name: string, file: Blob, options: LibrarySaveOptions): Promise<void>;
  /** Without it nothing can be deleted. */
  remove?(name: string): Promise<void>;
  /** Bytes that a file may have. */
  maxBytes?: number;
}

export type LibraryKind = "picture" | "font" | "pdf" | "other";
