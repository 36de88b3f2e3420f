/** Target of the property panel: one field, or several together. */
import { useMemo } from "react";
import { isTableLook, lookOf, lookPatch, printed, withTableLook } from "../../core/looks";
import type { Field, FieldType, Template } from "../../core/types";
import { withDesign } from "../../editor/operations/design";
import { useDesignerActions, useDesignerBulkEdit, useDesignerConfig, useDesignerData, useDesignerPage, useDesignerSelectedSchema } from "../../editor/hooks";
import type { FieldPatch } from "../../editor/types";
import { useT } from "../../i18n";
import { FIELD_KINDS } from "./description";
import { withExtensions } from "./extensions";

export interface Target {
  /** The one selected last is the last. */
  fields: readonly Field[];
  /** Their common kind; `null` when they are of several kinds, or of an unknown one. */
  kind: FieldType | null;
  several: boolean;
  /** `inherited`: what a style sets where the field says nothing; `style`: the name of that style, which the value replaces. */
  read: (path: string) => { value: unknown; mixed: boolean; present: boolean; inherited?: unknown; style?: string | undefined };
  /** `undefined` removes the key. A first value that is an extension of the format turns the extensions on. */
  write: (path: string, value: unknown, extension?: boolean) => void;
}

function readPath(field: Field, path: string): unknown {
  return readKeys(field, path.split("/"));
}

function readKeys(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((own, key) => (own as Record<string, unknown> | null | undefined)?.[key], value);
}

/**
 * A value inside of what `of` edits, at the pointer `path`, as a target of its own: for entries of lists and for keys that the
 * author chooses, which may contain the character that divides pointers.
 */
export function partTarget(of: Target, path: string, value: unknown, onChange: (value: unknown) => void): Target {
  const keysOf = (pointer: string) => (pointer === path ? [] : pointer.slice(path.length + 1).split("/"));
  return {
    fields: of.fields,
    kind: null,
    several: false,
    read(pointer) {
      const found = readKeys(value, keysOf(pointer)) ?? undefined;
      return { value: found, mixed: false, present: found !== undefined };
    },
    write(pointer, next) {
      const keys = keysOf(pointer);
      onChange(keys.length === 0 ? next : patchInto({ ...(value as object | null | undefined) }, keys, next));
    },
  };
}

/** Value of the first key of a path, after a value deep inside of it is set; an object that this leaves empty goes too. */
function keyValue(field: Field, path: string, value: unknown): [key: string, value: unknown] {
  const [key, ...rest] = path.split("/") as [string, ...string[]];
  if (rest.length === 0) return [key, value];
  const before = (field as unknown as Record<string, unknown>)[key];
  const object: Record<string, unknown> = { ...(typeof before === "object" ? before : undefined) };
  const inner = patchInto(object, rest, value);
  return [key, Object.keys(inner).length === 0 ? undefined : inner];
}

/** Patch that sets a value deep inside an object. */
function patchFor(field: Field, path: string, value: unknown): FieldPatch {
  return Object.fromEntries([keyValue(field, path, value)]);
}

function patchInto(object: Record<string, unknown>, [key, ...rest]: string[], value: unknown): Record<string, unknown> {
  if (key === undefined) return object;
  const next = rest.length === 0 ? value : patchInto({ ...(object[key] as object | undefined) }, rest, value);
  if (next === undefined) {
    const { [key]: _, ...others } = object;
    return others;
  }
  return { ...object, [key]: next };
}

function applied(field: Field, patch: FieldPatch): Field {
  const next = { ...field, ...patch } as Record<string, unknown>;
  for (const [key, value] of Object.entries(patch)) if (value === undefined) delete next[key];
  return next as unknown as Field;
}

export function useTarget(): Target | null {
  const t = useT();
  const { selected } = useDesignerSelectedSchema();
  const { selectedSchemas } = useDesignerBulkEdit();
  const actions = useDesignerActions();
  const { template } = useDesignerData();
  return useMemo(() => {
    const fields = selectedSchemas.length > 1 ? selectedSchemas : selected ? [selected] : [];
    if (fields.length === 0) return null;
    const kinds = new Set(fields.map((field) => field.type));
    const [first] = kinds;
    const kind = kinds.size === 1 && FIELD_KINDS.includes(first as FieldType) ? (first as FieldType) : null;
    const last = fields[fields.length - 1]!;
    return {
      fields,
      kind,
      several: fields.length > 1,
      read(path) {
        const [key = ""] = path.split("/");
        const own = fields.map((field) => readPath(printed(template, field, key), path) ?? undefined);
        const whole = fields.map((field, index) => own[index] ?? (path === key ? lookOf(template, field, key).inherited : undefined) ?? null);
        const { inherited, style } = lookOf(template, last, key);
        return {
          value: own.at(-1),
          mixed: new Set(whole.map((value) => JSON.stringify(value))).size > 1,
          present: own.some((value) => value !== undefined),
          ...(path === key && { inherited, style }),
        };
      },
      write(path, value, extension = false) {
        const [first = ""] = path.split("/");
        const patchOf = (field: Field): FieldPatch => {
          const [key, next] = keyValue(printed(template, field, first), path, value);
          return lookPatch(template, field, key, next);
        };
        const tables = fields.filter((field) => isTableLook(template, field, path));
        if (tables.length > 0) {
          const ids = tables.map(({ id }) => id);
          const others = new Set(fields.filter((field) => !tables.includes(field)).map(({ id }) => id));
          const own = (field: Field) => (field && others.has(field.id) ? applied(field, { [path]: value }) : field);
          const label = { kind: "edit" as const, name: last.name, ...(fields.length > 1 && { count: fields.length }) };
          actions.change(label, (pair) => {
            const styled = ids.reduce((next, id) => withTableLook(next, id, path, value, t.styles.newName), pair.template);
            return {
              ...pair,
              template: {
                ...styled,
                ...(styled.schemas && { schemas: styled.schemas.map(own) }),
                ...(styled.pages && { pages: styled.pages.map((page) => ({ ...page, schemas: page.schemas.map(own) })) }),
              },
            };
          });
          return;
        }
        if (extension && value !== undefined && template.extensions === undefined) {
          const ids = new Set(fields.map((field) => field.id));
          const own = (field: Field) => (field && ids.has(field.id) ? applied(field, patchOf(field)) : field);
          actions.change({ kind: "edit", name: last.name }, (pair) => ({
            ...pair,
            template: {
              ...withExtensions(pair.template),
              schemas: pair.template.schemas?.map(own),
              ...(pair.template.pages && { pages: pair.template.pages.map((page) => ({ ...page, schemas: page.schemas.map(own) })) }),
            },
          }));
          return;
        }
        const label = { kind: "edit" as const, name: last.name, ...(fields.length > 1 && { count: fields.length }) };
        const options = { label, coalesce: `property:${path}:${fields.map((field) => field.id).join()}` };
        const patches = fields.map(patchOf);
        if (fields.length === 1) actions.updateSchema(last.id, patches[0]!, options);
        else if (new Set(patches.map((patch) => JSON.stringify(patch))).size === 1 && patches[0]![path] === value) {
          actions.updateSchemas(fields.map((field) => field.id), patches[0]!, options);
        } else {
          actions.transaction(label, () => {
            for (const [index, field] of fields.entries()) actions.updateSchema(field.id, patches[index]!, options);
          });
        }
      },
    };
  }, [selected, selectedSchemas, actions, template, t]);
}

/** The template itself, or the design of the page that is edited, as what rows of properties edit. */
export function useDocumentTarget(scope: "template" | "page"): Target {
  const { template } = useDesignerData();
  const { design, index, multiple } = useDesignerPage();
  const actions = useDesignerActions();
  return useMemo(() => {
    const object = (scope === "template" ? template : design) as unknown as Field;
    return {
      fields: [object],
      kind: null,
      several: false,
      read(path) {
        const value = readPath(object, path) ?? undefined;
        return { value, mixed: false, present: value !== undefined };
      },
      write(path, value, extension = false) {
        const changed = <T extends object>(own: T): T => applied(own as unknown as Field, patchFor(own as unknown as Field, path, value)) as unknown as T;
        actions.change({ kind: "edit" }, (pair) => {
          const template = scope === "template" ? changed(pair.template) : withDesign(pair.template, index, multiple, changed);
          const turnOn = extension && value !== undefined && template.extensions === undefined;
          return { ...pair, template: turnOn ? withExtensions(template) : template };
        });
      },
    };
  }, [scope, template, design, index, multiple, actions]);
}

/** Colours that the page uses, most frequent first. */
export function useDocumentColors(): readonly string[] {
  const { design } = useDesignerPage();
  return useMemo(() => {
    const counts = new Map<string, number>();
    const visit = (value: unknown, key: string) => {
      if (typeof value === "string" && /color/i.test(key) && /^#[0-9a-f]{6}$/i.test(value)) {
        const color = value.toLowerCase();
        counts.set(color, (counts.get(color) ?? 0) + 1);
      } else if (value !== null && typeof value === "object") {
        for (const [inner, entry] of Object.entries(value)) visit(entry, Array.isArray(value) ? key : inner);
      }
    };
    for (const field of design.schemas) visit(field, "");
    return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 16).map(([color]) => color);
  }, [design]);
}

/** Returns true if a change is allowed here: of data, or of style. */
export function useAllowed(section: "dados" | "estilo"): boolean {
  const { permissions } = useDesignerConfig();
  return section === "estilo" ? permissions.style : permissions.data;
}
