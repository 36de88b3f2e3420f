/** A new template: blank, from one that comes with the program, or from a file. */
import { useEffect, useState } from "react";
import { fileFault } from "../panels/code/ImportDialog";
import { readTemplate, type TemplateFile } from "../panels/code/template-file";
import { useT } from "../i18n";
import { Button, Input, Modal, Select } from "../ui";
import { templateAddress } from "./address";
import type { TemplateDocument, TemplateName } from "./api";
import { useApp } from "./context";
import { helpersReady } from "./engine";
import { Failure } from "./Failure";

const BLANK = "";
const FILE = "file:";
/** The name of the data that a shipped template comes with. */
const TYPICAL = "typical";

export function CreateTemplate({ onClose }: { onClose: () => void }) {
  const { api, t } = useApp();
  const dict = useT();
  const [shipped, setShipped] = useState<TemplateName[]>([]);
  const [source, setSource] = useState(BLANK);
  const [name, setName] = useState("");
  const [imported, setImported] = useState<TemplateFile | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    api.shipped().then(setShipped, setError);
  }, [api]);

  const suggestion = source === FILE ? imported?.name : source === BLANK ? t.blankName : shipped.find((one) => one.id === source)?.name;

  const read = async (file: File | undefined) => {
    setError(null);
    setImported(null);
    if (!file) return;
    try {
      await helpersReady();
      setImported(readTemplate(await file.text(), file.name));
    } catch (failure) {
      setError(fileFault(failure, dict) ?? failure);
    }
  };

  const create = async () => {
    setBusy(true);
    setError(null);
    try {
      const { document, data } = await start(source);
      const created = await api.create({ ...document, name: name.trim() || suggestion || t.blankName });
      if (data !== undefined) await api.saveDataSet(created.id, TYPICAL, data);
      onClose();
      location.hash = templateAddress(created.id);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };

  const start = async (from: string): Promise<{ document: TemplateDocument; data?: unknown }> => {
    if (from === FILE && imported) return { document: { ...imported } };
    if (from === BLANK) return { document: blank() };
    const { data, ...document } = await api.shippedTemplate(from);
    return { document, data };
  };

  return (
    <Modal title={t.create} size="sm" onClose={onClose}>
      <form
        className="app-form"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <Select label={t.startFrom} value={source} onChange={(event) => setSource(event.target.value)}>
          <option value={BLANK}>{t.blank}</option>
          <option value={FILE}>{t.importFile}</option>
          {shipped.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </Select>
        {source === FILE && (
          <Input label={t.chooseFile} type="file" accept=".json,application/json" onChange={(event) => read(event.target.files?.[0])} />
        )}
        <Input label={t.name} value={name} placeholder={suggestion} onChange={(event) => setName(event.target.value)} />
        {error !== null && <Failure error={error} />}
        <Button type="submit" disabled={busy || (source === FILE && !imported)}>
          {t.create}
        </Button>
      </form>
    </Modal>
  );
}

function blank(): TemplateDocument {
  return { name: "", template: { version: 1, page: { width: 210, height: 297 }, schemas: [] }, bindings: [] };
}
