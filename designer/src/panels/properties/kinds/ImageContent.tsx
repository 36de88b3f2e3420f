import { useEffect, useMemo, useState, type ClipboardEvent, type DragEvent } from "react";
import { isGuard } from "../../../core/fields";
import type { ImageSchema } from "../../../core/types";
import { useDesignerActions, useDesignerConfig, useDesignerData, useDesignerSelectedSchema } from "../../../editor/hooks";
import { picturePatch } from "../../../editor/operations/pictures";
import { useLocale, useT } from "../../../i18n";
import { LibraryButton } from "../../../library/LibraryButton";
import { referencedName } from "../../../library/names";
import type { LibraryStore } from "../../../library/store";
import { useLibrary, usePicture, useStoreValue } from "../../../library/useLibrary";
import { CollapsibleSection } from "../../../ui/CollapsibleSection";
import { FileButton } from "../../../ui/FileButton";
import { IconTrash, IconUpload } from "../../../ui/icons";
import { useUiComponents } from "../../../ui/registry";
import { propertyOf } from "../description";
import { dpiAt, factsOf, formatBytes, imageFacts, imageFaultText, MAX_BYTES, readImage, scaledSize, scaleImage, type ImageFacts } from "../images";
import { Group } from "../PropertyPanel";
import { PropertyRow } from "../PropertyRow";
import { useTarget } from "../target";

interface Offer {
  uri: string;
  facts: ImageFacts;
  scaled: string;
}

/** The picture of an image field: preview, upload by choosing, dropping or pasting, and its size in print. */
export function ImageContent({ field, disabled }: { field: ImageSchema; disabled: boolean }) {
  const t = useT();
  const locale = useLocale();
  const actions = useDesignerActions();
  const { assets } = useDesignerConfig();
  const { template } = useDesignerData();
  const { selectedBinding } = useDesignerSelectedSchema();
  const { Button, Textarea } = useUiComponents();
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [offer, setOffer] = useState<Offer | null>(null);
  const content = typeof field.content === "string" ? field.content : "";
  const library = useLibrary();
  const picture = usePicture(library, content);
  const file = referencedName(content);
  const stored = useLibraryFacts(library, file);
  const facts = useMemo(() => (file !== null ? stored : content === "" ? null : imageFacts(content)), [content, file, stored]);
  const target = useTarget();
  useEffect(() => setOffer(null), [field.id]);

  const store = async (uri: string) => {
    const stored = assets ? await assets.save(await (await fetch(uri)).blob()) : uri;
    actions.updateSchema(field.id, picturePatch(field, template, stored, imageFacts(uri)));
    setOffer(null);
  };
  const take = async (file: Blob) => {
    setError(null);
    setOffer(null);
    setWorking(true);
    try {
      const read = await readImage(file);
      if ("error" in read) {
        setError(imageFaultText(read.error, t));
        return;
      }
      const size = scaledSize(read.facts, field);
      const scaled = size === null ? null : await scaleImage(read.uri, read.facts, size);
      if (scaled !== null && (imageFacts(scaled)?.bytes ?? Infinity) < read.facts.bytes * 0.9) {
        setOffer({ ...read, scaled });
      } else if (read.facts.bytes > MAX_BYTES) {
        setError(imageFaultText("size", t));
      } else await store(read.uri);
    } catch {
      setError(imageFaultText("unreadable", t));
    } finally {
      setWorking(false);
    }
  };
  const fileOf = (items: DataTransfer | null) => [...(items?.files ?? [])].find((file) => file.type.startsWith("image/"));
  const drop = (event: DragEvent) => {
    const file = fileOf(event.dataTransfer);
    if (!file || disabled) return;
    event.preventDefault();
    event.stopPropagation();
    void take(file);
  };
  const paste = (event: ClipboardEvent) => {
    const file = fileOf(event.clipboardData);
    if (!file || disabled) return;
    event.preventDefault();
    void take(file);
  };

  const dpi = facts === null ? null : dpiAt(facts, field);
  const stretched = facts !== null && Math.abs(facts.width / facts.height - field.width / field.height) > 0.02 * (facts.width / facts.height);
  const saved = offer === null ? 0 : offer.facts.bytes - (imageFacts(offer.scaled)?.bytes ?? 0);

  if (isGuard(field)) {
    return (
      <Group title={t.groups.content}>
        <p className="jpd-hint">{t.problemsPanel.guardHelp}</p>
      </Group>
    );
  }
  return (
    <Group title={t.groups.content}>
      <PropertyRow property={propertyOf("image", "content")} path="content" label={t.properties["image.content"]} differs={false} wide inPrint={t.inPrint["image.content"]}>
        {({ id }) => (
          <div className="jpd-stack" onPaste={paste} onDrop={drop} onDragOver={(event) => event.dataTransfer.types.includes("Files") && event.preventDefault()}>
            <div className="jpd-imagewell" data-fill={content !== "" || undefined}>
              {content === "" ? (
                <span className="jpd-hint">{t.images.drop}</span>
              ) : picture !== null ? (
                <img src={picture} alt={t.images.alt(field.name)} />
              ) : (
                <span className="jpd-hint">{file ?? t.images.alt(field.name)}</span>
              )}
            </div>
            {file !== null && <p className="jpd-hint">{t.library.fileOf(file)}</p>}
            <div className="jpd-row jpd-row--wrap">
              <FileButton
                id={id}
                label={content === "" ? t.images.choose : t.images.replace}
                name={`${content === "" ? t.images.choose : t.images.replace}: ${t.properties["image.content"]}`}
                inputName={t.images.choose}
                accept="image/*"
                icon={<IconUpload />}
                disabled={disabled || working}
                onFile={(file) => void take(file)}
              />
              <LibraryButton
                kind="picture"
                label={t.properties["image.content"]}
                value={content}
                disabled={disabled}
                onChoose={(reference) => {
                  setOffer(null);
                  setError(null);
                  target?.write("content", reference, true);
                }}
              />
              {content !== "" && (
                <Button variant="ghost" size="icon" aria-label={t.images.remove} title={t.images.remove} disabled={disabled} onClick={() => actions.updateSchema(field.id, { content: "" })}>
                  <IconTrash />
                </Button>
              )}
            </div>
          </div>
        )}
      </PropertyRow>
      <div aria-live="polite" className="jpd-stack">
        {working && <p className="jpd-hint">{t.images.working}</p>}
        {error !== null && (
          <p className="jpd-error" role="alert">
            {error}
          </p>
        )}
        {offer !== null && (
          <div className="jpd-callout">
            <p>
              {t.images.facts(offer.facts.format, offer.facts.width, offer.facts.height, formatBytes(offer.facts.bytes, locale))}.{" "}
              {t.images.scaleOffer(formatBytes(saved, locale), Math.round((saved / offer.facts.bytes) * 100))}
            </p>
            <div className="jpd-row">
              <Button onClick={() => void store(offer.scaled)}>{t.images.scale}</Button>
              <Button variant="outline" disabled={offer.facts.bytes > MAX_BYTES} onClick={() => void store(offer.uri)}>
                {t.images.keep}
              </Button>
            </div>
          </div>
        )}
      </div>
      {facts !== null && (
        <p className="jpd-hint">
          {t.images.facts(facts.format, facts.width, facts.height, formatBytes(facts.bytes, locale))}. {dpi !== null && dpi >= 100 && t.images.dpi(dpi)}
        </p>
      )}
      {dpi !== null && dpi < 100 && <p className="jpd-warn">{t.images.dpiLow(dpi)}</p>}
      {stretched && facts !== null && (
        <p className="jpd-warn">
          {t.images.ratio}{" "}
          <button
            type="button"
            className="jpd-linkbtn"
            disabled={disabled}
            onClick={() => actions.setGeometry(field.id, { height: Math.round(((field.width * facts.height) / facts.width) * 100) / 100 })}
          >
            {t.images.fitHeight}
          </button>
        </p>
      )}
      {selectedBinding && <p className="jpd-hint">{t.images.bound}</p>}
      <CollapsibleSection title={t.images.dataUri}>
        <Textarea
          mono
          rows={3}
          aria-label={t.image.label}
          value={content}
          disabled={disabled}
          spellCheck={false}
          onChange={(event) => actions.updateSchema(field.id, { content: event.target.value }, { coalesce: `content:${field.id}` })}
        />
      </CollapsibleSection>
    </Group>
  );
}

/** Facts in the header of a picture of the library. */
function useLibraryFacts(library: LibraryStore | null, name: string | null): ImageFacts | null {
  const revision = useStoreValue(library, (state) => state.revision, 0);
  const [found, setFound] = useState<{ name: string; facts: ImageFacts | null } | null>(null);
  useEffect(() => {
    if (!library || name === null) return undefined;
    let current = true;
    library.load(name).then(
      (bytes) => current && setFound({ name, facts: factsOf(bytes, bytes.length) }),
      () => current && setFound(null),
    );
    return () => {
      current = false;
    };
  }, [library, name, revision]);
  return found !== null && found.name === name ? found.facts : null;
}
