/** The same data at its edges: what a template meets in production and rarely in its sample. */

export const STRESS_SETS = ["sample", "empty", "one", "many", "long", "missing", "negative"] as const;
export type StressSet = (typeof STRESS_SETS)[number];

const MANY = 500;

export function stressed(data: unknown, set: StressSet): unknown {
  switch (set) {
    case "sample":
      return data;
    case "empty":
      return mapLists(data, () => []);
    case "one":
      return mapLists(data, (items) => items.slice(0, 1));
    case "many":
      // Only the outer lists: 500 items of 500 items each are another question.
      return mapLists(data, (items) => (items.length === 0 ? items : Array.from({ length: MANY }, (_, i) => items[i % items.length])), false);
    case "long":
      return lengthen(data, longestTexts(data));
    case "missing":
      return withoutKeys(data);
    case "negative":
      return mapScalars(data, (value) => (typeof value === "number" ? -Math.abs(value) : value));
  }
}

function mapLists(value: unknown, change: (items: unknown[]) => unknown[], deep = true): unknown {
  if (Array.isArray(value)) {
    const items = change(value);
    return deep ? items.map((item) => mapLists(item, change)) : items;
  }
  return mapObject(value, (entry) => mapLists(entry, change, deep));
}

function mapObject(value: unknown, change: (entry: unknown, key: string) => unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, change(entry, key)]));
}

function mapScalars(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapScalars(item, change));
  if (value !== null && typeof value === "object") return mapObject(value, (entry) => mapScalars(entry, change));
  return change(value);
}

/** The longest text by the keys that lead to it. */
function longestTexts(data: unknown): Map<string, string> {
  const longest = new Map<string, string>();
  const visit = (value: unknown, path: string) => {
    if (Array.isArray(value)) for (const item of value) visit(item, path);
    else if (value !== null && typeof value === "object") {
      for (const [key, entry] of Object.entries(value)) visit(entry, `${path}\0${key}`);
    } else if (typeof value === "string" && value.length > (longest.get(path)?.length ?? 0)) longest.set(path, value);
  };
  visit(data, "");
  return longest;
}

/** Every text as long as the longest of its kind, and half as long again: names grow. Dates and pictures keep their form. */
function lengthen(data: unknown, longest: Map<string, string>, path = ""): unknown {
  if (Array.isArray(data)) return data.map((item) => lengthen(item, longest, path));
  if (data !== null && typeof data === "object") return mapObject(data, (entry, key) => lengthen(entry, longest, `${path}\0${key}`));
  const text = longest.get(path);
  if (typeof data !== "string" || text === undefined || /^data:|^\d{4}-\d{2}-\d{2}|^\s*$/.test(data)) return data;
  return `${text} ${text.slice(0, Math.ceil(text.length / 2))}`.trim();
}

/** Items lose one key each, in turn; objects that are not items stay whole. */
function withoutKeys(value: unknown): unknown {
  if (!Array.isArray(value)) return mapObject(value, withoutKeys);
  return value.map((item, index) => {
    const whole = withoutKeys(item);
    if (whole === null || typeof whole !== "object" || Array.isArray(whole)) return whole;
    const entries = Object.entries(whole);
    return Object.fromEntries(entries.filter((_, at) => at !== index % Math.max(1, entries.length)));
  });
}
