/** A new template: blank, from one that comes with the program, or from a file. */
import { useState } from "react";
import { fileFault } from "../panels/code/ImportDialog";
import { readTemplate, type TemplateFile } from "../panels/code/template-file";
import { useT } from "../i18n";
import { Button, Checkbox, Input, Modal } from "../ui";
import { FileButton } from "../ui/FileButton";
import { IconUpload } from "../ui/icons";
import { useLeaving } from "../ui/leaving";
import { templateAddress } from "./address";
import type { TemplateDocument } from "./api";
import { useApp } from "./context";
import { helpersReady } from "./engine";
import { Failure } from "./Failure";
import { TYPICAL } from "./paths";
import { useSingleRun } from "./single-run";
import { Choice, Gallery, useShipped } from "./TemplateGallery";
import { documentLocale } from "./language";

const BLANK = "blank:";
/** A search that finds nothing leaves nothing to begin with. */
const NONE = "";
const FILE = "file:";

export function CreateTemplate({ onClose }: { onClose: () => void }) {
  const { api, t, locale } = useApp();
  const dict = useT();
  const [source, setSource] = useState(BLANK);
  const [withSample, setWithSample] = useState(true);
  const [name, setName] = useState("");
  const [imported, setImported] = useState<TemplateFile | null>(null);
  const [error, setError] = useState<unknown>(null);
  const { busy, run } = useSingleRun(setError);
  const shipped = useShipped(setError);
  const { leave, question } = useLeaving({ draft: name, isChanged: () => name.trim() !== "", onClose });

  const read = async (chosen: File) => {
    setError(null);
    setImported(null);
    try {
      await helpersReady();
      setImported(readTemplate(await chosen.text(), chosen.name));
    } catch (failure) {
      setError(fileFault(failure, dict, chosen.name) ?? failure);
    }
  };

  const nameOf = (from: string) => (from === FILE ? imported?.name : from === BLANK ? t.blankName : shipped.list.find((one) => one.id === from)?.name);

  const create = (from: string) =>
    run(async () => {
      const { document, data } = await start(from);
      const created = await api.create({ ...document, name: name.trim() || nameOf(from) || t.blankName });
      if (data !== undefined) await api.saveDataSet(created.id, TYPICAL, data);
      onClose();
      location.hash = templateAddress(created.id);
    });

  const start = async (from: string): Promise<{ document: TemplateDocument; data?: unknown }> => {
    if (from === FILE && imported) return { document: { ...imported } };
    if (from === BLANK) return { document: blank(documentLocale(locale, navigator.languages)), ...(withSample && { data: t.sample }) };
    const { data, ...document } = await shipped.load(from);
    return { document, data };
  };

  return (
    <Modal title={t.create} size="xl" onClose={leave} footer={question}>
      <form
        className="app-form"
        onSubmit={(event) => {
          event.preventDefault();
          void create(source);
        }}
      >
        <Gallery shipped={shipped} chosen={source} onChoose={setSource} onOpen={(id) => void create(id)} otherwise={BLANK}>
          <Choice label={t.blank} isChosen={source === BLANK} onChoose={() => setSource(BLANK)} onOpen={() => void create(BLANK)}>
            <span className="app-thumbnail" data-blank="" aria-hidden="true" />
          </Choice>
          <Choice label={t.importFile} isChosen={source === FILE} onChoose={() => setSource(FILE)}>
            <span className="app-thumbnail" aria-hidden="true">
              <IconUpload width={32} height={32} />
            </span>
          </Choice>
        </Gallery>
        <div className="app-gallery__bar">
          {source === FILE && imported === null && <FileButton label={t.chooseFile} accept=".json,application/json" icon={<IconUpload />} onFile={(chosen) => void read(chosen)} />}
          {error !== null && <Failure error={error} />}
          {source === BLANK && <Checkbox label={t.withSample} checked={withSample} onChange={(event) => setWithSample(event.target.checked)} />}
          <Input label={t.name} value={name} placeholder={nameOf(source)} onChange={(event) => setName(event.target.value)} />
          <Button type="submit" disabled={busy || source === NONE || (source === FILE && !imported)}>
            {t.create}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function blank(locale: string): TemplateDocument {
  return { name: "", template: { version: 1, extensions: 1, locale, page: { width: 210, height: 297 }, schemas: [] }, bindings: [] };
}
