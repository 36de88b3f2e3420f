import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import type { Binding, Template } from "../../core/types";
import { offerAt } from "../../editor/canvas/FieldNames";
import { template, text } from "../../editor/testing";
import { loadEngine } from "../../engine/load";
import { dictFor, loadDict } from "../../i18n";
import { data, section, table } from "../testing";
import { completionSource } from "./completion";
import { diagnose } from "./diagnose";
import { matchesWords, searchWords } from "./function-words";
import { functionHelp } from "./functions";
import { functionInsertion, pathInsertion } from "./insertion";
import { columnForm, language } from "./language";
import { expressionPath, isCalculation, plainName, printedName, scopeOf, totalsOf } from "./scope";
import { bracesOf, spanAt } from "./tokens";
import { probe } from "./useResult";

const t = dictFor("en");
const design = template([text("a", { y: 60 }), text("band", { y: 5, height: 8 }), section, text("member", { sectionId: "section" }), table]);
const bindings: Binding[] = [
  { schemaName: "section", type: "section", path: "lines" },
  { schemaName: "table", type: "array", path: "lines", columns: ["name", "price"] },
];
const field = (id: string) => design.schemas.find((own) => own.id === id)!;
const scope = (id: string, place: Parameters<typeof scopeOf>[1], more: Partial<Template> = {}) =>
  scopeOf(field(id), place, design, bindings, data, { ...design, ...more });

describe("a name that is the whole expression", () => {
  const printed = (id: string, name: string, extensions: 1 | undefined, rows?: unknown[]) => {
    const own = { ...design, extensions } as Template;
    const names = scopeOf(field(id), "text", own, bindings, data, own);
    return printedName(own, data, names, names.names.find((found) => found.name === name)!, rows);
  };

  it("prints as the same value does that is dragged", () => {
    expect(printed("a", "total", 1, [{ total: 2.5 }, { total: 1200 }])).toBe("DECIMAL(total, 2, 2)");
    expect(printed("a", "customer.name", 1)).toBe("customer.name");
    expect(printed("a", "lines", 1)).toBe("lines");
    expect(printed("member", "price", 1)).toBe("DECIMAL(price, 2, 2)");
    expect(printed("member", "price", undefined)).toBe("price");
  });
});

describe("scope", () => {
  it("is the document, the page in bands, the item in sections and rows", () => {
    expect(scope("a", "text").names.map(({ name }) => name)).toEqual([
      "total",
      "customer",
      "customer.name",
      "lines",
      "lines.name",
      "lines.price",
      "lines.group",
      "people",
      "people.label",
      "people.age",
    ]);
    expect(scope("a", "text").pageTokens).toBe(false);
    expect(scope("band", "text").names.map(({ name }) => name)).toContain("pageNumber");
    const member = scope("member", "text");
    expect(member).toMatchObject({ list: "lines", items: { length: 3 } });
    expect(member.names.map(({ name }) => name)).toEqual(["name", "price", "group", "Line", "index"]);
    expect(scope("table", "cell")).toMatchObject({ list: "lines", items: [{ name: "Pen" }, { name: "Ink" }, { name: "Pad" }] });
    expect(scope("table", "totals").list).toBeNull();
    // Cards read the document wherever they stand.
    expect(scope("member", "kpi").list).toBeNull();
  });

  it("is the document in a section that prints once, whatever it is bound to", () => {
    const once = template([{ ...section, repeat: "once" }, text("member", { sectionId: "section" }), { ...table, sectionId: "section" }], { extensions: 1 } as never);
    const own = (id: string, place: Parameters<typeof scopeOf>[1], of = once) => scopeOf(of.schemas.find((field) => field.id === id)!, place, of, bindings, data, of);
    expect(own("member", "text")).toMatchObject({ list: null, items: [data] });
    expect(own("member", "text").names.map(({ name }) => name)).toContain("customer.name");
    expect(own("table", "cell")).toMatchObject({ list: "lines", items: { length: 3 } });
    // Without the extensions the key means nothing.
    expect(own("member", "text", { ...once, extensions: undefined } as never)).toMatchObject({ list: "lines" });
  });

  it("writes keys as expressions need them", () => {
    expect(expressionPath(["customer", "e-mail", 'a "b"', "c.d"])).toBe(`[customer].[e-mail].['a "b"'].[c.d]`);
  });
});

describe("braces", () => {
  it("finds expressions and braces without a partner", () => {
    expect(bracesOf("a {b} {c {d} }").spans).toEqual([
      { from: 3, to: 4, closed: true },
      { from: 10, to: 11, closed: true },
    ]);
    expect(bracesOf("a {b} {c {d} }").faults).toEqual([
      { at: 9, kind: "nested" },
      { at: 13, kind: "unexpected" },
    ]);
    expect(bracesOf("{a").faults).toEqual([{ at: 0, kind: "unclosed" }]);
    expect(spanAt("x {ab} y", 4, false)).toMatchObject({ from: 3, to: 5 });
    expect(spanAt("x {ab} y", 1, false)).toBeNull();
  });
});

describe("diagnose (61, 78)", () => {
  const find = (source: string, own = scope("a", "text"), bare = false) => diagnose(source, { scope: own, t, bare });

  it("names a syntax error at its place", () => {
    expect(find("ok {SUM(a")).toMatchObject([{ severity: "error", from: 3, to: 4 }]);
    expect(find("x {SUM(lines.price}")).toMatchObject([{ severity: "error", message: expect.stringContaining("Unclosed parenthesis in SUM(") }]);
    expect(find("{total + }")).toMatchObject([{ severity: "error", message: expect.stringMatching(/^Position \d+: Incomplete expression/) }]);
  });

  it("warns of an operator that is none, and offers to complete or to remove it", () => {
    const [finding] = find("{total /}");
    expect(finding).toMatchObject({ severity: "warning", from: 7, to: 8, fixes: [{ label: "Remove /", change: { from: 6, to: 8, insert: "" } }] });
    const [glued] = find("{total -1}");
    expect(glued?.fixes).toMatchObject([{ label: "Put blanks around -", change: { insert: "- " } }]);
  });

  it("says which names the sample data lacks, and what was probably meant", () => {
    expect(find("{customer.nam}")).toMatchObject([
      { severity: "warning", from: 1, to: 13, fixes: [{ change: { from: 1, to: 13, insert: "customer.name" } }] },
    ]);
    expect(find("{SUM(lines.price)} {UPPER(customer.name)} {TOTAL}")).toEqual([]);
    expect(find("{pageNumber}")).toMatchObject([{ message: expect.stringContaining("bands only") }]);
    expect(find("{pageNumber} {pageCount}", scope("band", "text"))).toEqual([]);
    expect(find("{price}", scope("table", "cell"))).toEqual([]);
  });

  it("61: reads a bare expression without braces", () => {
    expect(find("total > 10", scope("a", "visibleWhen"), true)).toEqual([]);
    expect(find("total > (", scope("a", "visibleWhen"), true)).toMatchObject([{ severity: "error" }]);
    expect(find("", scope("a", "visibleWhen"), true)).toEqual([]);
  });
});

describe("clicks on the lists", () => {
  /** The text after clicks, with the caret at `|`; a selection stands between two of them. */
  const clicked = (marked: string, insertion: typeof pathInsertion, what: string, bare = false) => {
    const [before = "", middle, after] = marked.split("|");
    const text = marked.replaceAll("|", "");
    const [from, to] = [before.length, after === undefined ? before.length : before.length + (middle ?? "").length];
    const { insert, caret, ...at } = insertion(text, from, to, what, bare);
    return `${text.slice(0, at.from)}${insert.slice(0, caret)}|${insert.slice(caret)}${text.slice(at.to)}`;
  };

  it("build a call from a function and a field", () => {
    const call = clicked("Sum: |", functionInsertion, "SUM");
    expect(call).toBe("Sum: {SUM(|)}");
    expect(clicked(call, pathInsertion, "items.Amount")).toBe("Sum: {SUM(items.Amount|)}");
    expect(clicked(clicked("|", functionInsertion, "SUM", true), pathInsertion, "items.Amount", true)).toBe("SUM(items.Amount|)");
  });

  it("close a call that was typed, and put it in braces", () => {
    expect(clicked("SUM(|", pathInsertion, "items.Amount")).toBe("{SUM(items.Amount)}|");
    expect(clicked("a SUM(|)", pathInsertion, "items.Amount")).toBe("a {SUM(items.Amount)}|");
    expect(clicked("{SUM(|", pathInsertion, "items.Amount")).toBe("{SUM(items.Amount)|}");
    expect(clicked("{SUM(|}", pathInsertion, "items.Amount")).toBe("{SUM(items.Amount)|}");
    expect(clicked("SUM(|", pathInsertion, "items.Amount", true)).toBe("SUM(items.Amount)|");
  });

  it("go on with a calculation behind an operator, as in a spreadsheet", () => {
    const numbers = (expression: string) => expression.split(" + ").every((part) => ["base", '["Bonus pay"]'].includes(part));
    const after = (marked: string, path: string) => {
      const text = marked.replace("|", "");
      const { from, to, insert } = pathInsertion(text, marked.indexOf("|"), marked.indexOf("|"), path, false, numbers);
      return text.slice(0, from) + insert + text.slice(to);
    };
    expect(after("Net: {base} + |", '["Bonus pay"]')).toBe('Net: {base + ["Bonus pay"]}');
    expect(after('Net: {base + ["Bonus pay"]}+|', "base")).toBe('Net: {base + ["Bonus pay"] + base}');
    // Texts and days stand beside each other.
    expect(after("{from} - |", "base")).toBe("{from} - {base}");
    expect(after("{base} - |", "until")).toBe("{base} - {until}");
    expect(after("{base} |", "base")).toBe("{base} {base}");
  });

  it("know the numbers of the data", () => {
    const calculates = (id: string) => (expression: string) => isCalculation(scope(id, "text"), expression);
    expect(["total", "total * 2", "customer.name", "total + customer.name", "lines.price", ""].map(calculates("a"))).toEqual([true, true, false, false, false, false]);
    expect(["price", "price - Line", "name"].map(calculates("member"))).toEqual([true, true, false]);
  });

  it("replace what is selected", () => {
    expect(clicked("{SUM(|path.column|)}", pathInsertion, "items.Amount")).toBe("{SUM(items.Amount|)}");
    expect(clicked("{|total|}", functionInsertion, "NUMBER")).toBe("{NUMBER(total|)}");
    expect(clicked("Net (|", pathInsertion, "total")).toBe("Net ({total}|");
  });

  it("offer the totals of the lists first, in words", () => {
    expect(totalsOf(scope("a", "text"), t)).toEqual([
      { label: "Total of Lines › Price", formula: "CURRENCY(SUM(lines.price))" },
      { label: "Total of People › Age", formula: "SUM(people.age)" },
    ]);
    // Conditions compare numbers.
    expect(totalsOf(scope("a", "visibleWhen"), t, true)[0]).toEqual({ label: "Total of Lines › Price", formula: "SUM(lines.price)" });
    expect(totalsOf(scope("member", "text"), t)).toEqual([]);
  });

  it("offer what is left of one list after another, in a text, in a card and on the canvas", () => {
    const pay = { currency: "EUR", earnings: [{ what: "Base", amount: 3000.5 }], deductions: [{ what: "Tax", amount: 700 }, { what: "Fund", amount: 90.25 }] };
    const own = template([text("a", { y: 60 })], { extensions: 1 } as never);
    const of = (place: "text" | "kpi") => scopeOf(own.schemas[0]!, place, own, [], pay, own);
    const net = { label: "Earnings minus Deductions (Amount)", formula: "MONEY(SUM(earnings.amount) - SUM(deductions.amount), currency)" };
    for (const place of ["text", "kpi"] as const) {
      expect(totalsOf(of(place), t)).toEqual([
        { label: "Total of Earnings › Amount", formula: "MONEY(SUM(earnings.amount), currency)" },
        { label: "Total of Deductions › Amount", formula: "MONEY(SUM(deductions.amount), currency)" },
        net,
      ]);
    }
    const totals = () => totalsOf(of("text"), t).map(({ label, formula }) => ({ name: formula, node: null, sample: label }));
    expect(offerAt("Net: {minus", 11, of("text"), totals)?.names.map(({ name }) => name)).toEqual([net.formula]);
    expect(offerAt("{", 1, of("text"), totals)?.names.at(-1)?.sample).toBe(net.label);
    // A total is no parameter of a call.
    expect(offerAt("{SUM(minus", 10, of("text"), totals)).toBeNull();
  });

  it("leave no call outside of braces unnoticed", () => {
    expect(diagnose("SUM(lines.price)", { scope: scope("a", "text"), t, bare: false })).toMatchObject([
      { severity: "warning", message: expect.stringContaining("SUM( prints as text"), fixes: [{ change: { from: 0, to: 16, insert: "{SUM(lines.price)}" } }] },
    ]);
    expect(diagnose("Total (net) {SUM(lines.price)}", { scope: scope("a", "text"), t, bare: false })).toEqual([]);
  });
});

describe("completion (77)", () => {
  const complete = (marked: string, bare = false) => {
    const at = marked.indexOf("|");
    const state = EditorState.create({ doc: marked.replace("|", "") });
    const source = completionSource(() => ({ scope: scope("a", "text"), t, bare }));
    const result = source(new CompletionContext(state, at, false));
    return result && "options" in result ? result : null;
  };

  it("suggests functions and paths inside braces only, and not in quotes", () => {
    const inside = complete("x {SU|");
    expect(inside?.from).toBe(3);
    expect(inside?.options.find(({ label }) => label === "SUM")?.apply).toBe("SUM(");
    expect(inside?.options.find(({ label }) => label === "customer.name")?.detail).toBe("Ana");
    expect(inside?.options.find(({ label }) => label === "lines")?.detail).toBe("3 items");
    expect(complete("SU|")).toBeNull();
    expect(complete('{CONCAT("SU|')).toBeNull();
    // A brace that was just opened offers what the data has.
    expect(complete("{|")?.options.map(({ label }) => label)).not.toContain("SUM");
    expect(complete("{|")?.options[0]).toMatchObject({ label: "CURRENCY(SUM(lines.price))", displayLabel: "Total of Lines › Price" });
    expect(complete("{|")?.options.find(({ label }) => label === "customer.name")?.detail).toBe("Ana");
    expect(complete("{total + |")).toBeNull();
    expect(complete("to|", true)?.options.length).toBeGreaterThan(0);
  });

  it("goes on with the keys of an object, which prints nothing of use itself", () => {
    const option = complete("{cus|")?.options.find(({ label }) => label === "customer");
    const typed: unknown[] = [];
    const view = { state: EditorState.create({ doc: "{cus" }), dispatch: (change: unknown) => void typed.push(change) };
    if (typeof option?.apply === "function") option.apply(view as never, option, 1, 4);
    expect(typed).toMatchObject([{ changes: { from: 1, to: 4, insert: "customer." }, selection: { anchor: 10 } }]);
  });
});

describe("what the format knows of a document", () => {
  const own = (id: string, extensions: 1 | undefined = 1) => scope(id, "text", { extensions } as Partial<Template>);
  const reserved = (id: string, text: string, extensions?: 1) =>
    offerAt(text, text.length, own(id, extensions), undefined, (name) => plainName(name, t))?.names.filter((name) => name.reserved).map((name) => plainName(name, t)) ?? [];

  it("is offered in plain words behind the data, where the place has it", () => {
    expect(reserved("band", "{")).toEqual(["Page number", "Number of pages", "Document date"]);
    expect(reserved("a", "{")).toEqual(["Document date"]);
    expect(reserved("member", "{")).toEqual(["Document date"]);
    expect(offerAt("{", 1, own("band"))?.names.slice(-3).map(({ name }) => name)).toEqual(["pageNumber", "pageCount", "$doc.date"]);
    expect(scope("band", "text").names.filter((name) => name.reserved).map((name) => plainName(name, t))).toEqual(["Page number", "Number of pages"]);
  });

  it("is offered however much data there is, and found by its words", () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`value${index}`, index]));
    const found = scopeOf(field("band"), "text", design, [], many, { ...design, extensions: 1 } as Template);
    expect(offerAt("{", 1, found)?.names.filter((name) => name.reserved)).toHaveLength(3);
    expect(reserved("band", "{pages")).toEqual(["Number of pages"]);
    expect(reserved("a", "{document")).toEqual(["Document date"]);
  });

  it("prints the date as people write it, and stays a name in a call", () => {
    const names = own("band");
    const printed = (name: string) => printedName(design, data, names, names.names.find((own) => own.name === name)!);
    expect([printed("$doc.date"), printed("pageNumber"), printed("pageCount")]).toEqual(["DATE($doc.date)", "pageNumber", "pageCount"]);
    const complete = (source: string) => {
      const state = EditorState.create({ doc: source });
      const list = completionSource(() => ({ scope: names, t, bare: false }))(new CompletionContext(state, source.length, false));
      return (list as unknown as { options: { displayLabel?: string; apply?: unknown }[] }).options.find(({ displayLabel }) => displayLabel === "Document date")?.apply;
    };
    expect([complete("{"), complete("{DATEADD(d")]).toEqual(["DATE($doc.date)", "$doc.date"]);
  });
});

describe("functions", () => {
  const offered = (extended: boolean, source: string) => {
    const state = EditorState.create({ doc: source });
    const own = scope("a", "text", extended ? { extensions: 1, defs: { net: "total / 2" } } : {});
    const list = completionSource(() => ({ scope: own, t, bare: false }))(new CompletionContext(state, source.length, true));
    return (list as unknown as { options: { label: string; detail?: string; info?: unknown }[] }).options;
  };

  it("are those of the engine: all of them in templates with extensions, the first eleven in others", () => {
    const names = (extended: boolean) => functionHelp(extended, t).map(({ name }) => name);
    expect(names(false)).toEqual(["SUM", "COUNT", "AVG", "CONCAT", "UPPER", "LOWER", "TRIM", "DATE", "CURRENCY", "NUMBER", "IF"]);
    expect(names(true).slice(0, 11)).toEqual(names(false));
    expect(names(true)).toEqual(expect.arrayContaining(["ROUND", "LOOKUP", "AMOUNTWORDS", "PERCENT"]));
    expect(offered(false, "{ROU").some(({ label }) => label === "ROUND")).toBe(false);
    expect(offered(true, "{ROU").find(({ label }) => label === "ROUND")).toMatchObject({ detail: "(a [, d])" });
  });

  it("are found by everyday words of the languages of the editor", () => {
    const found = (search: string) => functionHelp(true, t).filter(({ name }) => matchesWords(search, name, searchWords(name))).map(({ name }) => name);
    for (const word of ["Tage", "Frist", "fällig", "days", "due", "jours", "échéance", "días", "vencimiento", "dias", "prazo", "14 Tage später"]) expect(found(word), word).toContain("DATEADD");
    for (const [word, name] of [["runden", "ROUND"], ["Großbuchstaben", "UPPER"], ["wenn", "IF"], ["somme", "SUM"], ["por extenso", "AMOUNTWORDS"], ["procv", "LOOKUP"]] as const) expect(found(word), word).toContain(name);
    for (const { name } of functionHelp(true, t)) expect(searchWords(name), name).not.toBe("");
    expect(found("xyzzy")).toEqual([]);
    expect(found("")).toHaveLength(functionHelp(true, t).length);
  });

  it("explain the units of time in other languages", async () => {
    const dicts = await Promise.all((["de", "fr", "es", "pt-BR"] as const).map(loadDict));
    expect(dicts.map((dict) => dict.functionHelp("DATEADD", ""))).toEqual([expect.stringContaining("Tage"), expect.stringContaining("jours"), expect.stringContaining("días"), expect.stringContaining("dias")]);
  });

  it("are explained in other languages, too, without references to chapters", () => {
    const english = functionHelp(true, t);
    const portuguese = functionHelp(true, dictFor("pt-BR"));
    english.forEach(({ name, help }, index) => {
      expect(help, name).not.toMatch(/^$|\(\d+\.|[Tt]he same/);
      expect(portuguese[index]?.help, name).not.toBe(help);
    });
  });

  it("offers the formulas that the template names, and knows the names of items inside them", () => {
    expect(offered(true, "{$n").map(({ label }) => label)).toContain("$net");
    expect(offered(false, "{$n").map(({ label }) => label)).not.toContain("$net");
    const own = scope("a", "text", { extensions: 1, defs: { net: "total / 2" } });
    expect(diagnose("{$net} {SUMOF(lines, price * 2)}", { scope: own, t, bare: false })).toEqual([]);
    expect(diagnose("{$nett}", { scope: own, t, bare: false })).toMatchObject([{ fixes: [{ change: { insert: "$net" } }] }]);
  });

  it("are evaluated as they are printed", async () => {
    const engine = await loadEngine({ module: await WebAssembly.compile(await readFile(join(import.meta.dirname, "../../engine/generated/engine.wasm"))) });
    const own = { ...design, extensions: 1 as const, locale: "pt-BR", defs: { net: "total / 2" } };
    const model = (await engine.layout(probe(own, "{ROUND($net, 0)} {DECIMAL(total)}", { total: 2469.1 }))) as {
      pages: { placements: { value: string }[] }[];
    };
    expect(model.pages[0]?.placements[0]?.value).toBe("1235 2.469,1");
    engine.dispose();
  });
});

describe("the form of a column", () => {
  it.each([
    ["{qty * price}", { fn: "", path: "qty * price" }],
    ["{ROUND(qty * price, 2)}", { fn: "", path: "ROUND(qty * price, 2)" }],
    ['{CURRENCY(qty * price, "€", 2)}', { fn: "CURRENCY", path: "qty * price", symbol: "€", decimals: "2" }],
    ["{MONEY([price], $root.currency)}", { fn: "MONEY", path: "[price]", rest: ["$root.currency"] }],
    ["{NUMBER(a) + NUMBER(b)}", { fn: "", path: "NUMBER(a) + NUMBER(b)" }],
  ])("has %s as it is written, and writes it so again", (source, parts) => {
    const form = columnForm(source)!;
    expect(form).toMatchObject(parts);
    expect(language.buildFormula(form)).toBe(source);
  });

  it("is none of words, of several values and of what cannot be read", () => {
    expect(["Total {a}", "{a} {b}", "{a * }", '{CURRENCY(a, symbol)}'].map(columnForm)).toEqual([null, null, null, null]);
  });
});
