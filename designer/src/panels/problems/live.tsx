/** The engine's check, kept up with the document: the list that CI shows for the same files. */
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useDesignerConfig, useDesignerData, useDesignerEngine, useDesignerSample } from "../../editor/hooks";
import type { Problem } from "../../engine/types";

export interface LiveProblems {
  problems: readonly Problem[];
  status: "none" | "checking" | "ready" | "failed";
  /** Why the last check failed. */
  error: string | null;
}

const NOTHING: LiveProblems = { problems: [], status: "none", error: null };
const ProblemsContext = createContext<LiveProblems>(NOTHING);

/** A series of keystrokes is checked once it rests this long. */
const REST_MS = 120;

export function useProblems(): LiveProblems {
  return useContext(ProblemsContext);
}

/** Checks the document of the designer around it, and reports to the host. */
export function ProblemsProvider({ children }: { children: ReactNode }) {
  const { template, bindings } = useDesignerData();
  const { data } = useDesignerSample();
  const { engine } = useDesignerEngine();
  const { onProblems } = useDesignerConfig();
  const [state, setState] = useState<LiveProblems>(NOTHING);
  const reported = useRef<readonly Problem[] | null>(null);

  useEffect(() => {
    if (!engine) {
      setState(NOTHING);
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      setState((before) => ({ ...before, status: "checking" }));
      const input = { template, bindings, ...(data !== undefined && data !== null && { data }) };
      engine.check(input, controller.signal).then(
        (problems) => !controller.signal.aborted && setState({ problems, status: "ready", error: null }),
        (error: unknown) => {
          if (controller.signal.aborted) return;
          setState((before) => ({ ...before, status: "failed", error: error instanceof Error ? error.message : String(error) }));
        },
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [engine, template, bindings, data]);

  useEffect(() => {
    if (state.status !== "ready" || reported.current === state.problems) return;
    reported.current = state.problems;
    onProblems?.(state.problems);
  }, [state, onProblems]);

  const value = useMemo(() => state, [state]);
  return <ProblemsContext.Provider value={value}>{children}</ProblemsContext.Provider>;
}
