/**
 * Values kept in this browser (IndexedDB) beyond the life of a page. Where storage is blocked there are none, and everything
 * works without.
 */
const DATABASE = "reportctl-designer";
/** Raised with each new kind. */
const VERSION = 5;
const KINDS = ["drafts", "histories", "notes", "data", "pictures", "tables"] as const;

export interface Kept<T> {
  load(key: string): Promise<T | undefined>;
  /** Says whether the value is kept. */
  store(key: string, value: T): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** All keys; none where nothing is kept. */
  keys(): Promise<string[]>;
}

export function kept<T>(kind: (typeof KINDS)[number]): Kept<T> {
  return {
    load: (key) => run(kind, "readonly", (store) => store.get(key) as IDBRequest<T | undefined>),
    async store(key, value) {
      return (await run(kind, "readwrite", (store) => store.put(value, key))) !== undefined;
    },
    async remove(key) {
      await run(kind, "readwrite", (store) => store.delete(key));
    },
    async keys() {
      return ((await run(kind, "readonly", (store) => store.getAllKeys())) ?? []).map(String);
    },
  };
}

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION);
    request.onupgradeneeded = () => {
      for (const kind of KINDS) if (!request.result.objectStoreNames.contains(kind)) request.result.createObjectStore(kind);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    // A page of an older version has it open.
    request.onblocked = () => reject(new Error("the storage is in use"));
  });
}

async function run<T>(kind: string, mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  let db: IDBDatabase | undefined;
  try {
    db = await database();
    const transaction = db.transaction(kind, mode);
    const request = work(transaction.objectStore(kind));
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
