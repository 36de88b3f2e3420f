// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { cleanup } from "@testing-library/react";
import type { Binding, TableSchema, Template } from "../../core/types";
import { bench, template, text } from "../testing";

afterEach(cleanup);

const table: TableSchema = { id: "t", name: "lines", type: "table", x: 10, y: 60, width: 150, height: 30, head: ["a"], content: [["1"]] };
const list: Binding = { schemaName: "lines", type: "array", path: "rows", columns: ["id", "token name"] };

describe("changes of the sample data", () => {
  const open = (data: unknown) => {
    const onChangeData = vi.fn();
    const b = bench(template([text("a")]), [], { data, onChangeData });
    return { ...b, run: b.run, shown: () => b.now.editor.host.data, calls: () => onChangeData.mock.calls.length, history: () => b.now.history };
  };

  it("are steps of the history: undo brings the old data back, redo the new", () => {
    const b = open({ number: 1 });
    b.run(({ editor }) => editor.document.changeData({ kind: "data" }, { rows: [] }));
    expect(b.shown()).toEqual({ rows: [] });
    b.run(({ actions }) => actions.undo());
    expect(b.shown()).toEqual({ number: 1 });
    b.run(({ actions }) => actions.redo());
    expect(b.shown()).toEqual({ rows: [] });
    expect(b.history().dirty).toBe(false);
  });

  it("are undone together with changes of the document, in their order, also before the host has shown any", () => {
    const b = open({ number: 1 });
    b.run(({ editor, actions }) => {
      editor.document.changeData({ kind: "data" }, { number: 2 });
      actions.updateSchema("a", { content: "new" });
      editor.document.changeData({ kind: "data" }, { number: 3 });
    });
    expect(b.history().steps).toHaveLength(3);
    b.run(({ history }) => history.goTo(0));
    expect([b.shown(), b.field("a")]).toEqual([{ number: 1 }, text("a")]);
    b.run(({ history }) => history.goTo(3));
    expect(b.shown()).toEqual({ number: 3 });
  });

  it("of another data set are not undone into the one that is open", () => {
    const b = open({ number: 1 });
    b.run(({ editor }) => editor.document.changeData({ kind: "data" }, { number: 2 }));
    b.setData({ other: true });
    b.run(({ actions }) => actions.undo());
    expect(b.shown()).toEqual({ other: true });
    expect(b.calls()).toBe(1);
  });
});

describe("changes of the document", () => {
  it("9 adding a field in StrictMode changes the number of fields by one", () => {
    const b = bench(template());
    b.run(({ actions }) => actions.addField("text"));
    expect(b.now.page.design.schemas).toHaveLength(1);
    expect(b.now.selection.selectedId).toBe(b.now.page.design.schemas[0]?.id);
    expect(b.calls).toEqual(["template"]);
  });

  it("several changes in one event build on each other", () => {
    const b = bench(template([text("a")]));
    b.run(({ actions }) => {
      actions.updateSchema("a", { x: 20 });
      actions.updateSchema("a", { y: 70 });
      actions.addField("text");
    });
    expect(b.field("a")).toMatchObject({ x: 20, y: 70 });
    expect(b.now.page.design.schemas).toHaveLength(2);
  });

  it("50 binding a table changes template and bindings once each, template first, in one step", () => {
    const b = bench(template([table]));
    b.run(({ actions }) => actions.handleChangeBinding("lines", list));
    expect(b.calls).toEqual(["template", "bindings"]);
    expect(b.now.history.steps).toHaveLength(1);
    expect(b.field("t")).toMatchObject({ head: ["Id", "Token name"], content: [["{[id]}", '{["token name"]}']] });
    expect(b.now.data.bindings[0]).toMatchObject({
      columns: [
        { label: "Id", formula: "{[id]}" },
        { label: "Token name", formula: '{["token name"]}' },
      ],
    });
    b.run(({ actions }) => actions.undo());
    expect(b.now.data.bindings).toEqual([]);
    expect(b.field("t")).toEqual(table);
  });

  it("unknown keys and the order of keys survive", () => {
    const first = { "x-note": 1, ...template([{ "x-own": true, ...text("a") } as never]), zoom: 2 };
    const b = bench(first as never);
    b.run(({ actions }) => actions.updateSchema("a", { content: "new" }));
    b.run(({ actions }) => actions.updatePageBand({ headerHeight: 25 }));
    expect(JSON.stringify(b.now.data.template)).toBe(
      JSON.stringify({ ...first, headerHeight: 25, schemas: [{ ...first.schemas[0], content: "new" }] }),
    );
  });

  it("undo brings back the very objects the host had, redo those of the change", () => {
    const first = template([text("a")]);
    const b = bench(first);
    b.run(({ actions }) => actions.updateSchema("a", { x: 30 }));
    const changed = b.now.data.template;
    b.run(({ actions }) => actions.undo());
    expect(b.now.data.template).toBe(first);
    b.run(({ actions }) => actions.redo());
    expect(b.now.data.template).toBe(changed);
  });

  it("typing in one input is one step, until a pause or another input", () => {
    vi.useFakeTimers();
    try {
      const b = bench(template([text("a")]));
      for (const content of ["h", "he", "hel"]) {
        b.run(({ actions }) => actions.updateSchema("a", { content }));
        vi.advanceTimersByTime(200);
      }
      expect(b.now.history.steps).toHaveLength(1);
      vi.advanceTimersByTime(900);
      b.run(({ actions }) => actions.updateSchema("a", { content: "help" }));
      b.run(({ actions }) => actions.updateSchema("a", { fontSize: 12 }));
      expect(b.now.history.steps.map((step) => step.label.kind)).toEqual(["edit", "edit", "style"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("53 a change from outside is a step of the history and keeps the selection", () => {
    const b = bench(template([text("a"), text("b")]));
    b.run(({ selection }) => selection.handleSelect("a"));
    b.setTemplate(template([text("a", { x: 99 }), text("b")]));
    expect(b.now.history.steps.map((step) => step.label.kind)).toEqual(["outside"]);
    expect(b.now.selection.selectedIds).toEqual(["a"]);
    b.run(({ actions }) => actions.undo());
    expect(b.field("a")?.x).toBe(10);
  });

  it("an equal copy from outside is no step, and later undos go on from it", () => {
    const b = bench(template([text("a")]));
    b.run(({ actions }) => actions.updateSchema("a", { x: 30 }));
    b.setTemplate(structuredClone(b.now.data.template));
    expect(b.now.history.steps).toHaveLength(1);
    b.run(({ actions }) => actions.undo());
    expect(b.field("a")?.x).toBe(10);
  });

  it("a host that refuses changes keeps its document, and the history forgets them", () => {
    vi.useFakeTimers();
    try {
      const b = bench(template([text("a")]), [], { onChangeTemplate: () => {} });
      b.run(({ actions }) => actions.updateSchema("a", { x: 30 }));
      expect(b.field("a")?.x).toBe(10);
      vi.advanceTimersByTime(2000);
      b.run(({ editor }) => editor.document.current());
      expect(b.now.history.steps).toHaveLength(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("a host that refuses several changes keeps the steps before them alone", () => {
    vi.useFakeTimers();
    try {
      let refuses = false;
      const host: { store: (template: Template) => void } = { store: () => {} };
      let current = template([text("a")]);
      const b = bench(current, [], {
        onChangeTemplate: (action) => {
          if (refuses) return;
          current = typeof action === "function" ? action(current) : action;
          host.store(current);
        },
      });
      host.store = b.setTemplate;
      b.run(({ actions }) => actions.updateSchema("a", { x: 20 }));
      refuses = true;
      b.run(({ actions }) => {
        actions.updateSchema("a", { x: 30 }, { coalesce: "first" });
        actions.updateSchema("a", { y: 60 }, { coalesce: "second" });
      });
      vi.advanceTimersByTime(2000);
      b.run(({ editor }) => editor.document.current());
      expect(b.now.history.steps).toHaveLength(1);
      expect(b.field("a")).toMatchObject({ x: 20, y: 50 });
    } finally {
      vi.useRealTimers();
    }
  });

  it("a host that stores a normalised copy has one step per change", () => {
    let store: (next: Template) => void = () => {};
    let current = template([text("a")]);
    const b = bench(current, [], {
      onChangeTemplate: (action) => {
        current = structuredClone(typeof action === "function" ? action(current) : action);
        store(current);
      },
    });
    store = b.setTemplate;
    b.run(({ actions }) => actions.updateSchema("a", { x: 30 }));
    b.run(({ actions }) => actions.updateSchema("a", { content: "new" }));
    expect(b.now.history.steps.map((step) => step.label.kind)).toEqual(["move", "edit"]);
    b.run(({ actions }) => actions.undo());
    expect(b.field("a")).toMatchObject({ x: 30, content: "a" });
    b.run(({ actions }) => actions.undo());
    expect(b.field("a")).toMatchObject({ x: 10, content: "a" });
    b.run(({ actions }) => actions.redo());
    expect(b.field("a")?.x).toBe(30);
  });

  it("transactions are one step and one call of the setter", () => {
    const b = bench(template([text("a"), text("b")]));
    b.run(({ actions }) =>
      actions.transaction("Both", () => {
        actions.updateSchema("a", { x: 30 });
        actions.updateSchema("b", { x: 40 });
      }),
    );
    expect(b.calls).toEqual(["template"]);
    expect(b.now.history.steps.map((step) => step.label)).toEqual([{ kind: "custom", name: "Both" }]);
    expect([b.field("a")?.x, b.field("b")?.x]).toEqual([30, 40]);
  });

  it("the state counts as changed until it is saved or undone", () => {
    const b = bench(template([text("a")]));
    expect(b.now.history.dirty).toBe(false);
    b.run(({ actions }) => actions.updateSchema("a", { x: 30 }));
    expect(b.now.history.dirty).toBe(true);
    b.run(({ history }) => history.markSaved());
    expect(b.now.history.dirty).toBe(false);
    b.run(({ actions }) => actions.undo());
    expect(b.now.history.dirty).toBe(true);
  });

  it("41 a change of three fields calls the setter once", () => {
    const b = bench(template([text("a"), text("b"), text("c")]));
    b.run(({ actions }) => actions.updateSchemas(["a", "b", "c"], { fontSize: 14 }));
    expect(b.calls).toEqual(["template"]);
    expect(b.now.page.design.schemas.map((field) => (field as { fontSize: number }).fontSize)).toEqual([14, 14, 14]);
  });

  it("no setter is called when a designer is mounted", () => {
    const b = bench(template([text("a")]));
    expect(b.calls).toEqual([]);
  });

  it("the identity of the actions never changes", () => {
    const b = bench(template([text("a")]));
    const { actions } = b.now;
    b.run(() => actions.updateSchema("a", { x: 30 }));
    expect(b.now.actions).toBe(actions);
  });
});
