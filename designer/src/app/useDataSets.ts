/**
 * The data sets of a template: the one on the canvas, and changes to it, which are stored after a short while. What somebody
 * else stored meanwhile is not overwritten: both are compared first.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import { kept } from "../editor/store/kept";
import { sameJson } from "../editor/store/same-json";
import { freeName } from "../library/names";
import { ApiError, type DataSetName } from "./api";
import { useApp } from "./context";
import { draftKey } from "./drafts";
import { ABSENT } from "./merge-data";
import { firstDataSet, TYPICAL } from "./paths";

const STORE_MS = 1000;
/** Pauses before a change is sent again that the service could not take; each is twice as long as the one before. */
const RETRY_MS = { first: 2000, longest: 60_000 };
/** No answer, and answers that say nothing about the change: the service is busy or is being restarted. */
const RETRIED: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);

/** The data set on the canvas was stored or deleted by somebody else since. */
export interface DataConflict {
  name: string;
  base: unknown;
  /** `undefined`: it is to be deleted. */
  mine: unknown;
  theirs: unknown;
  /** Stores what was chosen out of both; `undefined`: the set is deleted, or stays so. */
  settle: (chosen: unknown) => void;
  /** The question is asked again with the next attempt to store or delete. */
  postpone: () => void;
}

export interface OpenDataSets {
  names: string[];
  /** The set on the canvas. */
  name: string | null;
  /** `undefined` until the service has said what there is: nothing is missing in data that is on its way. */
  data: unknown;
  conflict: DataConflict | null;
  /** `stored`: the last change to the data is with the service. */
  state: "idle" | "storing" | "stored";
  choose: (name: string) => void;
  change: (data: unknown) => void;
  create: (name: string) => Promise<void>;
  /** Stores data as a set of its own, under a free name, and shows it. */
  add: (data: unknown, name: string) => Promise<void>;
  remove: () => Promise<void>;
}

/** The data set of the service under a name; `version` is `null` where it has none. */
interface Stored {
  data: unknown;
  version: string | null;
}

/** A change that could not be stored before its template was left, by the key of the template. */
const unstored = kept<Unstored>("data");

interface Unstored {
  name: string;
  data: unknown;
  base: Stored;
}

/** A template that is deleted has no changes to store. */
export const forgetUnstored = (key: string): Promise<void> => unstored.remove(key);

/** A name as data sets have it, while it is typed. */
export const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

const NOTHING: Stored = { data: ABSENT, version: null };

export function useDataSets(id: string, onError: (error: unknown) => void): OpenDataSets {
  const { api, session } = useApp();
  const key = draftKey(session.tenant, id);
  const [names, setNames] = useState<string[]>([]);
  const [open, setOpen] = useState<{ name: string | null; data: unknown }>({ name: null, data: undefined });
  const [conflict, setConflict] = useState<{ base: unknown; theirs: Stored; error: unknown; removes?: true } | null>(null);
  const [state, setState] = useState<OpenDataSets["state"]>("idle");
  /** The versions of the service, as far as they are known here, by the names of their sets. */
  const bases = useRef(new Map<string, Stored>());
  const baseOf = useCallback((name: string | null): Stored => (name === null ? undefined : bases.current.get(name)) ?? NOTHING, []);
  const pending = useRef<{ name: string; data: unknown; timer?: ReturnType<typeof setTimeout> } | null>(null);
  const storing = useRef<Promise<unknown>>(Promise.resolve());
  const failed = useRef(false);
  /** Failed attempts to store since the last one that succeeded. */
  const attempts = useRef(0);
  /** Number of the newest request for a set to show. */
  const newest = useRef(0);
  /** Nothing can be asked any more. */
  const left = useRef(false);

  const stored = useCallback(
    async (name: string): Promise<Stored> => {
      try {
        const { value, version } = await api.dataSet(id, name);
        return { data: value, version };
      } catch (error) {
        if (error instanceof ApiError && error.code === "dataSetNotFound") return NOTHING;
        throw error;
      }
    },
    [api, id],
  );

  const flushed = useRef<() => Promise<boolean>>(async () => true);
  /** Stores what is pending. Says whether the set may be left: nothing waits any more. */
  const store = useCallback(async (): Promise<boolean> => {
    const { name, data, timer } = pending.current ?? {};
    pending.current = null;
    if (name === undefined) return true;
    clearTimeout(timer);
    const keep = () => left.current && void unstored.store(key, { name, data, base: baseOf(name) });
    try {
      bases.current.set(name, { data, version: await api.saveDataSet(id, name, data, baseOf(name).version) });
      attempts.current = 0;
    } catch (error) {
      failed.current = true;
      setState("idle");
      if (error instanceof ApiError && error.status === 412) {
        // It is stored once somebody has chosen; what was changed since then comes first.
        pending.current ??= { name, data };
        clearTimeout(pending.current.timer);
        try {
          const theirs = await stored(name);
          if (pending.current === null || sameJson(theirs.data, pending.current.data)) {
            pending.current = null;
            bases.current.set(name, theirs);
          } else {
            setConflict({ base: baseOf(name).data, theirs, error });
            keep();
            return false;
          }
        } catch (second) {
          onError(second);
          keep();
          return false;
        }
      } else {
        // It is tried again, unless there is something newer by then.
        if (error instanceof ApiError && RETRIED.has(error.status)) {
          const pause = Math.min(RETRY_MS.first * 2 ** attempts.current, RETRY_MS.longest);
          attempts.current += 1;
          pending.current ??= { name, data, ...(!left.current && { timer: setTimeout(() => void flushed.current(), pause) }) };
          keep();
        }
        onError(error);
        return pending.current === null;
      }
    }
    // What else went wrong stays on the screen.
    if (failed.current) onError(null);
    failed.current = false;
    setState(pending.current ? "storing" : "stored");
    return true;
  }, [api, baseOf, id, key, onError, stored]);
  // One after the other: each needs the version that the one before gave.
  const flush = useCallback((): Promise<boolean> => {
    const next = storing.current.then(store);
    storing.current = next;
    return next;
  }, [store]);
  flushed.current = flush;
  useEffect(() => {
    const retry = () => void flush();
    const ask = (event: BeforeUnloadEvent) => {
      if (pending.current) event.preventDefault();
    };
    addEventListener("online", retry);
    addEventListener("beforeunload", ask);
    return () => {
      removeEventListener("online", retry);
      removeEventListener("beforeunload", ask);
    };
  }, [flush]);

  const choose = useCallback(
    async (name: string) => {
      const number = ++newest.current;
      if (!(await flush())) return;
      try {
        const loaded = await api.dataSet(id, name);
        // A change that was made meanwhile is stored before its set is left.
        while (pending.current && number === newest.current) if (!(await flush())) return;
        // Another one was asked for since.
        if (number !== newest.current) return;
        bases.current.set(name, { data: loaded.value, version: loaded.version });
        setOpen({ name, data: loaded.value });
      } catch (error) {
        if (number !== newest.current) return;
        // The first set cannot be read: the template opens without data, as one without sets does.
        setOpen((now) => (now.data === undefined ? { name: null, data: {} } : now));
        onError(error);
      }
    },
    [api, flush, id, onError],
  );

  useEffect(() => {
    let current = true;
    left.current = false;
    Promise.all([api.dataSets(id), unstored.load(key)]).then(
      ([found, waiting]: [DataSetName[], Unstored | undefined]) => {
        if (!current) return;
        const all = found.map((set) => set.name);
        setNames(all);
        if (waiting) {
          void unstored.remove(key);
          bases.current.set(waiting.name, waiting.base);
          setNames([...new Set([...all, waiting.name])].sort());
          setOpen({ name: waiting.name, data: waiting.data });
          pending.current = { name: waiting.name, data: waiting.data };
          void flush();
          return;
        }
        const first = firstDataSet(all);
        if (first !== undefined) void choose(first);
        else setOpen({ name: null, data: {} });
      },
      (error) => {
        if (!current) return;
        setOpen({ name: null, data: {} });
        onError(error);
      },
    );
    return () => {
      current = false;
      left.current = true;
      void flush();
    };
  }, [api, choose, flush, id, key, onError]);

  const change = useCallback(
    (data: unknown) => {
      const name = open.name ?? TYPICAL;
      if (open.name === null) setNames((all) => [...new Set([...all, name])].sort());
      setOpen({ name, data });
      setState("storing");
      if (pending.current) clearTimeout(pending.current.timer);
      pending.current = { name, data, timer: setTimeout(() => void flush(), STORE_MS) };
    },
    [flush, open.name],
  );

  const create = useCallback(
    async (name: string, data: unknown = open.data ?? {}) => {
      if (!(await flush())) return;
      bases.current.set(name, { data, version: await api.saveDataSet(id, name, data, null) });
      newest.current += 1;
      setNames((all) => [...new Set([...all, name])].sort());
      setOpen({ name, data });
    },
    [api, flush, id, open.data],
  );

  const add = useCallback(
    async (data: unknown, wanted: string) => {
      const name = slugOf(wanted).replaceAll(/^-|-$/g, "") || "data";
      try {
        await create(names.includes(name) ? freeName(name, names) : name, data);
      } catch (error) {
        onError(error);
      }
    },
    [create, names, onError],
  );

  /** Goes on with another set, after the open one was deleted. */
  const leave = useCallback(async () => {
    const rest = names.filter((name) => name !== open.name);
    setNames(rest);
    newest.current += 1;
    if (open.name !== null) bases.current.delete(open.name);
    if (rest[0] === undefined) setOpen({ name: null, data: {} });
    else await choose(rest[0]);
  }, [choose, names, open.name]);

  const remove = useCallback(async () => {
    if (open.name === null) return;
    if (pending.current) clearTimeout(pending.current.timer);
    pending.current = null;
    setState("idle");
    // What is being stored just now gives another version.
    await storing.current;
    const { name } = open;
    const { data, version } = baseOf(name);
    try {
      if (version !== null) await api.removeDataSet(id, name, version);
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 412 && error.code !== "dataSetNotFound")) throw error;
      const theirs = await stored(name);
      if (theirs.version !== null && !sameJson(theirs.data, data)) {
        setConflict({ base: data, theirs, error, removes: true });
        return;
      }
      // Only its spelling changed, or somebody else deleted it.
      if (theirs.version !== null) await api.removeDataSet(id, name, theirs.version);
    }
    await leave();
  }, [api, baseOf, id, leave, open, stored]);

  const settle = (chosen: unknown) => {
    if (!conflict || open.name === null) return;
    bases.current.set(open.name, conflict.theirs);
    pending.current = null;
    failed.current = false;
    setConflict(null);
    onError(null);
    if (chosen === ABSENT) {
      (conflict.theirs.version === null ? leave() : remove()).catch(onError);
      return;
    }
    setOpen({ name: open.name, data: chosen });
    if (sameJson(chosen, conflict.theirs.data)) return;
    setState("storing");
    pending.current = { name: open.name, data: chosen };
    void flush();
  };
  const postpone = () => {
    // Who leaves a set that was to be deleted has nothing that waits.
    if (conflict && !conflict.removes) onError(conflict.error);
    setConflict(null);
  };

  const mine = conflict?.removes ? ABSENT : open.data;
  return {
    names,
    name: open.name,
    data: open.data,
    state,
    conflict: conflict && open.name !== null ? { name: open.name, base: conflict.base, mine, theirs: conflict.theirs.data, settle, postpone } : null,
    choose: (name) => void choose(name),
    change,
    create: (name) => create(name),
    add,
    remove,
  };
}
