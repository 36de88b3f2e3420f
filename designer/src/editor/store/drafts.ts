/**
 * Drafts: unsaved changes, kept in this browser until they are saved or discarded. A draft belongs to the page that wrote it:
 * another tab with the same document neither removes it nor takes it for its own.
 */
import { uid } from "../../core/fields";
import type { DocumentPair } from "../types";
import { kept } from "./kept";

export interface Draft extends DocumentPair {
  /** Milliseconds since 1970. */
  time: number;
  /** Identifies the document that the changes were made to; `mark` makes one. */
  version: string;
  /** The page that wrote it. */
  owner?: string;
}

const store = kept<Draft>("drafts");
const OWNER = uid();

export async function loadDraft<D extends Draft>(key: string): Promise<D | undefined> {
  const draft = await store.load(key);
  return draft && typeof draft.template === "object" && draft.template !== null && Array.isArray(draft.bindings) ? (draft as D) : undefined;
}

/** Of all drafts. */
export const draftKeys = (): Promise<string[]> => store.keys();

/** Says whether the draft is kept. It is this page's from now on. */
export function storeDraft(key: string, draft: Draft): Promise<boolean> {
  return store.store(key, { ...draft, owner: OWNER });
}

/** Also one of another page: it was looked at, and is not wanted. */
export const discardDraft = (key: string): Promise<void> => store.remove(key);

/** There is nothing to keep any more; what another page keeps stays. */
export async function removeDraft(key: string): Promise<void> {
  const draft = await store.load(key);
  if (draft?.owner === undefined || draft.owner === OWNER) await store.remove(key);
}

/** A short text that differs where the documents do. */
export function mark(pair: DocumentPair): string {
  const text = JSON.stringify([pair.template, pair.bindings]);
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  return `${text.length} ${(a >>> 0).toString(36)} ${(b >>> 0).toString(36)}`;
}
