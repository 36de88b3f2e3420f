/** The engine's check, kept up with the document: the list that CI shows for the same files. */
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useDesignerConfig, useDesignerData, useDesignerEngine, useDesignerSample, useDesignerSelection } from "../../editor/hooks";
import type { EngineAdapter, Problem } from "../../engine/types";
import { unfinishedPayments } from "../../core/payments";
import type { Template } from "../../core/types";
import { useT } from "../../i18n";
import { objectTokens } from "./objects";
import { onceBegun } from "./standards";
import { waitingCards } from "./waiting";

export interface LiveProblems {
  problems: readonly Problem[];
  status: "none" | "checking" | "ready" | "failed";
  /** Why the last check failed, as it was thrown; `null` where it did not. */
  error: unknown;
}

const NOTHING: LiveProblems = { problems: [], status: "none", error: null };
const ProblemsContext = createContext<LiveProblems>(NOTHING);

/**
 * Checks begin at least this far apart, and as far as the last one took: a series of keystrokes is followed without
 * taking all of the engine.
 */
const APART_MS = 100;
const FIRST_MS = 300;

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

  const checks = useRef<Checks>(null);
  useEffect(() => {
    const own = new Checks(setState);
    checks.current = own;
    return () => own.dispose();
  }, []);
  useEffect(() => {
    checks.current?.update(engine, { template, bindings, ...(data !== undefined && data !== null && { data }) });
  }, [engine, template, bindings, data]);

  useEffect(() => {
    if (state.status !== "ready" || reported.current === state.problems) return;
    reported.current = state.problems;
    onProblems?.(state.problems);
  }, [state, onProblems]);

  const words = useT().problemsPanel;
  const own = useMemo(
    () => [...objectTokens(template, bindings, data, words.objectPrinted), ...waitingCards(template, bindings, words.valueToChoose)],
    [template, bindings, data, words],
  );
  const { selectedIds } = useDesignerSelection();
  const value = useMemo(() => {
    const found = onceBegun(whileFilled(state.problems, template, selectedIds), template);
    return found === state.problems && own.length === 0 ? state : { ...state, problems: [...found, ...own] };
  }, [state, own, template, selectedIds]);
  return <ProblemsContext.Provider value={value}>{children}</ProblemsContext.Provider>;
}

/** A payment that is selected and lacks values is being filled in: until that is done, what it lacks is a hint, and no error. */
function whileFilled(problems: readonly Problem[], template: Template, selectedIds: readonly string[]): readonly Problem[] {
  if (!problems.some(({ code }) => code === "paymentPayload")) return problems;
  const names = new Set(unfinishedPayments(template).flatMap(({ id, name }) => (selectedIds.includes(id) ? [name] : [])));
  if (names.size === 0) return problems;
  return problems.map((problem) => (problem.code === "paymentPayload" && names.has(problem.field ?? "") ? { ...problem, severity: "info" as const } : problem));
}

type Input = Parameters<EngineAdapter["check"]>[0];

/** One check at a time; of the states that come meanwhile the last is checked next, so that typing does not delay it for ever. */
class Checks {
  #engine: EngineAdapter | null = null;
  #waiting: Input | null = null;
  #running: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Before this time no other check begins; the first one leaves the processors to the first drawing. */
  #earliest = performance.now() + FIRST_MS;

  constructor(readonly report: (next: (before: LiveProblems) => LiveProblems) => void) {}

  update(engine: EngineAdapter | null, input: Input): void {
    if (engine !== this.#engine) {
      // An engine with other files, or none: what the former one finds counts no more.
      this.#running?.abort();
      this.#running = null;
      this.#engine = engine;
    }
    this.#waiting = engine ? input : null;
    if (engine) this.#schedule();
    else this.report(() => NOTHING);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#waiting = null;
  }

  #schedule(): void {
    if (this.#running || !this.#waiting) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), Math.max(0, this.#earliest - performance.now()));
  }

  async #check(): Promise<void> {
    const engine = this.#engine;
    const input = this.#waiting;
    if (!engine || !input) return;
    this.#waiting = null;
    const controller = new AbortController();
    this.#running = controller;
    this.report((before) => (before.status === "checking" ? before : { ...before, status: "checking" }));
    const started = performance.now();
    let found: (before: LiveProblems) => LiveProblems;
    try {
      const problems = await engine.check(input, controller.signal);
      found = () => ({ problems, status: "ready", error: null });
    } catch (error) {
      found = (before) => ({ ...before, status: "failed", error });
    }
    if (controller.signal.aborted) return;
    this.#running = null;
    this.#earliest = Math.max(started + APART_MS, 2 * performance.now() - started);
    this.report(found);
    this.#schedule();
  }
}
