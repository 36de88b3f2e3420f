/** Messages between an adapter and the engine beside it. */
import type { Problem } from "./types";

/** A template with its bindings, or data: sent once, then known by its key. */
export interface Supplies {
  fonts?: { version: number; files: readonly Uint8Array[] };
  library?: { version: number; files: Readonly<Record<string, Uint8Array>> };
  templates?: { key: number; template: string; bindings: string }[];
  data?: { key: number; text: string }[];
  /** Keys that will not be used again. */
  forget?: number[];
}

export type Task =
  | { op: "render"; template: number; data: number; options: string }
  | { op: "draw"; template: number; data: number; options: string; pages?: readonly number[] }
  | { op: "pageSvg"; template: number; data: number; options: string; page: number }
  | { op: "layout"; template: number; data: number; options: string }
  | { op: "check"; template: number; data?: number; options: string }
  | { op: "evaluate"; text: string; data: number; item?: string; extensions?: boolean }
  | { op: "measure"; text: string; size: number }
  | { op: "schema" }
  /** Fails as a bug would; for tests. */
  | { op: "fail"; message: string }
  /** Only takes the supplies, to learn whether they can be taken. */
  | { op: "supply" };

export interface Request {
  id: number;
  supplies: Supplies;
  task: Task;
}

/** Result of a task: JSON texts are parsed by the caller. */
export type Result = string | readonly number[] | { bytes: Uint8Array; pages: number; warnings: string };

export type Reply =
  /** `ms`: how long the engine took, in milliseconds. */
  | { id: number; result: Result; ms?: number }
  /** The engine refused; everything it knew before, it still knows. */
  | { id: number; problem: Problem }
  /** The engine failed. It is ready for more, but has forgotten all that it was supplied with. */
  | { id: number; crash: string }
  /** The engine did nothing, but has forgotten all that it was supplied with: another one in its thread failed. */
  | { id: number; forgot: true };

/** The other side: a worker, or the engine in this thread. */
export interface Port {
  send(request: Request): void;
  /** Called for every reply; `null` when the other side is gone. */
  receive(listener: (reply: Reply | null) => void): void;
  close(): void;
}
