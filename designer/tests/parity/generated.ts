/** Documents made up from a seed: every kind of field, with what it can look like. */

/** Numbers from a seed (mulberry32), the same on every machine. */
function random(seed: number): () => number {
  let state = seed + 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS = ["Nota", "façade", "Łódź", "ΑΒΓ", "приёмка", "Straße", "œuvre", "m²", "“q”", "tab\tstop", "a—b", "ﬁn", "100%", "e\u0301", "", "x"];
const COLORS = ["#1e40af", "#fff", "#000000", "#f59e0b", "#10b981", "red", ""];
const PALETTES = ["default", "classic", "modern", "vibrant", "pastel", "grayscale"];
const ICONS = ["none", "attach_money", "trending_up", "person", "no such icon"];
const TEXTS = ["{name}", "{CURRENCY(total)}", "{DATE(day, 'DD/MM/YYYY')}", "{total * 2}", "{UPPER(name)} – {missing}", "{IF(total > 50, 'a', 'b')}", "{"];
const PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNQSFgAAAHEASFcollRAAAAAElFTkSuQmCC";

export function generated(seed: number): { template: unknown; bindings: unknown[]; data: unknown } {
  const next = random(seed);
  const below = (count: number) => Math.floor(next() * count);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const maybe = <T>(value: () => T): T | undefined => (next() < 0.5 ? value() : undefined);
  const size = (most: number) => Math.round(next() * most * 100) / 100;
  const text = () => Array.from({ length: below(6) }, () => pick(WORDS)).join(" ");
  const row = (index: number) => ({ name: text(), total: size(200) - 20, day: `2026-0${1 + below(9)}-1${below(10)}`, index, tags: [text()] });
  const rows = Array.from({ length: below(60) }, (_, index) => row(index));
  const bindings: unknown[] = [];
  let count = 0;

  function field(type: string, more: object, section?: { id: string; x: number; y: number }): object {
    const id = `f${count++}`;
    return {
      id,
      name: `${type}_${id}`,
      type,
      x: (section?.x ?? 0) + size(120),
      y: (section?.y ?? 0) + size(section ? 20 : 240),
      width: 10 + size(90),
      height: 4 + size(40),
      ...(section && { sectionId: section.id }),
      ...(next() < 0.1 && { visibleWhen: "total > 10" }),
      ...more,
    };
  }

  function bind(of: object, binding: object): object {
    bindings.push({ schemaName: (of as { name: string }).name, ...binding });
    return of;
  }

  const makers: ((section?: { id: string; x: number; y: number }) => object[])[] = [
    (section) => [
      field("text", { content: pick([...TEXTS, text(), text()]), fontSize: 4 + below(20), fontColor: pick(COLORS), alignment: pick(["left", "center", "right"]), backgroundColor: maybe(() => pick(COLORS)), borderColor: maybe(() => pick(COLORS)), borderWidth: size(2) }, section),
    ],
    (section) => {
      const columns = 1 + below(5);
      const table = field(
        "table",
        {
          head: Array.from({ length: columns }, text),
          content: Array.from({ length: 1 + below(3) }, () => Array.from({ length: columns }, () => pick([text(), "{name}", "{CURRENCY(total)}"]))),
          columnWidths: maybe(() => Array.from({ length: columns }, () => maybe(() => size(40)) ?? null)),
          footer: maybe(() => Array.from({ length: columns }, () => pick(["{SUM(rows, 'total')}", text()]))),
          repeatHeader: pick([true, false]),
          colorPalette: maybe(() => pick(PALETTES)),
          bodyBandColor: maybe(() => pick(COLORS)),
          headBorderRadius: maybe(() => ({ topLeft: size(5), topRight: size(5) })),
          bodyAlign: pick(["left", "center", "right"]),
          bodyVerticalAlign: pick(["top", "middle", "bottom"]),
          bodyFontSize: 5 + below(12),
        },
        section,
      );
      const bound = maybe(() => bind(table, { type: "array", path: section ? "tags" : "rows", columns: ["name", { label: "T", formula: "{total}" }, "index"].slice(0, columns) }));
      return [bound ?? table];
    },
    (section) => [field("image", { content: pick([PICTURE, "", "https://example.com/x.png"]) }, section)],
    () => {
      const chart = field("chart", {
        chartType: pick(["pie", "bar"]),
        pieStyle: pick(["donut", "full"]),
        legendPosition: pick(["right", "left", "top", "bottom", "slices"]),
        displayMode: pick(["number", "percent", "both"]),
        colorPalette: pick(PALETTES),
        valueFormat: pick(["number", "currency"]),
        sortBy: maybe(() => pick(["value_desc", "value_asc", "label_asc", "label_desc"])),
        topN: maybe(() => below(8)),
        decimals: below(4),
      });
      return [bind(chart, { type: "chart", path: "rows", labelColumn: "name", valueColumn: "total" })];
    },
    () => {
      const kpi = field("kpi", { title: text(), value: "{total}", subtitle: text(), icon: pick(ICONS), borderRadius: below(101), backgroundColor: pick(COLORS), numberFormat: pick(["none", "plain", "grouped"]), iconOffset: maybe(() => ({ x: size(20), y: size(10) })) });
      return [maybe(() => bind(kpi, { type: "kpi", path: "rows", aggregation: pick(["sum", "count", "avg", "min", "max"]), valueColumn: "total" })) ?? kpi];
    },
    () => {
      const section = bind(field("section", { width: 150, height: 10 + size(40) }), { type: "section", path: "rows" }) as { id: string; x: number; y: number };
      return [section, ...Array.from({ length: 1 + below(4) }, () => (makers[below(3)] as (typeof makers)[0])(section)).flat()];
    },
  ];

  function design(): object {
    return {
      page: pick([{ width: 210, height: 297 }, { width: 297, height: 210 }, { width: 80, height: 150.5 }]),
      headerHeight: maybe(() => size(30)),
      footerHeight: maybe(() => size(30)),
      marginLeft: maybe(() => size(20)),
      backgroundImage: next() < 0.1 ? PICTURE : undefined,
      schemas: Array.from({ length: 1 + below(8) }, () => pick(makers)()).flat(),
    };
  }

  const template = next() < 0.3 ? { pages: Array.from({ length: 1 + below(3) }, (_, index) => ({ id: `p${index}`, ...design() })) } : design();
  return { template, bindings, data: { ...row(0), rows } };
}
