/** The conformance vectors of `tests/conformance/*.json`, read as its README says. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type Vector = { id: string; area: string; op: string; input: any; expect: Json };

const FOLDER = fileURLToPath(new URL("../../../tests/conformance/", import.meta.url));

export function vectors(area: string): Vector[] {
  const list = JSON.parse(readFileSync(`${FOLDER}${area}.json`, "utf8")) as Vector[];
  return list.map((vector) => {
    fill(vector.input);
    return { ...vector, op: vector.input.op ?? "" };
  });
}

// Inputs have a shape per operation.
export type Operation = (input: any) => unknown;

/** Runs what the table has an operation for; the numbers say that nothing got lost on the way. */
export function run(area: string, operations: Record<string, Operation>, count: number): void {
  describe(area, () => {
    const known = vectors(area).filter(({ op }) => op in operations);
    test("all vectors are there", () => expect(known.length).toBe(count));
    test.each(known)("$id $op", ({ op, input, expect: expected }: Vector) => {
      expect(mismatch(expected, operations[op]?.(input))).toBeUndefined();
    });
  });
}

/** Fills in what is too long to store. */
function fill(input: { generate?: Record<string, never>[] }): void {
  const steps = input.generate ?? [];
  delete input.generate;
  for (const step of steps as unknown as Step[]) put(input, step.into, made(step));
}

type Step = { into: string; count?: number; item?: Json; numbers?: string[]; text: string; repeat: string; times: number };

function made(step: Step): Json {
  if (step.count === undefined) return step.text + step.repeat.repeat(step.times);
  return Array.from({ length: step.count }, (_, i) => {
    const item = numbered(step.item ?? null, i);
    for (const name of step.numbers ?? []) {
      const object = item as Record<string, Json>;
      object[name] = Number(object[name]);
    }
    return item;
  });
}

function numbered(value: Json, i: number): Json {
  if (typeof value === "string") {
    return value
      .replaceAll("${i}", String(i))
      .replaceAll("${i+1}", String(i + 1))
      .replaceAll("${i%10}", String(i % 10))
      .replaceAll("${fixed2(i*1.5)}", (i * 1.5).toFixed(2));
  }
  if (Array.isArray(value)) return value.map((item) => numbered(item, i));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, numbered(item, i)]));
  }
  return value;
}

function put(input: object, path: string, value: Json): void {
  const keys = keysOf(path);
  const last = keys.pop() ?? "";
  const place = keys.reduce((at: any, key) => at[key], input as any);
  place[last] = value;
}

/** `a.b[0]` as keys. */
function keysOf(path: string): string[] {
  return path.split(/[.[\]]+/).filter((key) => key !== "");
}

const TOLERANCE = 1e-6;

/** Says where and how `actual` is not as expected; nothing when it is. */
export function mismatch(expected: Json, actual: unknown, place = ""): string | undefined {
  const differs = () => `${place || "result"}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)?.slice(0, 400)}`;
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differs();
    return first(expected.map((item, i) => mismatch(item, actual[i], `${place}[${i}]`)));
  }
  if (typeof expected === "object" && expected !== null) {
    const operators = Object.keys(expected).filter((key) => key.startsWith("$"));
    if (operators.length > 0) {
      const fails = (operator: string) => !holds(operator, expected[operator] as Json, expected, actual);
      if ("$includes" in expected) return mismatch(expected.$includes as Json, actual, place);
      return operators.some(fails) ? differs() : undefined;
    }
    return first(Object.entries(expected).map(([key, item]) => mismatch(item, member(actual, key), `${place}.${key}`)));
  }
  return Object.is(expected ?? null, actual ?? null) ? undefined : differs();
}

function first(found: (string | undefined)[]): string | undefined {
  return found.find((text) => text !== undefined);
}

function holds(operator: string, operand: Json, all: { [key: string]: Json }, actual: unknown): boolean {
  switch (operator) {
    case "$gt":
      return Number(actual) > Number(operand);
    case "$gte":
      return Number(actual) >= Number(operand);
    case "$approx":
      return Math.abs(Number(actual) - Number(operand)) <= Number(all.$tol ?? TOLERANCE);
    case "$tol":
      return true;
    case "$contains":
      return (typeof actual === "string" || Array.isArray(actual)) && (actual as string).includes(operand as string);
    case "$absent":
      return actual === undefined || actual === null;
    default:
      throw new Error(`no matcher ${operator}`);
  }
}

/** The place in a result that a key such as `column[0]` names; the name may be missing where the result is the list. */
function member(value: unknown, key: string): unknown {
  const direct = (value as Record<string, unknown> | null | undefined)?.[key];
  if (direct !== undefined) return direct;
  return keysOf(key).reduce((at: any, part) => (at?.[part] === undefined && Array.isArray(at) ? at : at?.[part]), value);
}
