/** Faults in a text with expressions, with their places and fixes. */
import type { Dict } from "../../i18n";
import { closest } from "../data/lookup";
import { language } from "./language";
import type { Scope } from "./scope";
import { callsOutside } from "./insertion";
import { bracesOf, type Span } from "./tokens";

export interface Fix {
  label: string;
  change: { from: number; to: number; insert: string };
}

export interface Finding {
  from: number;
  to: number;
  severity: "error" | "warning" | "info";
  message: string;
  fixes: Fix[];
}

export interface DiagnoseOptions {
  scope: Scope | null;
  t: Dict;
  /** Without braces. */
  bare: boolean;
}

const BRACE = { nested: "braceNested", unexpected: "braceUnexpected", unclosed: "braceUnclosed" } as const;

/** Braces first, then syntax, then operators that are none, then names that the data lacks. */
export function diagnose(text: string, { scope, t, bare }: DiagnoseOptions): Finding[] {
  const findings: Finding[] = [];
  const braces = bare ? null : bracesOf(text);
  for (const { at, kind } of braces?.faults ?? []) {
    const fixes: Fix[] =
      kind === "unclosed" ? [{ label: t.formula.fixClose, change: { from: text.length, to: text.length, insert: "}" } }] : [];
    if (kind === "unexpected") fixes.push({ label: t.formula.fixRemove("}"), change: { from: at, to: at + 1, insert: "" } });
    findings.push({ from: at, to: at + 1, severity: "error", message: t.expressionErrors[BRACE[kind]](at), fixes });
  }
  for (const { from, to, call, name } of bare ? [] : callsOutside(text)) {
    const insert = `{${call.endsWith(")") ? call : `${call})`}}`;
    findings.push({ from, to, severity: "warning", message: t.formula.callOutside(name), fixes: [{ label: t.formula.fixBraces, change: { from, to, insert } }] });
  }
  const spans: Span[] = braces?.spans ?? (text.trim() === "" ? [] : [{ from: 0, to: text.length, closed: true }]);
  for (const span of spans) {
    if (!span.closed) continue;
    findings.push(...diagnoseExpression(text.slice(span.from, span.to), span.from, scope, t));
  }
  return findings;
}

function diagnoseExpression(source: string, offset: number, scope: Scope | null, t: Dict): Finding[] {
  const fault = language.fault(source);
  if (fault) {
    const at = Math.min(fault.position ?? 0, Math.max(0, source.length - 1));
    const message = t.expressionErrors[fault.code](fault.detail);
    return [
      {
        from: offset + at,
        to: offset + Math.min(source.length, at + Math.max(1, fault.detail.length)),
        severity: "error",
        message: fault.position === undefined || fault.position === null ? message : t.formula.error(offset + fault.position, message),
        fixes: [],
      },
    ];
  }
  const findings = language.suspicious(source).map(({ operator, name, position }): Finding => {
    const from = offset + position;
    const to = from + operator.length;
    const rest = source.slice(position + operator.length);
    const fixes: Fix[] = [];
    if (rest.trim() === "" || source.slice(0, position).trim() === "") {
      const start = offset + source.slice(0, position).trimEnd().length;
      fixes.push({ label: t.formula.fixRemove(operator), change: { from: start, to, insert: "" } });
    } else {
      const before = /\s$/.test(source.slice(0, position)) ? "" : " ";
      const after = /^\s/.test(rest) ? "" : " ";
      fixes.push({ label: t.formula.fixBlanks(operator), change: { from, to, insert: `${before}${operator}${after}` } });
    }
    return { from, to, severity: "warning", message: t.expressionErrors.suspiciousOperator(operator, name), fixes };
  });
  if (findings.length > 0 || !scope?.hasData || scope.names.length === 0) return findings;
  return unknownNames(source, offset, scope, t);
}

const ITEM_FUNCTION = /\b(?:SUM|AVG|MIN|MAX|COUNT)OF\s*\(|\bLOOKUP\s*\(/i;

/** Names that the engine gives in templates with extensions, each where it counts; its check says where one does not. */
const RESERVED = /^\$(?:root|parent|row|running|table|group|page|sofar|before|set|doc)\b/i;

/** Names are compared as the engine compares keys: without case. */
function unknownNames(source: string, offset: number, scope: Scope, t: Dict): Finding[] {
  const known = new Set(scope.names.map(({ name }) => name.toLowerCase()));
  // Functions such as SUMOF look names up in each item of their list.
  if (scope.extended && ITEM_FUNCTION.test(source)) for (const { node } of scope.names) known.add(node?.keys.at(-1)?.toLowerCase() ?? "");
  const plain = new Set(scope.names.map(({ node }) => node?.keys.join(".").toLowerCase()));
  const findings: Finding[] = [];
  const tokens = language.tokens(source);
  tokens.forEach(({ kind, start, end }, index) => {
    if (kind !== "name" && kind !== "path") return;
    const name = source.slice(start, end).trim();
    const next = tokens[index + 1];
    const call = next && source.slice(next.start, next.end) === "(";
    if (scope.extended && RESERVED.test(name)) return;
    if (call || name === "" || known.has(name.toLowerCase()) || plain.has(name.toLowerCase())) return;
    if (kind === "path" && plain.has(name.replace(/\["?'?|'?"?\]/g, "").toLowerCase())) return;
    const pageToken = /^page(Number|Count)$/i.test(name);
    const meant = pageToken ? null : closest(name, scope.names.map((entry) => entry.name));
    findings.push({
      from: offset + start,
      to: offset + end,
      severity: "warning",
      message: pageToken ? `${t.formula.unknownName(name)} ${t.formula.pageTokenOutside}.` : t.formula.unknownName(name),
      fixes: meant === null ? [] : [{ label: t.formula.fixName(meant), change: { from: offset + start, to: offset + end, insert: meant } }],
    });
  });
  return findings;
}
