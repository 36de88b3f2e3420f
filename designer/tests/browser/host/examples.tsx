/**
 * The five kinds of application that json-pdf-designer shows in its examples, written from their description with its names
 * alone: plain, composed of parts, with components of its own, with a data explorer and its own undo, and with several pages.
 */
import { type ComponentProps, type Dispatch, forwardRef, type SetStateAction, StrictMode, useEffect, useRef, useState } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { version } from "react";
import {
  type Binding,
  Designer,
  DesignerBindingEditor,
  DesignerCanvas,
  DesignerFieldList,
  DesignerInspector,
  DesignerPageSettings,
  DesignerPropertyPanel,
  DesignerProvider,
  DesignerTabBar,
  DesignerToolbar,
  downloadPdf,
  expressionErrors,
  fieldWarning,
  generatePdf,
  I18nProvider,
  makeBoundTable,
  migrateTemplate,
  type Template,
  type TemplatePage,
  tokenFor,
  UiComponentsProvider,
  useDesignerActions,
  useDesignerZoom,
} from "json-pdf-designer";
import { PdfPreviewModal } from "json-pdf-designer/preview";
import "json-pdf-designer/theme.css";

const DATA = { number: 7, "my key": "x", rows: [{ name: "Pen", price: 2.5 }, { name: "Ink", price: 4 }] };
const EMPTY: Template = { page: { width: 210, height: 297 }, headerHeight: 20, footerHeight: 15, schemas: [] };

interface Pair {
  template: Template;
  setTemplate: Dispatch<SetStateAction<Template>>;
  bindings: Binding[];
  setBindings: Dispatch<SetStateAction<Binding[]>>;
}

function usePair(): Pair {
  const [template, setTemplate] = useState<Template>(EMPTY);
  const [bindings, setBindings] = useState<Binding[]>([]);
  return { template, setTemplate, bindings, setBindings };
}

const designerProps = ({ template, setTemplate, bindings, setBindings }: Pair) => ({
  template,
  onChangeTemplate: setTemplate,
  bindings,
  onChangeBindings: setBindings,
});

/** What every example has above the designer: its state for the test, and the PDF. */
function Bar({ template, bindings }: { template: Template; bindings: Binding[] }) {
  const [bytes, setBytes] = useState<Uint8Array | null>(null);
  Object.assign(window, { example: { template, bindings, react: version } });
  return (
    <header>
      <button onClick={async () => setBytes(await generatePdf(template, DATA, bindings))}>Preview it</button>
      <button onClick={async () => downloadPdf(await generatePdf(template, DATA, bindings), "example.pdf")}>Download it</button>
      {bytes && <PdfPreviewModal bytes={bytes} page={template.page} name="example" onClose={() => setBytes(null)} />}
    </header>
  );
}

function Plain() {
  const pair = usePair();
  return (
    <>
      <Bar {...pair} />
      <Designer {...designerProps(pair)} locale="en" />
    </>
  );
}

function OwnControls() {
  const { zoom, zoomIn } = useDesignerZoom();
  const { addSchema } = useDesignerActions();
  const add = () =>
    addSchema({ id: crypto.randomUUID(), name: "own", type: "text", x: 20, y: 40, width: 60, height: 8, content: "own", fontSize: 10, fontColor: "#000000", alignment: "left" });
  return (
    <p>
      <button onClick={zoomIn}>Zoom {Math.round(zoom * 100)}</button>
      <button onClick={add}>Add my text</button>
    </p>
  );
}

function Composed() {
  const pair = usePair();
  return (
    <I18nProvider locale="pt-BR">
      <Bar {...pair} />
      <DesignerProvider {...designerProps(pair)}>
        <OwnControls />
        <div style={{ display: "grid", gridTemplateColumns: "14rem 1fr 16rem 16rem", height: "80vh" }}>
          <div style={{ overflow: "auto" }}>
            <DesignerToolbar hint={false} />
            <DesignerFieldList />
            <DesignerInspector />
          </div>
          <DesignerCanvas hideZoombar />
          <div style={{ overflow: "auto" }}>
            <DesignerTabBar />
            <DesignerPropertyPanel section="dados" />
            <DesignerBindingEditor />
          </div>
          <div style={{ overflow: "auto" }}>
            <DesignerPropertyPanel section="estilo" />
            <DesignerPageSettings />
          </div>
        </div>
      </DesignerProvider>
    </I18nProvider>
  );
}

const MyButton = forwardRef<HTMLButtonElement, ComponentProps<"button"> & { variant?: string; size?: string }>(function MyButton({ variant, size, ...rest }, ref) {
  return <button ref={ref} data-mine={variant ?? "plain"} data-my-size={size} {...rest} />;
});
const COMPONENTS = { Button: MyButton };

function OwnKit() {
  const pair = usePair();
  return (
    <div className="dark" style={{ "--jpd-accent-solid": "#7c3aed" } as React.CSSProperties}>
      <Bar {...pair} />
      <UiComponentsProvider components={COMPONENTS}>
        <Designer {...designerProps(pair)} className="mine" style={{ height: "85vh" }} />
      </UiComponentsProvider>
    </div>
  );
}

function Explorer() {
  const pair = usePair();
  const { template, bindings, setTemplate, setBindings } = pair;
  const past = useRef<{ template: Template; bindings: Binding[] }[]>([]);
  const record = <T,>(set: Dispatch<SetStateAction<T>>): Dispatch<SetStateAction<T>> => (action) => {
    past.current.push({ template, bindings });
    set(action);
  };
  useEffect(() => {
    const undo = (event: KeyboardEvent) => {
      const last = event.ctrlKey && event.key === "z" ? past.current.pop() : undefined;
      if (!last) return;
      setTemplate(last.template);
      setBindings(last.bindings);
    };
    window.addEventListener("keydown", undo);
    return () => window.removeEventListener("keydown", undo);
  }, [setTemplate, setBindings]);
  const drag = (payload: object) => (event: React.DragEvent) => event.dataTransfer.setData("application/json", JSON.stringify(payload));
  const drop = (event: React.DragEvent<HTMLDivElement>) => {
    const payload = JSON.parse(event.dataTransfer.getData("application/json") || "null") as { path: string; kind: string; columns?: string[] } | null;
    if (!payload) return;
    if (payload.kind === "arraySource") {
      const { schema, binding } = makeBoundTable(60, payload.path, payload.columns ?? []);
      setTemplate((own) => ({ ...own, schemas: [...own.schemas, schema] }));
      setBindings((own) => [...own, binding]);
    } else {
      const text = { id: crypto.randomUUID(), name: `t${template.schemas.length}`, type: "text" as const, x: 20, y: 30, width: 80, height: 8, content: tokenFor(payload.path), fontSize: 11, fontColor: "#000000", alignment: "left" as const };
      setTemplate((own) => ({ ...own, schemas: [...own.schemas, text] }));
    }
  };
  const problems = template.schemas.flatMap((field) => {
    const binding = bindings.find((own) => own.schemaName === field.name);
    return [fieldWarning(field, binding), ...expressionErrors(field, binding).map(({ message }) => message)].filter(Boolean);
  });
  return (
    <>
      <Bar {...pair} />
      <aside>
        <span draggable data-path="my key" onDragStart={drag({ path: "my key", kind: "scalar" })}>
          my key
        </span>
        <span draggable data-path="rows" onDragStart={drag({ path: "rows", kind: "arraySource", columns: ["name", "price"] })}>
          rows
        </span>
        <output>{problems.length} problems</output>
      </aside>
      <Designer
        template={template}
        onChangeTemplate={record(setTemplate)}
        bindings={bindings}
        onChangeBindings={record(setBindings)}
        onCanvasDrop={drop}
        style={{ height: "85vh" }}
        dataSources={[{ path: "rows", label: "Rows", columns: ["name", "price"], columnTypes: { name: "string", price: "number" } }]}
      />
    </>
  );
}

function Pages() {
  const page = (id: string): TemplatePage => ({ ...EMPTY, id, name: id });
  const [pages, setPages] = useState<TemplatePage[]>([page("one"), page("two")]);
  const [bindings, setBindings] = useState<Binding[]>([]);
  const [at, setAt] = useState(0);
  const whole = migrateTemplate({ ...EMPTY, pages });
  return (
    <>
      <Bar template={whole} bindings={bindings} />
      {pages.map(({ id }, index) => (
        <button key={id} aria-pressed={at === index} onClick={() => setAt(index)}>
          Sheet {id}
        </button>
      ))}
      <Designer
        key={at}
        template={pages[at] as Template}
        onChangeTemplate={(action) =>
          setPages((own) => own.map((one, index) => (index === at ? ((typeof action === "function" ? action(one as Template) : action) as TemplatePage) : one)))
        }
        bindings={bindings}
        onChangeBindings={setBindings}
      />
    </>
  );
}

const EXAMPLES = { plain: Plain, composed: Composed, kit: OwnKit, explorer: Explorer, pages: Pages };
const Example = EXAMPLES[new URLSearchParams(location.search).get("app") as keyof typeof EXAMPLES] ?? Plain;
const root = document.getElementById("root");
const tree = (
  <StrictMode>
    <Example />
  </StrictMode>
);
/** Puts what a server rendered into the page, and takes it over. */
const takeOver = async () => {
  const { renderToString } = await import("react-dom/server");
  const problems: string[] = [];
  const own = Object.assign(document.createElement("div"), { innerHTML: renderToString(tree) });
  document.body.append(own);
  hydrateRoot(own, tree, { onRecoverableError: (error) => problems.push(String(error)) });
  Object.assign(window, { hydration: { html: own.innerHTML.length, problems } });
};
if (location.hash === "#hydrate") void takeOver();
else if (root) createRoot(root).render(tree);
