/** A new template: blank, from one that comes with the program, or from a file. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { fileFault } from "../panels/code/ImportDialog";
import { readTemplate, type TemplateFile } from "../panels/code/template-file";
import { useT } from "../i18n";
import { Button, Checkbox, Input, Modal, Select } from "../ui";
import { IconUpload } from "../ui/icons";
import { templateAddress } from "./address";
import type { TemplateDocument, TemplateName } from "./api";
import { useApp } from "./context";
import { helpersReady } from "./engine";
import { Failure } from "./Failure";
import { languageName, languagesOf, PURPOSES, purposeOf } from "./gallery";
import { documentLocale, inLanguage } from "./language";
import { Painting, Thumbnail } from "./thumbnails";

const BLANK = "";
const FILE = "file:";
/** The name of the data that a shipped template comes with. */
const TYPICAL = "typical";

export function CreateTemplate({ onClose }: { onClose: () => void }) {
  const { api, t, locale } = useApp();
  const dict = useT();
  const [languages, setLanguages] = useState<Record<string, string[]>>({});
  const [language, setLanguage] = useState("");
  const loaded = useRef(new Map<string, Promise<TemplateDocument & { data: unknown }>>());
  const [shipped, setShipped] = useState<TemplateName[]>([]);
  const [source, setSource] = useState(BLANK);
  const [withSample, setWithSample] = useState(false);
  const [name, setName] = useState("");
  const [imported, setImported] = useState<TemplateFile | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    api.shipped().then(setShipped, setError);
  }, [api]);

  /** A shipped template with its data, once. */
  const shippedTemplate = (id: string) => {
    const known = loaded.current.get(id);
    if (known) return known;
    const asked = api.shippedTemplate(id).then((shipped) => inLanguage(shipped, locale, navigator.languages));
    loaded.current.set(id, asked);
    asked.then(
      ({ template }) => setLanguages((before) => ({ ...before, [id]: languagesOf(template as object) })),
      // It is asked for again when it is chosen.
      () => loaded.current.delete(id),
    );
    return asked;
  };
  // A language can be chosen among those of all of them.
  useEffect(() => {
    for (const { id } of shipped) shippedTemplate(id).catch(() => {});
  }, [shipped]);
  const known = [...new Set(Object.values(languages).flat())].sort();
  const shown = shipped.filter(({ id }) => language === "" || id === source || (languages[id]?.includes(language) ?? true));

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
    if (from === BLANK) return { document: blank(documentLocale(locale, navigator.languages)), ...(withSample && { data: t.sample }) };
    const { data, ...document } = await shippedTemplate(from);
    return { document, data };
  };

  return (
    <Modal title={t.create} size="xl" onClose={onClose}>
      <form
        className="app-form"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <fieldset className="app-gallery">
          <legend>{t.startFrom}</legend>
          {known.length > 1 && (
            <label className="app-gallery__language">
              {t.galleryLanguage}
              <Select value={language} onChange={(event) => setLanguage(event.target.value)}>
                <option value="">{t.galleryAll}</option>
                {known.map((tag) => (
                  <option key={tag} value={tag}>
                    {languageName(tag, locale)}
                  </option>
                ))}
              </Select>
            </label>
          )}
          <div className="app-gallery__cards">
            <Choice label={t.blank} isChosen={source === BLANK} onChoose={() => setSource(BLANK)}>
              <span className="app-thumbnail" data-blank="" aria-hidden="true" />
            </Choice>
            <Choice label={t.importFile} isChosen={source === FILE} onChoose={() => setSource(FILE)}>
              <span className="app-thumbnail" aria-hidden="true">
                <IconUpload width={32} height={32} />
              </span>
            </Choice>
          </div>
          <Painting>
            {PURPOSES.map((purpose) => {
              const own = shown.filter(({ id }) => purposeOf(id) === purpose);
              return (
                own.length > 0 && (
                  <section key={purpose} aria-label={t.purposes[purpose]}>
                    <h3>{t.purposes[purpose]}</h3>
                    <div className="app-gallery__cards">
                      {own.map((one) => (
                        <Choice
                          key={one.id}
                          label={one.name}
                          note={languages[one.id]?.map((tag) => languageName(tag, locale)).join(", ")}
                          isChosen={source === one.id}
                          onChoose={() => setSource(one.id)}
                        >
                          <Thumbnail id={one.id} load={() => shippedTemplate(one.id)} />
                        </Choice>
                      ))}
                    </div>
                  </section>
                )
              );
            })}
          </Painting>
        </fieldset>
        {source === FILE && (
          <Input label={t.chooseFile} type="file" accept=".json,application/json" onChange={(event) => read(event.target.files?.[0])} />
        )}
        {source === BLANK && <Checkbox label={t.withSample} checked={withSample} onChange={(event) => setWithSample(event.target.checked)} />}
        <div className="app-gallery__bar">
          {error !== null && <Failure error={error} />}
          <Input label={t.name} value={name} placeholder={suggestion} onChange={(event) => setName(event.target.value)} />
          <Button type="submit" disabled={busy || (source === FILE && !imported)}>
            {t.create}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface ChoiceProps {
  label: string;
  note?: string | undefined;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Choice({ label, note, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className="app-gallery__card" data-chosen={isChosen || undefined}>
      <input type="radio" name="source" aria-label={label} checked={isChosen} onChange={onChoose} />
      {children}
      <span className="app-gallery__name">{label}</span>
      {note && <small>{note}</small>}
    </label>
  );
}

function blank(locale: string): TemplateDocument {
  return { name: "", template: { version: 1, extensions: 1, locale, page: { width: 210, height: 297 }, schemas: [] }, bindings: [] };
}
