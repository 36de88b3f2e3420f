/** Fixtures of the tests of the editor: a host that stores every change, and the hooks of the editor. */
import { act, render } from "@testing-library/react";
import { type ReactNode, StrictMode, useState } from "react";
import type { Binding, Template, TextSchema } from "../core/types";
import { DesignerProvider } from "./DesignerProvider";
import {
  useDesignerActions,
  useDesignerData,
  useDesignerHistory,
  useDesignerPage,
  useDesignerSelection,
  useDesignerUi,
  useEditor,
} from "./hooks";
import type { DesignerProviderProps } from "./types";

export const text = (id: string, more: Partial<TextSchema> = {}): TextSchema => ({
  id,
  name: id,
  type: "text",
  x: 10,
  y: 50,
  width: 80,
  height: 10,
  content: id,
  fontSize: 11,
  fontColor: "#000000",
  alignment: "left",
  ...more,
});

export const template = (schemas: Template["schemas"] = [], more: Partial<Template> = {}): Template => ({
  version: 1,
  page: { width: 210, height: 297 },
  headerHeight: 20,
  footerHeight: 15,
  schemas,
  ...more,
});

function useAll() {
  return {
    actions: useDesignerActions(),
    data: useDesignerData(),
    page: useDesignerPage(),
    selection: useDesignerSelection(),
    ui: useDesignerUi(),
    history: useDesignerHistory(),
    editor: useEditor(),
  };
}

export type Bench = ReturnType<typeof bench>;

/** A mounted designer; `calls` counts the calls of the setters, in order. */
export function bench(first: Template, bindings: Binding[] = [], props: Partial<DesignerProviderProps> = {}, children: ReactNode = null) {
  const hooks: { current: ReturnType<typeof useAll> | null } = { current: null };
  const host: { setTemplate?: (template: Template) => void; setBindings?: (bindings: Binding[]) => void; setData?: (data: unknown) => void } = {};
  const calls: string[] = [];
  function Probe() {
    hooks.current = useAll();
    return null;
  }
  function Host() {
    const [template, setTemplate] = useState(first);
    const [own, setBindings] = useState(bindings);
    const [data, setData] = useState(props.data);
    host.setTemplate = setTemplate;
    host.setBindings = setBindings;
    host.setData = setData;
    return (
      <DesignerProvider
        engine={null}
        template={template}
        onChangeTemplate={(action) => {
          calls.push("template");
          setTemplate(action);
        }}
        bindings={own}
        onChangeBindings={(action) => {
          calls.push("bindings");
          setBindings(action);
        }}
        {...props}
        data={data}
        onChangeData={
          props.onChangeData &&
          ((changed) => {
            props.onChangeData?.(changed);
            setData(changed);
          })
        }
      >
        <Probe />
        {children}
      </DesignerProvider>
    );
  }
  const view = render(
    <StrictMode>
      <Host />
    </StrictMode>,
  );
  return {
    view,
    calls,
    get now() {
      return hooks.current as ReturnType<typeof useAll>;
    },
    run(change: (hooks: ReturnType<typeof useAll>) => void) {
      act(() => change(hooks.current as ReturnType<typeof useAll>));
    },
    setTemplate: (template: Template) => act(() => host.setTemplate?.(template)),
    /** As the host does, such as for another data set. */
    setData: (data: unknown) => act(() => host.setData?.(data)),
    field(id: string) {
      return (hooks.current as ReturnType<typeof useAll>).page.design.schemas.find((field) => field.id === id);
    },
  };
}
