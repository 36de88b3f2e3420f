/** Changes that put a problem right, where there is one obvious change. */
import { pointerKeys } from "../../core/json";
import type { Field } from "../../core/types";
import { fieldsOf, hasPages } from "../../editor/operations/design";
import { withGuard } from "../../editor/operations/guard";
import type { DesignerActionsValue, DocumentPair } from "../../editor/types";
import type { Problem } from "../../engine/types";
import type { Dict } from "../../i18n";
import { diagnose } from "../formula/diagnose";
import { language } from "../formula/language";

export interface ProblemFix {
  label: string;
  apply: (actions: DesignerActionsValue) => void;
}

function at(pair: DocumentPair, pointer: string): unknown {
  return pointerKeys(pointer).reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], pair);
}

function setAt(value: unknown, [key, ...rest]: string[], next: unknown): unknown {
  if (key === undefined) return next;
  if (Array.isArray(value)) return value.map((entry, index) => (String(index) === key ? setAt(entry, rest, next) : entry));
  return { ...(value as object), [key]: setAt((value as Record<string, unknown> | undefined)?.[key], rest, next) };
}

function write(actions: DesignerActionsValue, pointer: string, value: unknown): void {
  actions.change({ kind: "edit" }, (pair) => setAt(pair, pointerKeys(pointer), value) as DocumentPair);
}

function fieldAt(pair: DocumentPair, pointer: string): Field | undefined {
  const match = /^\/template(?:\/pages\/\d+)?\/schemas\/\d+/.exec(pointer);
  return match ? (at(pair, match[0]) as Field | undefined) : undefined;
}

export function fixesFor(problem: Problem, pair: DocumentPair, t: Dict): ProblemFix[] {
  const { code, pointer = "" } = problem;
  const { fixes } = t.problemsPanel;
  const value = pointer === "" ? undefined : at(pair, pointer);

  if (code === "unusedBinding" && pointer.startsWith("/bindings/")) {
    const index = Number(pointer.split("/")[2]);
    return [
      {
        label: fixes.removeBinding,
        apply: (actions) => actions.change({ kind: "unbind" }, (own) => ({ ...own, bindings: own.bindings.filter((_, n) => n !== index) })),
      },
    ];
  }
  if (code === "suspiciousOperator" && typeof value === "string") {
    const bare = pointer.endsWith("/visibleWhen");
    const [finding] = diagnose(value, { scope: null, t, bare }).filter((found) => found.fixes.length > 0);
    return (finding?.fixes ?? []).map(({ label, change }) => ({
      label,
      apply: (actions) => write(actions, pointer, value.slice(0, change.from) + change.insert + value.slice(change.to)),
    }));
  }
  const meant = /did you mean `([^`]+)`\?/.exec(problem.help ?? "")?.[1];
  const wrong = (/\(path `([^`]+)`\)/.exec(problem.message) ?? /`([^`]+)`/.exec(problem.message))?.[1];
  if (code === "missingPath" && meant !== undefined && wrong !== undefined && typeof value === "string") {
    const next = value === wrong ? meant : value.split(wrong).length === 2 ? value.replace(wrong, () => meant) : null;
    // A name that occurs twice, or as a part of another, is for the author to change.
    const readable = next !== null && (!/[{}]/.test(next) || language.fault(next.replace(/^[^{]*\{|\}[^}]*$/g, "")) === null);
    return next !== null && readable ? [{ label: fixes.path(meant), apply: (actions) => write(actions, pointer, next) }] : [];
  }
  if (code === "guardMissing") {
    return [{ label: fixes.guard, apply: (actions) => actions.change({ kind: "edit" }, (own) => ({ ...own, template: withGuard(own.template) })) }];
  }
  if (code === "offPage") {
    const field = fieldAt(pair, pointer);
    const designs = hasPages(pair.template) ? pair.template.pages : [pair.template];
    const page = designs.find((design) => fieldsOf(design).includes(field!))?.page;
    if (!field || !page || field.width > page.width || field.height > page.height) return [];
    const x = Math.min(Math.max(0, field.x), page.width - field.width);
    const y = Math.min(Math.max(0, field.y), page.height - field.height);
    const base = /^\/template(?:\/pages\/\d+)?\/schemas\/\d+/.exec(pointer)![0];
    return [{ label: fixes.intoPage, apply: (actions) => write(actions, base, { ...field, x, y }) }];
  }
  return [];
}
