/** The documents whose bytes must be the same everywhere. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { generated } from "./generated";

export interface TestDocument {
  name: string;
  template: unknown;
  bindings: unknown;
  data: unknown;
  maxPages?: number;
}

const ROOT = join(import.meta.dirname, "../../..");

function json(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8"));
}

/** How many documents are made up. */
export const GENERATED = 200;

export function documents(): TestDocument[] {
  const made = Array.from({ length: GENERATED }, (_, seed) => ({ name: `generated ${seed}`, ...generated(seed) }));
  return [...shipped(), ...samples(), ...conformance(), ...made];
}

/** Each shipped template with each of its data files. Data in other formats than JSON is read by the command line alone. */
function shipped(): TestDocument[] {
  const templates = readdirSync(join(ROOT, "templates")).filter((file) => file.endsWith(".json"));
  const data = readdirSync(join(ROOT, "samples")).filter((file) => file.endsWith(".json"));
  return templates.flatMap((file) => {
    const stem = basename(file, ".json");
    const { template, bindings } = json(`templates/${file}`) as { template: { pdf?: object }; bindings: unknown };
    // Only the program makes e-invoices: in the browser the document is made without, and says so.
    if (template.pdf) template.pdf = { ...template.pdf, einvoice: undefined };
    const own = data.filter((sample) => sample === file || sample.startsWith(`${stem}-`));
    return own.map((sample) => ({ name: sample, template, bindings, data: json(`samples/${sample}`) }));
  });
}

/** The samples of the format. */
function samples(): TestDocument[] {
  return readdirSync(join(ROOT, "tests/cases/format")).map((name) => {
    const folder = `tests/cases/format/${name}`;
    const { template, bindings } = json(`${folder}/template.json`) as { template: unknown; bindings: unknown };
    return { name, template, bindings, data: json(`${folder}/data.json`) };
  });
}

interface Fill {
  into: string;
  count?: number;
  item?: unknown;
  numbers?: string[];
  text?: string;
  repeat?: string;
  times?: number;
}

/** The vectors that are whole documents. */
function conformance(): TestDocument[] {
  return ["errors", "images", "pagination"].flatMap((area) => {
    const vectors = json(`tests/conformance/${area}.json`) as { id: string; input: Record<string, unknown> }[];
    return vectors
      .filter(({ input }) => typeof input.template === "object" && "data" in input && "bindings" in input)
      .map(({ id, input: given }) => {
        const input = structuredClone(given);
        for (const fill of (input.generate as Fill[] | undefined) ?? []) set(input, fill.into, filled(fill));
        const maxPages = (input.options as { maxPages?: number } | undefined)?.maxPages;
        const { template, bindings, data } = input;
        return { name: id, template, bindings, data, ...(maxPages && { maxPages }) };
      });
  });
}

/** What `input.generate` asks for; see `tests/conformance/README.md`. */
function filled(fill: Fill): unknown {
  if (fill.text !== undefined) return fill.text + (fill.repeat ?? "").repeat(fill.times ?? 0);
  return Array.from({ length: fill.count ?? 0 }, (_, index) => item(fill.item, index, fill.numbers ?? []));
}

function item(value: unknown, index: number, numbers: readonly string[], key = ""): unknown {
  if (typeof value === "string") {
    const text = value
      .replaceAll("${i}", String(index))
      .replaceAll("${i+1}", String(index + 1))
      .replaceAll("${i%10}", String(index % 10))
      .replaceAll("${fixed2(i*1.5)}", (index * 1.5).toFixed(2));
    return numbers.includes(key) ? Number(text) : text;
  }
  if (Array.isArray(value)) return value.map((member) => item(member, index, numbers));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, item(member, index, numbers, name)]));
}

function set(target: unknown, path: string, value: unknown): void {
  const steps = path.replaceAll("[", ".").replaceAll("]", "").split(".");
  const last = steps.pop() as string;
  let at = target as Record<string, unknown>;
  for (const step of steps) at = at[step] as Record<string, unknown>;
  at[last] = value;
}
