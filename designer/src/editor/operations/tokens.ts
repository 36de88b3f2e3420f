/** Keys of items as tokens of cells, and back. */

/** Characters that end a bare name in an expression, or make it something else. */
const BARE = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

function quoted(key: string): string {
  if (key !== "" && !/[\s\]"']/.test(key)) return `[${key}]`;
  return key.includes('"') ? `['${key}']` : `["${key}"]`;
}

/** The key as one segment of a path, with brackets only where it needs them. */
export function bareToken(key: string): string {
  return BARE.test(key) ? key : quoted(key);
}

/** Keys as a path of expressions. A chain with brackets begins with one, so its first key has them too. */
export function barePath(keys: readonly string[]): string {
  const segments = keys.map(bareToken);
  const [first = ""] = segments;
  if (first.startsWith("[") || segments.every((segment) => !segment.startsWith("["))) return segments.join(".");
  return [`[${first}]`, ...segments.slice(1)].join(".");
}

/** The token that shows the value of a key. */
export function tokenOf(key: string): string {
  return `{${quoted(key)}}`;
}

const SEGMENT = /^\[(?:"([^"]*)"|'([^']*)'|([^\]\s"']+))\]$/;

/** The key that a cell with a single token shows, also through one function; `null` for anything else. */
export function keyOfCell(cell: string): string | null {
  const token = /^\{([^{}]*)\}$/.exec(cell.trim());
  if (!token) return null;
  let inner = (token[1] as string).trim();
  const call = /^[A-Za-z]+\((.*)\)$/s.exec(inner);
  if (call) inner = firstArgument(call[1] as string).trim();
  const segment = SEGMENT.exec(inner);
  if (segment) return segment[1] ?? segment[2] ?? segment[3] ?? null;
  return /^[^\s()[\]"'+*/<>=!,]+$/.test(inner) ? inner : null;
}

function firstArgument(list: string): string {
  let quote = "";
  for (let at = 0; at < list.length; at++) {
    const char = list[at] as string;
    if (quote !== "") {
      if (char === quote) quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if (char === "," || char === "(") return char === "(" ? "" : list.slice(0, at);
  }
  return list;
}
