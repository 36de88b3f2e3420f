/** Files on their way into the library. */
import { useEffect, useRef, useState } from "react";
import { useT } from "../i18n";
import { libraryFault } from "./LibraryDialog";
import type { LibraryStore } from "./store";

export interface Upload {
  id: number;
  file: File;
  /** Name that it gets. */
  name: string;
  state: "asking" | "sending" | "failed";
  /** There is such a file: it was chosen to be replaced, or has the name by chance. */
  clash: "replace" | "taken" | null;
  /** The part that was sent, from 0 to 1. */
  part: number;
  fault: string | null;
  /** Somebody else changed the file. */
  conflict: boolean;
  /** No other file was chosen with it. */
  alone: boolean;
}

export type NewUpload = Pick<Upload, "file" | "name" | "clash" | "fault" | "alone">;

export interface Uploads {
  all: readonly Upload[];
  add: (upload: NewUpload) => void;
  send: (id: number, how: { name?: string; replace: boolean }) => void;
  dismiss: (id: number) => void;
  /** Notes that something else could not be done to a file. */
  fail: (name: string, error: unknown) => void;
}

let last = 0;

export function useUploads(library: LibraryStore, onStored: (name: string, alone: boolean) => void): Uploads {
  const t = useT();
  const [all, setAll] = useState<readonly Upload[]>([]);
  const controllers = useRef(new Map<number, AbortController>());
  const stored = useRef(onStored);
  stored.current = onStored;
  useEffect(() => {
    const running = controllers.current;
    return () => running.forEach((controller) => controller.abort());
  }, []);

  const change = (id: number, patch: Partial<Upload>) => setAll((before) => before.map((upload) => (upload.id === id ? { ...upload, ...patch } : upload)));
  const drop = (id: number) => setAll((before) => before.filter((upload) => upload.id !== id));

  const start = async ({ id, file, name, alone, clash }: Upload, replace: boolean) => {
    const controller = new AbortController();
    controllers.current.set(id, controller);
    try {
      await library.save(name, file, { replace, onProgress: (part) => change(id, { part }), signal: controller.signal });
      if (controller.signal.aborted) return;
      drop(id);
      // What only takes the place of another file was not uploaded to be used here.
      stored.current(name, alone && clash !== "replace");
    } catch (error) {
      if (!controller.signal.aborted) change(id, { state: "failed", fault: libraryFault(error, t), conflict: isConflict(error) });
    } finally {
      controllers.current.delete(id);
    }
  };

  return {
    all,
    add(upload) {
      const state = upload.fault !== null ? "failed" : upload.clash !== null ? "asking" : "sending";
      const entry: Upload = { ...upload, id: ++last, state, part: 0, conflict: false };
      setAll((before) => [...before, entry]);
      if (state === "sending") void start(entry, false);
    },
    send(id, { name, replace }) {
      const upload = all.find((own) => own.id === id);
      if (!upload) return;
      const next: Upload = { ...upload, name: name ?? upload.name, state: "sending", part: 0, fault: null, conflict: false };
      change(id, next);
      void start(next, replace);
    },
    dismiss(id) {
      controllers.current.get(id)?.abort();
      drop(id);
    },
    fail(name, error) {
      const entry: Upload = { id: ++last, file: new File([], name), name, state: "failed", clash: null, part: 0, fault: libraryFault(error, t), conflict: false, alone: false };
      setAll((before) => [...before, entry]);
    },
  };
}

function isConflict(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "conflict";
}
