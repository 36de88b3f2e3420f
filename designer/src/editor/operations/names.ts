/** Ids and names of new fields. */
import type { FieldType } from "../../core/types";

const PREFIXES: Record<FieldType, string> = {
  text: "text",
  table: "table",
  image: "image",
  section: "section",
  chart: "chart",
  kpi: "kpi",
};

export function newId(): string {
  // Outside secure contexts, such as a service on plain HTTP, there is no `randomUUID`.
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

export function randomSuffix(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => (byte % 36).toString(36)).join("");
}

export function newName(type: FieldType, taken: ReadonlySet<string>, prefix = PREFIXES[type]): string {
  for (;;) {
    const name = `${prefix}_${randomSuffix()}`;
    if (!taken.has(name)) return name;
  }
}

/** The name of a copy: `<name>_copy`, then with a random suffix. */
export function copyName(name: string, taken: ReadonlySet<string>): string {
  let copy = `${name}_copy`;
  while (taken.has(copy)) copy = `${name}_copy_${randomSuffix()}`;
  return copy;
}
