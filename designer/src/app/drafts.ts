/** Drafts of stored templates, with their names. */
import type { Draft as DocumentDraft } from "../editor/store/drafts";

export interface Draft extends DocumentDraft {
  name: string;
}

/** Drafts of different tenants are apart. */
export function draftKey(tenant: string, id: string): string {
  return `${tenant}/${id}`;
}
