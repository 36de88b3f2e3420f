/** Drafts: unsaved changes, kept in this browser until they are saved or discarded. */
import type { Binding, Template } from "../core/types";
import { kept } from "../editor/store/kept";

export interface Draft {
  template: Template;
  bindings: Binding[];
  name: string;
  /** The version of the stored template that the changes were made to. */
  version: string;
  /** Milliseconds since 1970. */
  time: number;
}

const drafts = kept<Draft>("drafts");

/** Drafts of different tenants are apart. */
export function draftKey(tenant: string, id: string): string {
  return `${tenant}/${id}`;
}

export const loadDraft = drafts.load;
export const storeDraft = drafts.store;
export const removeDraft = drafts.remove;
