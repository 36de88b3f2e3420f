/** The data sets of a template: the one on the canvas, and changes to it, which are stored after a short while. */
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, type DataSetName } from "./api";
import { useApp } from "./context";
import { firstDataSet, PREFERRED } from "./paths";

const STORE_MS = 1000;

export interface OpenDataSets {
  names: string[];
  /** The set on the canvas. */
  name: string | null;
  data: unknown;
  choose: (name: string) => void;
  change: (data: unknown) => void;
  create: (name: string) => Promise<void>;
  remove: () => Promise<void>;
}

export function useDataSets(id: string, onError: (error: unknown) => void): OpenDataSets {
  const { api } = useApp();
  const [names, setNames] = useState<string[]>([]);
  const [open, setOpen] = useState<{ name: string | null; data: unknown }>({ name: null, data: {} });
  const version = useRef<string | undefined>(undefined);
  const pending = useRef<{ name: string; data: unknown; timer?: ReturnType<typeof setTimeout> } | null>(null);

  const failed = useRef(false);

  const flush = useCallback(async () => {
    const { name, data, timer } = pending.current ?? {};
    pending.current = null;
    if (name === undefined) return;
    clearTimeout(timer);
    try {
      version.current = await api.saveDataSet(id, name, data, version.current);
    } catch (error) {
      // Without an answer it is tried again, unless there is something newer by then.
      if (error instanceof ApiError && error.status === 0) pending.current ??= { name, data };
      failed.current = true;
      onError(error);
      return;
    }
    // What else went wrong stays on the screen.
    if (failed.current) onError(null);
    failed.current = false;
  }, [api, id, onError]);
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
      await flush();
      try {
        const loaded = await api.dataSet(id, name);
        version.current = loaded.version;
        setOpen({ name, data: loaded.value });
      } catch (error) {
        onError(error);
      }
    },
    [api, flush, id, onError],
  );

  useEffect(() => {
    let current = true;
    api.dataSets(id).then(
      (found: DataSetName[]) => {
        if (!current) return;
        const all = found.map((set) => set.name);
        setNames(all);
        const first = firstDataSet(all);
        if (first !== undefined) void choose(first);
      },
      (error) => current && onError(error),
    );
    return () => {
      current = false;
      void flush();
    };
  }, [api, choose, flush, id, onError]);

  const change = useCallback(
    (data: unknown) => {
      const name = open.name ?? PREFERRED[1]!;
      if (open.name === null) setNames([name]);
      setOpen({ name, data });
      if (pending.current) clearTimeout(pending.current.timer);
      pending.current = { name, data, timer: setTimeout(() => void flush(), STORE_MS) };
    },
    [flush, open.name],
  );

  const create = useCallback(
    async (name: string) => {
      await flush();
      version.current = await api.saveDataSet(id, name, open.data);
      setNames((all) => [...new Set([...all, name])].sort());
      setOpen({ name, data: open.data });
    },
    [api, flush, id, open.data],
  );

  const remove = useCallback(async () => {
    if (open.name === null) return;
    if (pending.current) clearTimeout(pending.current.timer);
    pending.current = null;
    await api.removeDataSet(id, open.name);
    const rest = names.filter((name) => name !== open.name);
    setNames(rest);
    version.current = undefined;
    if (rest[0] === undefined) setOpen({ name: null, data: {} });
    else await choose(rest[0]);
  }, [api, choose, id, names, open.name]);

  return { names, name: open.name, data: open.data, choose: (name) => void choose(name), change, create, remove };
}
