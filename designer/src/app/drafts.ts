/** Drafts of stored templates, with their names. */
import type { Draft as DocumentDraft } from "../editor/store/drafts";
import type { TemplateDocument } from "./api";

export interface Draft extends DocumentDraft {
  name: string;
  /** The document that the changes were made to; drafts of earlier versions lack it. */
  base?: TemplateDocument;
  /** The draft that was still offered when these changes were made. */
  earlier?: Draft;
}

/** Drafts of different tenants are apart. */
export function draftKey(tenant: string, id: string): string {
  return `${tenant}/${id}`;
}
