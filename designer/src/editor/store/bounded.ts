/** Values kept in this browser up to a size together: the oldest go first. */
import { kept } from "./kept";

export interface Bounds {
  /** Size of all values together. */
  most: number;
  /** A value that is larger than this is not kept. */
  largest: number;
}

export interface BoundedKept<T> {
  load(key: string): Promise<T | undefined>;
  /** Says whether the value is kept. */
  store(key: string, value: T, size: number): Promise<boolean>;
  remove(key: string): Promise<void>;
}

interface Entry {
  key: string;
  size: number;
}

/** Of the list of all values, the oldest first; no value has this key. */
const LIST = "";

export function boundedKept<T>(kind: Parameters<typeof kept>[0], { most, largest }: Bounds): BoundedKept<T> {
  const values = kept<T>(kind);
  const lists = kept<Entry[]>(kind);
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other, as each changes the list. */
  const queued = <R>(work: () => Promise<R>): Promise<R> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
  const others = async (key: string) => ((await lists.load(LIST)) ?? []).filter((entry) => entry.key !== key);
  const drop = async (key: string) => {
    await lists.store(LIST, await others(key));
    await values.remove(key);
  };
  return {
    async load(key) {
      // Values that are being stored count.
      await last;
      return key === LIST ? undefined : values.load(key);
    },
    store: (key, value, size) =>
      queued(async () => {
        if (key === LIST) return false;
        if (size > largest) {
          // The value that was kept under the key is older than this.
          await drop(key);
          return false;
        }
        const list = [...(await others(key)), { key, size }];
        let sum = list.reduce((total, entry) => total + entry.size, 0);
        let first = 0;
        while (sum > most) sum -= list[first++]!.size;
        const staying = list.slice(first);
        if (!(await lists.store(LIST, staying))) return false;
        const named = new Set(staying.map((entry) => entry.key));
        // Also those that another window kept at the same time, and no list names.
        for (const other of await values.keys()) if (other !== LIST && !named.has(other)) await values.remove(other);
        return values.store(key, value);
      }),
    remove: (key) => queued(() => drop(key)),
  };
}
