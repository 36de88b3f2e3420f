/** Names of new fields. */
import { isGuard, makeSchema, randomSuffix } from "../../core/fields";
import type { Binding, Field, FieldType } from "../../core/types";
import type { Dict } from "../../i18n";

/** Properties that begin otherwise here than in the format. */
const BEGINNINGS: Partial<Record<FieldType, object>> = {
  // On the background of the format white letters are too pale.
  table: { headBackgroundColor: "#1f618d" },
  // The value of the format names one that no data has.
  kpi: { value: "" },
};

/** A new field whose name no other has: its kind, until it shows something. */
export function newField<T extends FieldType>(type: T, t: Dict, taken: ReadonlySet<string>): Field & { type: T } {
  const field = { ...makeSchema(type, 10, t), name: unusedName(t.fieldTypeLabels[type] ?? type, taken) };
  return { ...field, ...BEGINNINGS[type] } as Field & { type: T };
}

/** The name, or with the first number behind it that makes it one of its own. */
export function unusedName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`;
  return free;
}

const LONGEST = 40;

/** A path of the data in words: `invoice.dueDate` is "Invoice due date", `vatID` is "Vat ID". */
export function wordsOf(path: string): string {
  const words = path
    .split(/[.[\]"]+/)
    .filter((key) => key !== "")
    .slice(-2)
    .join(" ")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    // A word that begins behind capitals: `VATRate`, but no plural such as `IDs`.
    .replace(/(\p{Lu})(\p{Lu}\p{Ll}{2})/gu, "$1 $2")
    .replace(/[_\s-]+/g, " ")
    .trim()
    .split(" ")
    .map((word) => (/\p{Lu}{2}/u.test(word) ? word : word.toLowerCase()))
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A key of the data in words, or as it is where it has none. */
export const keyInWords = (key: string): string => wordsOf(key) || key;

/** The title of a column of the data: in words, as its key has them where it has some already. */
export function titleOf(column: string): string {
  const key = column.trim();
  return /\s/.test(key) ? key.charAt(0).toUpperCase() + key.slice(1) : wordsOf(key) || column;
}

/** The name of a text that says what it shows: its first line, with the values by their names. */
export function nameFromContent(content: string): string {
  const tokens = [...content.matchAll(/\{([^{}]*)\}/g)].map(([, inner]) => /[\p{L}_$][\p{L}\p{N}_$.]*(?=$|[^\p{L}\p{N}_$.(])/u.exec(inner!)?.[0] ?? "");
  // Words say more than a value beside them, unless there are none.
  const words = content.replace(/\{[^{}]*\}?/g, " ").replace(/[*_~\\]+/g, "").split(/[\n\r]/).map((line) => line.replace(/\s+/g, " ").trim());
  const line = words.find((own) => /\p{L}/u.test(own))?.replace(/[\s:,;.]+$/, "");
  const name = line || wordsOf(tokens.find((token) => token !== "") ?? "");
  return name.length > LONGEST ? `${name.slice(0, LONGEST).replace(/\s+\S*$/, "")}…` : name;
}

/** The name of a copy: `<name>_copy`, then with a random suffix. */
export function copyName(name: string, taken: ReadonlySet<string>): string {
  let copy = `${name}_copy`;
  while (taken.has(copy)) copy = `${name}_copy_${randomSuffix()}`;
  return copy;
}

/** Names that programs make: a kind and four random characters, which are no word. */
const MADE = /^(?:text|table|image|section|chart|kpi|indicator|qrcode|barcode|line|rectangle|ellipse|path|svg|texto|tabela|imagem|secao|grafico|indicador)_(?=[a-z0-9]*\d|[^aeiou]{4}$)[a-z0-9]{4}$/;

/** Name of a guard as it is added. */
const GUARD_NAME = /^Guard(?: \d+)?$/;

/** Names as programs write them: `due_date_label`, `dueDate`. */
const CODED = /^\p{L}[\p{L}\p{N}]*(?:_[\p{L}\p{N}]+)+$|^\p{Ll}+(?:\p{Lu}[\p{Ll}\p{N}]+)+$/u;

/** A name in words, where it is written as programs write names. */
export const inWords = (name: string): string => (CODED.test(name) ? wordsOf(name) : name);

/** The name of a field as people see it: in words, and where a program made it, what the field shows instead. */
export function shownName(field: Field, binding: Binding | undefined, t: Dict): string {
  if (isGuard(field) && GUARD_NAME.test(field.name)) return t.fieldList.guard;
  if (!MADE.test(field.name)) return inWords(field.name);
  return nameOfContent(field, binding) || (t.fieldTypeLabels[field.type] ?? field.type);
}

/** Content of a field in words; empty where it has none. */
export function nameOfContent(field: Field, binding?: Binding): string {
  const own = field as unknown as Record<string, unknown>;
  const text = (key: string) => (typeof own[key] === "string" ? nameFromContent(own[key] as string) : "");
  const bound = binding && "path" in binding && binding.path ? wordsOf(binding.path) : "";
  switch (field.type) {
    case "text":
      return text("content") || bound;
    case "kpi":
      return text("title") || bound;
    case "table":
    case "section":
    case "chart":
    case "image":
      return bound;
    default:
      return typeof own.content === "string" && own.content.includes("{") ? text("content") : "";
  }
}
