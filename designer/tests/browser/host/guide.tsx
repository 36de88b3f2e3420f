/**
 * A front end as the integration guide of json-pdf-designer describes it (docs/format/compatibility.md, section 17): it knows the names of
 * that package and the five routes, and nothing of reportctl. The test builds it with an alias for the package.
 */
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { type Binding, describePdfError, Designer, dictFor, downloadPdf, generatePdf, type Template } from "json-pdf-designer";
import { PdfPreviewModal } from "json-pdf-designer/preview";
import "json-pdf-designer/theme.css";

const DATA = { number: 7, customer: { name: "Ana" } };
const EMPTY: Template = { page: { width: 210, height: 297 }, headerHeight: 20, footerHeight: 15, schemas: [] };

async function call(method: string, path: string, body?: unknown) {
  const init = body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, ...init });
  if (!response.ok) throw new Error((await response.json()).error);
  return response.json();
}

function Host() {
  const [id, setId] = useState<string | null>(null);
  const [name, setName] = useState("");
  const [template, setTemplate] = useState<Template>(EMPTY);
  const [bindings, setBindings] = useState<Binding[]>([]);
  const [list, setList] = useState<{ id: string; name: string }[]>([]);
  const [bytes, setBytes] = useState<Uint8Array | null>(null);
  const [message, setMessage] = useState("");

  const refresh = () => call("GET", "/api/templates").then(setList);
  useEffect(() => void refresh(), []);

  const save = async () => {
    const body = { name, template, bindings };
    if (id) await call("PUT", `/api/templates/${id}`, body);
    else setId((await call("POST", "/api/templates", body)).id);
    await refresh();
    setMessage("saved");
  };
  const pick = async (wanted: string) => {
    const loaded = await call("GET", `/api/templates/${wanted}`);
    setId(wanted);
    setName(loaded.name);
    setTemplate(loaded.template);
    setBindings(loaded.bindings);
  };
  const generate = async () => {
    try {
      return await generatePdf(template, DATA, bindings);
    } catch (error) {
      const described = describePdfError(error, dictFor("en"));
      setMessage(described ? described.title : String(error));
      return null;
    }
  };
  const send = async () => {
    const answer = await call("POST", "/api/reports/generate", { templateId: id, data: DATA, email: "ana@example.org", filename: "invoice.pdf" });
    setMessage(answer.ok ? "mailed" : "queued");
  };

  return (
    <main>
      <div>
        <input aria-label="Name of the template" value={name} onChange={(event) => setName(event.target.value)} />
        <button onClick={save}>Store</button>
        <select aria-label="Stored templates" value={id ?? ""} onChange={(event) => pick(event.target.value)}>
          <option value="">new</option>
          {list.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
        <button onClick={async () => setBytes(await generate())}>Show</button>
        <button
          onClick={async () => {
            const pdf = await generate();
            if (pdf) downloadPdf(pdf, "invoice.pdf");
          }}
        >
          Get the PDF
        </button>
        <button onClick={send}>Mail it</button>
        <output>{message}</output>
      </div>
      <Designer template={template} onChangeTemplate={setTemplate} bindings={bindings} onChangeBindings={setBindings} />
      {bytes && <PdfPreviewModal bytes={bytes} page={template.page} name="invoice" onClose={() => setBytes(null)} />}
    </main>
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<Host />);
