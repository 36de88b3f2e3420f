/**
 * Drafts: unsaved changes, kept in this browser (IndexedDB) until they are saved or discarded. Where storage is blocked
 * there are none, and the application works without.
 */
import type { Binding, Template } from "../core/types";

export interface Draft {
  template: Template;
  bindings: Binding[];
  name: string;
  /** The version of the stored template that the changes were made to. */
  version: string;
  /** Milliseconds since 1970. */
  time: number;
}

const DATABASE = "reportctl-designer";
const STORE = "drafts";

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  let db: IDBDatabase | undefined;
  try {
    db = await database();
    const transaction = db.transaction(STORE, mode);
    const request = work(transaction.objectStore(STORE));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
    return request.result;
  } catch {
    return undefined;
  } finally {
    db?.close();
  }
}

/** Drafts of different tenants are apart. */
export function draftKey(tenant: string, id: string): string {
  return `${tenant}/${id}`;
}

export function loadDraft(key: string): Promise<Draft | undefined> {
  return run("readonly", (store) => store.get(key) as IDBRequest<Draft | undefined>);
}

export async function storeDraft(key: string, draft: Draft): Promise<void> {
  await run("readwrite", (store) => store.put(draft, key));
}

export async function removeDraft(key: string): Promise<void> {
  await run("readwrite", (store) => store.delete(key));
}
