// @vitest-environment jsdom
/** The list of fields: work that a change leaves to it. */
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Template } from "../../core/types";
import { DesignerProvider } from "../DesignerProvider";
import { template, text } from "../testing";
import { DesignerFieldList } from "./DesignerFieldList";

/** Rows that were rendered: each asks for the icon of its field. */
const rendered = vi.hoisted(() => ({ rows: 0 }));
vi.mock("./kind-icons", () => ({
  kindIcon: () => {
    rendered.rows += 1;
    return () => null;
  },
}));
afterEach(cleanup);

it("a change of one field renders its row alone, also where the host makes its settings again", async () => {
  const first = template(Array.from({ length: 50 }, (_, index) => text(`f${index}`)));
  const host = (own: Template) => (
    <DesignerProvider template={own} onChangeTemplate={() => undefined} bindings={[]} onChangeBindings={() => undefined} engine={null} toolbarExtra={<b />} onSave={() => undefined}>
      <DesignerFieldList />
    </DesignerProvider>
  );
  const { rerender } = render(host(first));
  await act(() => new Promise((resolve) => setTimeout(resolve, 500)));
  const before = rendered.rows;
  expect(before).toBeGreaterThanOrEqual(50);
  rerender(host({ ...first, schemas: first.schemas.map((field) => (field.id === "f7" ? text("f7", { content: "new" }) : field)) }));
  expect(rendered.rows - before).toBeLessThanOrEqual(2);
});
