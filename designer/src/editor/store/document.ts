/**
 * The document as a controlled value: the host owns it, the editor proposes changes and sees what became of them.
 *
 * A change is a pure function of the pair. It is computed at once on the state that the host will have once it has
 * stored everything proposed before (`current`), so that several changes in one event build on each other, and the
 * setters get functions that return the same objects however often React calls them.
 */
import type { SetStateAction } from "react";
import type { Binding, Template } from "../../core/types";
import { guarded } from "../operations/guard";
import type { DocumentPair, HistoryStepValue, StepLabel } from "../types";
import { type DataChange, History, type HistoryStep, type StepView } from "./history";
import type { RowTable } from "./rows";
import { sameJson } from "./same-json";

export interface Setters {
  onChangeTemplate: (action: SetStateAction<Template>) => void;
  onChangeBindings: (action: SetStateAction<Binding[]>) => void;
}

/** The sample data, which the host keeps beside the document. */
export interface SampleData {
  current: () => unknown;
  change: (data: unknown) => void;
  /** The table of whose rows it is one. */
  table: () => RowTable | null;
  showTable: (table: RowTable | null) => void;
}

const NO_DATA: SampleData = { current: () => undefined, change: () => {}, table: () => null, showTable: () => {} };

/** A history as it is kept beyond a reload. */
export interface KeptHistory {
  steps: HistoryStep[];
  position: number;
}

/** More are not kept; what steps share is stored once. */
const KEPT_STEPS = 100;

export type Change = (pair: DocumentPair) => DocumentPair;

/** A proposal that the host has not stored after this time was refused. */
export const REFUSED_AFTER_MS = 1000;

/** The change with the guard that it calls for. Code and hosts write what is to be stored themselves. */
const withConsequences =
  (change: Change): Change =>
  (pair) => {
    const after = change(pair);
    const template = guarded(pair.template, after.template);
    return template === after.template ? after : { ...after, template };
  };

export class DocumentStore {
  readonly history: History;
  recording: boolean;
  /** The pair that the host rendered last. */
  private committed: DocumentPair;
  /** The pair that the host will have once it has stored all proposals. */
  private expected: DocumentPair;
  private proposedAt: number | null = null;
  private saved: DocumentPair;
  private open: { before: DocumentPair; changes: Change[] } | null = null;
  private offered: KeptHistory | null = null;
  /** Sample data that the host has not rendered yet, and what it had until then. */
  private handed: { data: unknown; over: unknown } | null = null;
  private readonly sample: SampleData;
  private listeners = new Set<() => void>();

  constructor(
    pair: DocumentPair,
    private readonly setters: () => Setters,
    private readonly view: () => StepView,
    private readonly showView: (view: StepView) => void,
    options: { limit: number; recording: boolean; sample?: SampleData },
    private readonly now: () => number = Date.now,
  ) {
    this.committed = this.expected = this.saved = pair;
    this.history = new History(options.limit);
    this.recording = options.recording;
    this.sample = options.sample ?? NO_DATA;
  }

  /** Called with each pair before the host is: what it prints can be found out while the host stores it. */
  onPropose: (pair: DocumentPair) => void = () => {};

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private notify(): void {
    for (const listener of this.listeners) listener();
  }

  current(): DocumentPair {
    if (!this.open && this.proposedAt !== null && this.now() - this.proposedAt > REFUSED_AFTER_MS) this.giveUp();
    return this.expected;
  }

  /** The pair that the host last rendered. */
  rendered(): DocumentPair {
    return this.committed;
  }

  /** A history of an earlier visit. It comes into effect when the document is one of its states and was not edited since. */
  offer(history: KeptHistory): void {
    if (!this.recording || this.history.steps.length > 0) return;
    this.offered = history;
    this.takeOffered(this.expected);
  }

  private takeOffered(pair: DocumentPair): boolean {
    const { offered } = this;
    if (!offered || this.history.steps.length > 0) return false;
    // The kept position first: a state can come twice.
    const places = [offered.position, ...offered.steps.keys(), offered.steps.length];
    const position = places.find((at) => {
      const state = at === 0 ? offered.steps[0]?.before : offered.steps[at - 1]?.after;
      return state !== undefined && sameJson(state, pair);
    });
    // The first state is that of a document without changes, which needs no history.
    if (position === undefined || position === 0) return false;
    this.offered = null;
    this.history.restore(offered.steps, position);
    this.history.adopt(pair);
    this.notify();
    return true;
  }

  /** The history to keep; `null` where there is none. */
  toKeep(): KeptHistory | null {
    const { steps, position } = this.history;
    if (steps.length === 0) return null;
    const from = Math.max(0, Math.min(position, steps.length) - KEPT_STEPS);
    return { steps: steps.slice(from, from + KEPT_STEPS).map(withoutTables), position: position - from };
  }

  private giveUp(): void {
    this.proposedAt = null;
    if (this.expected === this.committed || samePair(this.expected, this.committed)) return;
    this.expected = this.committed;
    this.history.dropRefused(this.committed);
    this.notify();
  }

  /** Makes a change as one step of the history. Returns whether anything changed. */
  apply(label: StepLabel, asked: Change, coalesce?: string, viewAfter?: () => StepView): boolean {
    const change = label.kind === "custom" ? asked : withConsequences(asked);
    const before = this.current();
    const after = change(before);
    if (samePair(before, after)) return false;
    if (this.open) {
      this.expected = after;
      this.open.changes.push(change);
      return true;
    }
    const viewBefore = this.view();
    this.propose(before, after, change);
    if (this.recording) {
      const view = viewAfter?.() ?? viewBefore;
      this.history.record({ label, before, after, viewBefore, viewAfter: view }, coalesce, this.now());
    }
    this.notify();
    return true;
  }

  /** Makes all changes of `run` one step, and one call of each setter. Inside another transaction the outer one counts. */
  transaction(label: StepLabel, run: () => void, coalesce?: string): void {
    if (this.open) return run();
    const before = this.current();
    const viewBefore = this.view();
    const open = { before, changes: [] as Change[] };
    this.open = open;
    try {
      run();
    } finally {
      this.open = null;
      const after = this.expected;
      if (!samePair(before, after)) {
        this.propose(before, after, (pair) => open.changes.reduce((value, change) => change(value), pair));
        if (this.recording) {
          this.history.record({ label, before, after, viewBefore, viewAfter: this.view() }, coalesce, this.now());
        }
        this.notify();
      }
    }
  }

  /**
   * Replaces the sample data as one step of the history, together with what `change` does to the document. `table`: that of whose rows
   * the data is one.
   */
  changeData(label: StepLabel, data: unknown, change: Change = (pair) => pair, table: RowTable | null = null): void {
    const before = this.current();
    const after = change(before);
    const old = this.data();
    const oldTable = this.sample.table();
    const view = this.view();
    if (!samePair(before, after)) this.propose(before, after, change);
    this.hand(data, table);
    if (this.recording) {
      const changed: DataChange = { before: old, after: data, ...((oldTable || table) && { tables: { before: oldTable, after: table } }) };
      this.history.record({ label, before, after, data: changed, viewBefore: view, viewAfter: view }, undefined, this.now());
    }
    this.notify();
  }

  /** Change of the sample data alone by a step. */
  dataOf(step: HistoryStepValue | undefined): DataChange | undefined {
    return step?.label.kind === "data" ? this.history.steps.find(({ id }) => id === step.id)?.data : undefined;
  }

  private data(): unknown {
    const current = this.sample.current();
    return this.handed && Object.is(current, this.handed.over) ? this.handed.data : current;
  }

  private hand(data: unknown, table: RowTable | null): void {
    this.handed = { data, over: this.sample.current() };
    this.sample.showTable(table);
    this.sample.change(data);
  }

  /**
   * Takes the sample data along the steps between two positions. A step of other data than the host has, such as that of another data
   * set, changes nothing: data that no step knows is never overwritten.
   */
  private moveData(from: number, to: number): void {
    const { steps } = this.history;
    const crossed = to < from ? steps.slice(to, from).reverse() : steps.slice(from, to);
    const old = this.data();
    let data = old;
    let table = this.sample.table();
    let isMoved = false;
    for (const step of crossed) {
      if (!step.data) continue;
      const { before, after, tables } = step.data;
      const [here, there] = to < from ? [after, before] : [before, after];
      if (!sameJson(data, here)) continue;
      data = there;
      table = (to < from ? tables?.before : tables?.after) ?? null;
      isMoved = true;
    }
    if (isMoved) this.hand(data, table);
  }

  /** The view after the last step, where it is known only after the change, as with the selection of new fields. */
  noteView(): void {
    const last = this.history.steps[this.history.position - 1];
    if (last) last.viewAfter = this.view();
  }

  undo(): boolean {
    return this.goTo(this.history.position - 1);
  }

  redo(): boolean {
    return this.goTo(this.history.position + 1);
  }

  goTo(position: number): boolean {
    this.current();
    const { history } = this;
    if (position < 0 || position > history.steps.length || position === history.position) return false;
    const back = position < history.position;
    const step = back ? history.steps[position] : history.steps[position - 1];
    if (!step) return false;
    const target = back ? step.before : step.after;
    this.moveData(history.position, position);
    history.position = position;
    history.seal();
    this.propose(this.expected, target, () => target);
    this.showView(back ? step.viewBefore : step.viewAfter);
    this.notify();
    return true;
  }

  /** Returns true if the document differs from the one last saved. */
  dirty(): boolean {
    const pair = this.expected;
    return !samePair(pair, this.saved) && !sameJson(pair, this.saved);
  }

  /** Returns true if it differs by something that was done here. */
  edited(): boolean {
    const { position, steps } = this.history;
    const own = !this.recording || steps.slice(0, position).some(({ label }) => label.kind !== "outside");
    return own && this.dirty();
  }

  /** The pair last saved, at first the one that the host gave. */
  stored(): DocumentPair {
    return this.saved;
  }

  markSaved(pair: DocumentPair = this.expected): void {
    this.saved = pair;
    this.notify();
  }

  /** Shows the document of an earlier visit: with its history where that was kept, else as one step. */
  restore(pair: DocumentPair): void {
    const before = this.current();
    if (samePair(before, pair)) return;
    const steps = this.takeOffered(pair);
    this.propose(before, pair, () => pair);
    if (!steps && this.recording) {
      const view = this.view();
      this.history.record({ label: { kind: "restore" }, before, after: pair, viewBefore: view, viewAfter: view }, undefined, this.now());
    }
    this.notify();
  }

  private propose(before: DocumentPair, after: DocumentPair, change: Change): void {
    this.expected = after;
    this.proposedAt = this.now();
    this.onPropose(after);
    const { onChangeTemplate, onChangeBindings } = this.setters();
    // The template first: hosts that record pairs store the template of the first call with the bindings of the second.
    if (after.template !== before.template) {
      onChangeTemplate(
        proposal(before.template, after.template, (template) => change({ template, bindings: before.bindings }).template),
      );
    }
    if (after.bindings !== before.bindings) {
      onChangeBindings(
        proposal(before.bindings, after.bindings, (bindings) => change({ template: before.template, bindings }).bindings),
      );
    }
  }

  /** Called with what the host renders, after every commit that changed it. */
  commit(pair: DocumentPair): void {
    const previous = this.committed;
    if (samePair(previous, pair)) return;
    this.committed = pair;
    if (samePair(pair, this.expected)) {
      this.proposedAt = null;
      this.notify();
      return;
    }
    if (this.proposedAt !== null) {
      // An earlier proposal, or one half of the last: the rest is on its way.
      if (this.known(pair)) return this.notify();
      // The host stored something of its own in place of the proposal, such as a normalised copy.
      this.expected = {
        template: pair.template === previous.template ? this.expected.template : pair.template,
        bindings: pair.bindings === previous.bindings ? this.expected.bindings : pair.bindings,
      };
      if (samePair(pair, this.expected)) this.proposedAt = null;
      this.history.adopt(this.expected);
      return this.notify();
    }
    const before = this.expected;
    this.expected = pair;
    if (sameJson(before, pair)) {
      this.history.adopt(pair);
    } else if (this.takeOffered(pair)) {
      return;
    } else if (this.recording) {
      const view = this.view();
      this.history.record({ label: { kind: "outside" }, before, after: pair, viewBefore: view, viewAfter: view }, undefined, this.now());
    }
    this.notify();
  }

  private known(pair: DocumentPair): boolean {
    const halves = this.history.steps.flatMap((step) => [step.before, step.after]);
    return (
      halves.some((known) => known.template === pair.template) && halves.some((known) => known.bindings === pair.bindings)
    );
  }
}

/** Rows live as long as the editor. */
function withoutTables(step: HistoryStep): HistoryStep {
  if (!step.data?.tables) return step;
  return { ...step, data: { before: step.data.before, after: step.data.after } };
}

/** A pure updater: the state it was computed on gives the prepared result, any other state gets the change itself. */
function proposal<T>(before: T, after: T, change: (value: T) => T): (value: T) => T {
  return (value) => (value === before ? after : change(value));
}

export function samePair(a: DocumentPair, b: DocumentPair): boolean {
  return a.template === b.template && a.bindings === b.bindings;
}
