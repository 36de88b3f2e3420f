/** Changes that put a problem right, where there is one obvious change. */
import { pointerKeys } from "../../core/json";
import { clampInto, zoneRect } from "../../core/page";
import type { Field, PageDesign, Template } from "../../core/types";
import { designsOf, fieldsOf, roundMm, withDesign } from "../../editor/operations/design";
import { placeFields, placeWhole, rectOf, type ZonePlace } from "../../editor/operations/geometry";
import { withGuard } from "../../editor/operations/guard";
import type { DesignerActionsValue, DocumentPair } from "../../editor/types";
import type { Problem } from "../../engine/types";
import type { Dict } from "../../i18n";
import { diagnose } from "../formula/diagnose";
import { keysOfPath, mapExpression, mapText, plainScope } from "../data/names";

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
  if (code === "missingPath" && meant !== undefined && typeof value === "string") {
    const next = withName(value, problem, meant);
    return next !== null ? [{ label: fixes.path(meant), apply: (actions) => write(actions, pointer, next) }] : [];
  }
  if (code === "guardMissing") {
    return [{ label: fixes.guard, apply: (actions) => actions.change({ kind: "edit" }, (own) => ({ ...own, template: withGuard(own.template) })) }];
  }
  const place = code === "offPage" ? placeOnPage : code === "bandOverlap" ? placeInOneZone : undefined;
  const found = place && placed(pair, pointer);
  const to = found && place(found);
  if (!to) return [];
  const label = to.zone === undefined ? fixes.intoPage : fixes.intoZone[to.zone];
  return [{ label, apply: (actions) => actions.change({ kind: "move", name: found.field.name }, (own) => ({ ...own, template: moved(own.template, found, to) })) }];
}

/** The value of a place with another name for the one that the data lacks; `null` where that is not one name alone. */
function withName(value: string, { path, missing }: Problem, meant: string): string | null {
  if (typeof path !== "string" || typeof missing !== "string") return null;
  // Columns are named by a key of the items, which is no part of the path of the list.
  const [list, part] = [keysOfPath(path), keysOfPath(missing)];
  const isColumn = !missing.startsWith("$") && !list.some((key) => sameName(key, missing));
  const given = missing.startsWith("$") ? part : list;
  if (value === (isColumn ? missing : path)) return meant;
  let found = 0;
  const visit = (written: string[]): string[] | null => {
    const wrong = isColumn ? [...list, missing] : given;
    // A name may begin with `$root` or another that stands for what the path begins at.
    const at = written.findIndex((_, index) => wrong.every((key, offset) => sameName(key, written[index + offset] ?? "")));
    if (at < 0 || (at > 0 && !written[0]!.startsWith("$"))) return null;
    if (isColumn && at + wrong.length !== written.length) return null;
    found += 1;
    if (isColumn) return [...written.slice(0, -1), meant];
    const keys = keysOfPath(meant);
    const isWhole = at === 0 || sameName(keys[0] ?? "", written[0]!);
    return [...(isWhole ? [] : written.slice(0, at)), ...keys, ...written.slice(at + wrong.length)];
  };
  const scope = plainScope(visit);
  const isText = /[{}]/.test(value);
  const next = isText ? mapText(value, scope) : mapExpression(value, scope);
  // A name that occurs twice is for the author to change.
  return found === 1 ? next : null;
}

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

interface Placed {
  field: Field;
  /** Index of its page design. */
  page: number;
  design: PageDesign;
}

/** The field that a pointer leads to or into, and where it is. */
function placed(pair: DocumentPair, pointer: string): Placed | undefined {
  const field = fieldAt(pair, pointer);
  const designs = designsOf(pair.template);
  const page = designs.findIndex((design) => field !== undefined && fieldsOf(design).includes(field));
  return field && page >= 0 ? { field, page, design: designs[page]! } : undefined;
}

interface Place {
  x: number;
  y: number;
  zone?: ZonePlace["zone"];
}

function placeOnPage({ field, design: { page } }: Placed): Place | undefined {
  return field.width > page.width || field.height > page.height ? undefined : clampInto(field, { x: 0, y: 0, ...page });
}

/** Nothing for a field that no zone holds, and for one that grows into a band with the data: its own box lies in one zone. */
function placeInOneZone({ field, design }: Placed): Place | undefined {
  if (field.sectionId) return undefined;
  const to = placeWhole(field, design);
  const after = { ...rectOf(field), ...to };
  const { y, height } = zoneRect(to.zone, design.page, design);
  const fits = after.y >= y && after.y + after.height <= y + height + 1e-6;
  return fits && (to.x !== field.x || to.y !== field.y) ? to : undefined;
}

/** The template with the field at its new place, and with it the members of a section. */
function moved(template: Template, { field, page }: Placed, { x, y }: Place): Template {
  return withDesign(template, page, true, (design) => placeFields(design, new Map([[field.id, { x: roundMm(x), y: roundMm(y) }]])));
}
