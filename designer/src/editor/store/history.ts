/** Undo and redo: the states of the pair template and bindings, with the label of each step. */
import type { DocumentPair, HistoryStepValue, StepLabel } from "../types";
import type { RowTable } from "./rows";

/** View that is restored with the document. */
export interface StepView {
  page: number;
  selectedIds: string[];
  /** True where header, footer and margins were edited; steps of earlier versions do not say it. */
  bands?: boolean;
  /** Of the canvas, in pixels, which hold for this zoom. */
  scroll?: { left: number; top: number; zoom: number };
}

export interface DataChange {
  before: unknown;
  after: unknown;
  /** The table whose rows were shown, where there was one before or after. */
  tables?: { before: RowTable | null; after: RowTable | null };
}

export interface HistoryStep extends HistoryStepValue {
  before: DocumentPair;
  after: DocumentPair;
  /** The sample data, where the step changed it. */
  data?: DataChange;
  viewBefore: StepView;
  viewAfter: StepView;
  /** Later changes with the same key become part of the step, until `sealed`. */
  coalesce: string | undefined;
  sealed: boolean;
}

/** The last steps, as many as are kept: with the limit 0 none. */
const lastOf = (steps: readonly HistoryStep[], limit: number): HistoryStep[] => (limit > 0 ? steps.slice(-limit) : []);

/** Pauses longer than this end a series of coalesced changes. */
export const COALESCE_MS = 800;

export class History {
  steps: HistoryStep[] = [];
  /** Number of steps in effect. */
  position = 0;
  private nextId = 1;

  constructor(public limit: number) {}

  record(
    step: { label: StepLabel; before: DocumentPair; after: DocumentPair; data?: DataChange; viewBefore: StepView; viewAfter: StepView },
    coalesce: string | undefined,
    now: number,
  ): void {
    const last = this.steps[this.position - 1];
    const joins =
      coalesce !== undefined &&
      last !== undefined &&
      this.position === this.steps.length &&
      !last.sealed &&
      last.coalesce === coalesce &&
      now - last.time <= COALESCE_MS;
    if (joins) {
      const joined = { ...last, label: step.label, after: step.after, viewAfter: step.viewAfter, time: now };
      this.steps = [...this.steps.slice(0, -1), joined];
      return;
    }
    const kept = this.steps.slice(0, this.position);
    this.steps = lastOf([...kept, { ...step, id: this.nextId++, time: now, coalesce, sealed: false }], this.limit);
    this.position = this.steps.length;
  }

  /** Takes over the steps of an earlier visit. */
  restore(steps: readonly HistoryStep[], position: number): void {
    this.steps = lastOf(steps, this.limit);
    this.position = position - (steps.length - this.steps.length);
    this.nextId = 1 + Math.max(0, ...steps.map((step) => step.id));
    this.seal();
  }

  /** Ends the series of coalesced changes, as leaving an input does. */
  seal(): void {
    const last = this.steps[this.position - 1];
    if (last) last.sealed = true;
  }

  /** The host keeps other objects than those of the last step: what undo compares with are the host's. */
  adopt(pair: DocumentPair): void {
    const last = this.steps[this.position - 1];
    if (last) this.steps = this.steps.with(this.position - 1, { ...last, after: pair });
  }

  /** The host refused the last steps, and keeps a state before them: at least the last one goes. */
  dropRefused(kept: DocumentPair): void {
    if (this.position === 0) return;
    const isKept = ({ before }: HistoryStep) => before.template === kept.template && before.bindings === kept.bindings;
    const first = this.steps.slice(0, this.position).findLastIndex(isKept);
    this.steps = this.steps.slice(0, first < 0 ? this.position - 1 : first);
    this.position = this.steps.length;
  }
}
