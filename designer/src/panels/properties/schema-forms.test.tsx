// @vitest-environment jsdom
/**
 * Every key of the template format is set by a form: the test walks the schema, sets each value through its control as a person
 * would, and reads it back from the template.
 */
import { EditorView } from "@codemirror/view";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import schema from "../../../../docs/template.schema.json";
import type { Field, Template } from "../../core/types";
import { dictFor, LANGUAGES, loadDict, type Locale } from "../../i18n";
import { DesignerBindingEditor, DesignerFilterPanel } from "..";
import { loadTerms } from "../einvoice/EinvoiceTerms";
import { choose, controlOf, data, fields, isOn, mount, table, unfold } from "../testing";
import { documentProperties, FIELD_KINDS, fieldProperties, pageProperties, type Property } from "./description";
import { IDENTITY, OWN_EDITORS, POSITION } from "./layout";
import { labelOf, PropertyField } from "./PropertyField";
import { useDocumentTarget, useTarget } from "./target";

/** Keys whose values are no single control here, and where they are set. This list may only shrink. */
const ELSEWHERE: Record<string, string> = {
  "document.fonts": "faces are files that are chosen or uploaded: library.test.tsx",
  "document.pdf.attachments": "contents are files that are chosen or uploaded: library.test.tsx",
  "page.schemas": "fields are inserted",
  "page.page": "the paper: page.test.tsx",
  "page.id": "pages are added",
  "page.name": "pages are renamed where they are listed",
};

beforeAll(async () => {
  await loadTerms();
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
afterEach(cleanup);

/** The row of a pointer. */
const row = (path: string) => [...document.querySelectorAll<HTMLElement>("[data-property]")].find((element) => element.dataset.property === path) ?? null;

/** The control that adds an entry to the list or the object at a pointer. */
const adder = (path: string) => [...document.querySelectorAll<HTMLElement>("[data-add]")].find((element) => element.dataset.add === path) ?? null;

type Read = (path: string) => unknown;

function leaf(element: HTMLElement, property: Property): { control: HTMLElement | null; expected: unknown; set: () => void } {
  const control = controlOf(element);
  const editor = element.querySelector<HTMLElement>(".cm-content");
  const type = (value: string) => () => {
    act(() => control!.focus());
    fireEvent.change(control!, { target: { value } });
    fireEvent.keyDown(control!, { key: "Enter" });
    fireEvent.blur(control!);
  };
  if (editor) {
    const expected = "1 == 1";
    return { control: editor, expected, set: () => typeInto(editor, expected) };
  }
  switch (property.value) {
    case "number": {
      const low = property.minimum ?? property.above ?? 0;
      const expected = property.maximum !== undefined && property.maximum < low + 2 ? (low + property.maximum) / 2 : low + 2;
      const whole = property.integer ? Math.round(expected) : expected;
      return { control, expected: whole, set: type(String(whole)) };
    }
    case "boolean":
      return { control, expected: !isOn(control!), set: () => fireEvent.click(control!) };
    case "color":
      return { control, expected: "#abcdef", set: type("#abcdef") };
    case "choice": {
      const expected = property.choices?.find((choice) => choice !== property.default && choice !== "");
      return { control, expected, set: control?.matches("[role=radiogroup]") ? () => choose(control, String(expected)) : type(String(expected)) };
    }
    case "list": {
      if (property.items?.value === "number") return { control, expected: [2, 1], set: type("2; 1") };
      if (property.items?.choices) {
        const [first, ...others] = property.items.choices;
        // A box that is ticked without a list is taken away from it.
        return { control, expected: (control as HTMLInputElement).checked ? others : [first], set: () => fireEvent.click(control!) };
      }
      return { control, expected: ["one"], set: type("one") };
    }
    default: {
      if (control?.tagName === "SELECT") {
        const expected = [...(control as unknown as HTMLSelectElement).options].map(({ value }) => value).find((value) => value.replace(/^=/, "") !== "");
        return { control, expected: expected?.replace(/^=/, ""), set: type(expected ?? "") };
      }
      return { control, expected: "some", set: type("some") };
    }
  }
}

/** Inputs in which jsdom cannot type. */
function typeInto(editor: HTMLElement, text: string): void {
  const view = EditorView.findFromDOM(editor)!;
  act(() => {
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: "input.type" });
  });
  fireEvent.blur(editor);
}

/** Sets everything that a property holds; what could not be set is named. */
function setAll(property: Property, path: string, read: Read, failures: string[], seen: Set<string>): void {
  unfold();
  const element = row(path);
  if (!element) {
    failures.push(`${path}: not shown`);
    return;
  }
  const inner = (properties: readonly Property[], base: string) => properties.forEach((part) => setAll(part, `${base}/${part.key}`, read, failures, seen));
  if (property.key === "styleWhen") {
    fireEvent.click(adder(path)!);
    fireEvent.click(screen.getByText(dictFor("en").styleRules.asFormula));
    setLeaf({ ...property, key: "when", value: "text" }, `${path}/0/when`, read, failures);
    const column = row(`${path}/0/column`)?.querySelector("select");
    if (column) fireEvent.change(column, { target: { value: "1" } });
    if (column && read(`${path}/0/column`) !== "1") failures.push(`${path}/0/column: ${String(read(`${path}/0/column`))}`);
    unfold();
    return inner(property.items?.properties?.find(({ key }) => key === "style")?.properties ?? [], `${path}/0/style`);
  }
  if (property.value === "objects") {
    const add = adder(path);
    if (!add) return void failures.push(`${path}: nothing adds an entry`);
    fireEvent.click(add);
    return inner(property.items?.properties ?? [], `${path}/0`);
  }
  if (property.value === "list" && property.items?.value === "objects") {
    fireEvent.click(adder(path)!);
    const [column, operator, value] = element.querySelectorAll<HTMLInputElement | HTMLSelectElement>(".jpd-condition :is(input, select)");
    fireEvent.change(operator!, { target: { value: "gt" } });
    fireEvent.change(value!, { target: { value: "3" } });
    fireEvent.change(column!, { target: { value: "price" } });
    if (JSON.stringify(read(path)) !== '[[{"column":"price","op":"gt","value":"3"}]]') failures.push(`${path}: ${JSON.stringify(read(path))}`);
    return;
  }
  if (path === "pdf/einvoice/map") {
    // A term of the document and one of a party; einvoice.test.tsx has the rest.
    for (const term of ["BT-1", "BT-27"]) {
      typeInto(element.querySelector<HTMLElement>(`[data-term="${term}"] .cm-content`)!, "{total}");
      if (readIn(read(path), term) !== "{total}") failures.push(`${path}/${term}: ${JSON.stringify(read(path))}`);
    }
    return;
  }
  if (property.value === "named") {
    const cell = element.querySelector<HTMLElement>("[data-property]");
    if (cell && !adder(path)) {
      // A row of a table has an input for each column.
      const own = { ...property, ...property.items, key: "0" } as Property;
      return setLeaf(own, `${path}/0`, read, failures);
    }
    fireEvent.click(adder(path)!);
    const [name] = Object.keys((read(path) ?? {}) as object);
    if (name === undefined) return void failures.push(`${path}: nothing was added`);
    const at = `${path}/${name}`;
    const items = property.items!;
    if (items.value === "object") {
      // A style has the same form everywhere: once is enough.
      return inner(items.properties ?? [], at);
    }
    return setAll({ ...items, key: name, required: true, help: "" }, at, read, failures, seen);
  }
  if (property.value === "object") {
    if (property.orNumber) setLeaf({ ...property, value: "number", properties: [] }, path, read, failures);
    for (const type of Object.keys(property.forms ?? {})) {
      fireEvent.change(row(`${path}/type`)!.querySelector("select")!, { target: { value: type } });
      if (read(`${path}/type`) !== type) failures.push(`${path}/type: ${type}`);
      inner(property.forms![type]!, path);
    }
    const parts = (property.properties ?? []).filter(({ key }) => !(property.forms && key === "type"));
    // Styles have eighteen keys in a dozen places; their form is the same in all.
    const form = JSON.stringify(parts.map(({ key }) => key));
    if (parts.length > 8 && seen.has(form)) return setAll(parts[0]!, `${path}/${parts[0]!.key}`, read, failures, seen);
    seen.add(form);
    return inner(parts, path);
  }
  if (property.key === "onPages") {
    const select = (at: string) => row(`${path}/${at}`)!.querySelector("select")!;
    fireEvent.change(select("select"), { target: { value: "odd" } });
    if (read(path) !== "odd") failures.push(`${path}: ${JSON.stringify(read(path))}`);
    fireEvent.change(select("of"), { target: { value: "set" } });
    if (JSON.stringify(read(path)) !== '{"select":"odd","of":"set"}') failures.push(`${path}: ${JSON.stringify(read(path))}`);
    fireEvent.change(select("select"), { target: { value: "condition" } });
    if (!row(path)!.querySelector(".cm-content")) failures.push(`${path}: no condition`);
    return;
  }
  setLeaf(property, path, read, failures);
  if (property.own) {
    const select = row(path)!.querySelector("select")!;
    fireEvent.change(select, { target: { value: select.options[select.options.length - 1]!.value } });
    inner(property.own, path);
  }
}

function setLeaf(property: Property, path: string, read: Read, failures: string[]): void {
  const { control, expected, set } = leaf(row(path)!, property);
  if (!control) return void failures.push(`${path}: no control`);
  if (expected === undefined) return void failures.push(`${path}: nothing to choose`);
  set();
  if (JSON.stringify(read(path)) !== JSON.stringify(expected)) failures.push(`${path}: ${JSON.stringify(read(path))} instead of ${JSON.stringify(expected)}`);
}

const readIn = (value: unknown, path: string): unknown => path.split("/").reduce<unknown>((own, key) => (own as Record<string, unknown> | undefined)?.[key], value);

function Rows({ properties }: { properties: readonly Property[] }) {
  const target = useTarget();
  return target && properties.map((property) => <PropertyField key={property.key} property={property} target={target} />);
}

function DocumentRows({ scope, properties }: { scope: "template" | "page"; properties: readonly Property[] }) {
  const target = useDocumentTarget(scope);
  return properties.map((property) => <PropertyField key={property.key} property={property} target={target} />);
}

/** Properties whose control is that of a panel of their own, which `panel.test.tsx` finds there. */
const ownEditor = (kind: Field["type"], key: string) => [...POSITION, ...IDENTITY, ...(OWN_EDITORS[kind] ?? [])].includes(key);

describe("every key of the format is set by a form", () => {
  it.each(FIELD_KINDS)("of %s", { timeout: 120_000 }, (kind) => {
    const properties = fieldProperties[kind].filter(({ key }) => !ownEditor(kind, key) && ELSEWHERE[`*.${key}`] === undefined);
    const failures: string[] = [];
    const seen = new Set<string>();
    const start = { ...fields[kind], ...(kind === "table" && { head: table.head, content: table.content }) } as Field;
    for (const property of properties) {
      const designer = mount(<Rows properties={[property]} />, [start], { data });
      designer.run(({ actions }) => actions.change({ kind: "edit" }, (pair) => ({ ...pair, template: { ...pair.template, styles: { accent: {} } } as Template })));
      setAll(property, property.key, (path) => readIn(designer.field(kind), path), failures, seen);
      cleanup();
    }
    expect(failures).toEqual([]);
  });

  it.each([
    ["document", "template", documentProperties],
    ["page", "page", pageProperties],
  ] as const)("of the %s", { timeout: 120_000 }, (name, scope, properties) => {
    const failures: string[] = [];
    const seen = new Set<string>();
    for (const property of properties) {
      if (ELSEWHERE[`${name}.${property.key}`] !== undefined) continue;
      const without = { ...property, ...(property.properties && { properties: property.properties.filter(({ key }) => ELSEWHERE[`${name}.${property.key}.${key}`] === undefined) }) };
      const designer = mount(<DocumentRows scope={scope} properties={[property]} />, [], { data });
      setAll(without, property.key, (path) => readIn(designer.now.data.template, path), failures, seen);
      cleanup();
    }
    expect(failures).toEqual([]);
  });

  it("has no exception for what is gone", () => {
    const known = new Set([
      ...documentProperties.flatMap(({ key, properties = [] }) => [`document.${key}`, ...properties.map((inner) => `document.${key}.${inner.key}`)]),
      ...pageProperties.map(({ key }) => `page.${key}`),
      ...FIELD_KINDS.flatMap((kind) => fieldProperties[kind].map(({ key }) => `*.${key}`)),
    ]);
    expect(Object.keys(ELSEWHERE).filter((key) => !known.has(key))).toEqual([]);
  });
});

describe("every key of a binding has a form", () => {
  const definitions = schema.$defs as unknown as Record<string, { properties: Record<string, { enum?: (string | null)[] }> }>;
  const types = (definitions.Binding!.properties.type!.enum ?? []).filter((type): type is string => type !== null);
  const bound: Record<string, Field["type"]> = { scalar: "image", template: "image", array: "table", keyvalue: "table", section: "section", chart: "chart", kpi: "kpi" };

  it.each(types)("%s", (type) => {
    const name = Object.keys(definitions).find((own) => own.toLowerCase() === `${type}binding`)!;
    const field = { ...fields[bound[type]!] };
    const binding = { schemaName: field.name, type, path: "lines", template: "{total}", columns: ["name"], paths: ["total"], labelColumn: "name", valueColumn: "price" };
    const own = Object.fromEntries(Object.entries(binding).filter(([key]) => key in definitions[name]!.properties));
    mount(
      <>
        <DesignerBindingEditor />
        <DesignerFilterPanel />
      </>,
      [field],
      { data, bindings: [own as never] },
    );
    const shown = [...document.querySelectorAll<HTMLElement>("[data-property]")].map((element) => element.dataset.property);
    // The field is the selected one, and the form follows from its kind.
    const keys = Object.keys(definitions[name]!.properties).filter((key) => key !== "schemaName" && key !== "type");
    expect(keys.filter((key) => !shown.includes(`binding/${key}`))).toEqual([]);
  });
});

describe("every property has a name in words", () => {
  it.each(Object.keys(LANGUAGES) as Locale[])("%s", async (locale) => {
    await loadDict(locale);
    const labels = dictFor(locale).properties as Record<string, string>;
    const unnamed = new Set<string>();
    const visit = (kind: Field["type"] | null, property: Property, path: string) => {
      const named = labels[path] ?? labelOf(kind, property.key, labels);
      if (named === property.key) unnamed.add(path);
      for (const part of [...(property.properties ?? []), ...(property.own ?? []), ...Object.values(property.forms ?? {}).flat(), ...(property.items?.properties ?? [])]) visit(null, part, `${path}.${part.key}`);
    };
    for (const kind of FIELD_KINDS) for (const property of fieldProperties[kind]) visit(kind, property, property.key);
    for (const property of [...documentProperties, ...pageProperties]) if (property.key !== "schemas") visit(null, property, property.key);
    expect([...unnamed]).toEqual([]);
  });
});
