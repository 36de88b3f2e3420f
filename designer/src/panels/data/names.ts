/** Names of expressions, and the lists in whose items they are looked up. */
import { language } from "../formula/language";
import { expressionPath } from "../formula/scope";
import { bracesOf } from "../formula/tokens";

/** Called with the keys of a name from the top of the data; returns the keys that take their place. `isList`: the path is that of a list that something repeats over. */
export type Visit = (keys: string[], isList?: boolean) => string[] | null;

/** The values that the names of an expression are relative to. */
export interface Scope {
  visit: Visit;
  /** The scope of the items of a list, which is named in this one. */
  items: (list: string[]) => Scope;
}

/** Functions that evaluate their further arguments for the items of a list, which is the first. */
const OVER_ITEMS = new Set(["SUMOF", "AVGOF", "MINOF", "MAXOF", "COUNTOF", "GROUPBY"]);

/** Keys of a path as expressions write it. */
export function keysOfPath(path: string): string[] {
  const keys: string[] = [];
  const pattern = /\[(?:"([^"]*)"|'([^']*)'|([^\]]*))\]|([^.[\]]+)/g;
  for (const match of path.trim().matchAll(pattern)) keys.push(match[1] ?? match[2] ?? match[3] ?? match[4]!);
  return keys;
}

/** A scope where every name is taken as it is written. */
export function plainScope(visit: Visit): Scope {
  const scope: Scope = { visit, items: () => scope };
  return scope;
}

/** A call that is open at a place of an expression. */
interface Open {
  /** Names of its items; absent, those around it. */
  scope: Scope;
  /** The call is over the items of a list, which comes yet. */
  takesList: boolean;
}

/** Calls `visit` of the scope with the keys of each name of an expression, and puts what it returns in its place. */
export function mapExpression(source: string, scope: Scope): string {
  const tokens = language.tokens(source);
  const open: Open[] = [{ scope, takesList: false }];
  let result = "";
  let at = 0;
  let called = "";
  tokens.forEach(({ kind, start, end }, index) => {
    const next = tokens[index + 1];
    const raw = source.slice(start, end);
    const name = raw.trim();
    const around = open[open.length - 1]!;
    if (name === "(") open.push({ scope: around.scope, takesList: OVER_ITEMS.has(called.toUpperCase()) });
    else if (name === ")" && open.length > 1) open.pop();
    if (kind !== "name" && kind !== "path") {
      called = "";
      return;
    }
    called = name;
    if (name === "" || (next && source.slice(next.start, next.end) === "(")) return;
    const written = keysOfPath(name);
    const keys = around.scope.visit(written);
    if (around.takesList) {
      around.scope = around.scope.items(written);
      around.takesList = false;
    }
    if (keys === null) return;
    const from = start + raw.indexOf(name);
    // Names that are reserved are none in brackets.
    const [reserved] = keys[0] === written[0] ? (/^\$[^.[\]\s]+/.exec(name) ?? []) : [];
    const path = reserved === undefined ? expressionPath(keys) : `${reserved}.${expressionPath(keys.slice(1))}`;
    result += source.slice(at, from) + path;
    at = from + name.length;
  });
  return result + source.slice(at);
}

/** The same for the expressions of a text. */
export function mapText(text: string, scope: Scope): string {
  let result = "";
  let at = 0;
  for (const span of bracesOf(text).spans) {
    result += text.slice(at, span.from) + mapExpression(text.slice(span.from, span.to), scope);
    at = span.to;
  }
  return result + text.slice(at);
}
