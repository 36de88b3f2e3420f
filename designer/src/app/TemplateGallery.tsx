/** The shipped templates to start from, as pictures: by what they are for, searched, in a language. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button, Input, Select } from "../ui";
import type { TemplateDocument, TemplateName } from "./api";
import { useApp } from "./context";
import { isFound, languageName, languagesOf, type Purpose, PURPOSES, purposeOf } from "./gallery";
import { inLanguage } from "./language";
import { Painting, Thumbnail } from "./thumbnails";

type Shipped = TemplateDocument & { data: unknown };

export interface ShippedTemplates {
  list: readonly TemplateName[];
  /** Of each template, once it is loaded. */
  languages: Readonly<Record<string, string[]>>;
  /** A shipped template with its data, once. */
  load: (id: string) => Promise<Shipped>;
}

export function useShipped(onError: (error: unknown) => void): ShippedTemplates {
  const { api, locale } = useApp();
  const [list, setList] = useState<TemplateName[]>([]);
  const [languages, setLanguages] = useState<Record<string, string[]>>({});
  const loaded = useRef(new Map<string, Promise<Shipped>>());
  useEffect(() => {
    api.shipped().then(setList, onError);
  }, [api, onError]);
  const load = (id: string) => {
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
    for (const { id } of list) load(id).catch(() => {});
  }, [list]);
  return { list, languages, load };
}

export interface GalleryProps {
  shipped: ShippedTemplates;
  chosen: string;
  /** `""`: none, since no template is found. A search chooses what it shows first. */
  onChoose: (id: string) => void;
  /** Called by a double click, and by Enter in the search. */
  onOpen: (id: string) => void;
  /** Other beginnings, before the templates. A search hides them. */
  children?: ReactNode;
  /** The beginning that is chosen where no template is and nothing is searched. */
  otherwise?: string;
}

export function Gallery({ shipped, chosen, onChoose, onOpen, children, otherwise = "" }: GalleryProps) {
  const { session, t, locale } = useApp();
  // Shipped templates change with the program, and follow the languages of the page and of the browser.
  const version = [session.version, locale, ...navigator.languages].join(" ");
  const [language, setLanguage] = useState("");
  const [search, setSearch] = useState("");
  const { list, languages, load } = shipped;
  const known = [...new Set(Object.values(languages).flat())].sort();
  const names = (id: string) => languages[id]?.map((tag) => languageName(tag, locale)).join(", ");
  const about = (id: string): string | undefined => (t.shipped as Record<string, string>)[id];
  const fits = ({ id, name }: TemplateName) =>
    (language === "" || id === chosen || (languages[id]?.includes(language) ?? true)) && isFound(search, [name, id, about(id), t.purposes[purposeOf(id)], names(id)]);
  const isSearched = search.trim() !== "";
  const isNamed = ({ id, name }: TemplateName) => isSearched && isFound(search, [name, id]);
  // Templates that are named by the word come before those that are only of its kind.
  const shown = list.filter(fits).sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  const of = (purpose: Purpose) => shown.filter(({ id }) => purposeOf(id) === purpose);
  const purposes = PURPOSES.filter((purpose) => of(purpose).length > 0).sort((a, b) => Number(of(b).some(isNamed)) - Number(of(a).some(isNamed)));
  // The choice can be seen: a search that hides it chooses the first template that it finds.
  const isHidden = list.some(({ id }) => id === chosen) && !shown.some(({ id }) => id === chosen);
  const first = purposes[0] && of(purposes[0])[0]?.id;
  useEffect(() => {
    if (isHidden) onChoose(first ?? "");
  });
  const wasSearched = useRef(false);
  useEffect(() => {
    if (isSearched) onChoose(first ?? "");
    else if (wasSearched.current && chosen === "") onChoose(otherwise);
    wasSearched.current = isSearched;
  }, [search, isSearched, first]);
  return (
    <fieldset className="app-gallery">
      <legend>{t.startFrom}</legend>
      <div className="app-gallery__tools">
        <Input
          type="search"
          aria-label={t.gallerySearch}
          placeholder={t.gallerySearch}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (isSearched && chosen !== "") onOpen(chosen);
          }}
        />
        {/* It has its place before the languages are known. */}
        <label className="app-gallery__language" style={{ visibility: known.length > 1 ? undefined : "hidden" }}>
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
      </div>
      {children && !isSearched && <div className="app-gallery__cards">{children}</div>}
      <Painting>
        {purposes.map((purpose) => (
          <section key={purpose} aria-label={t.purposes[purpose]}>
            <h3>{t.purposes[purpose]}</h3>
            <div className="app-gallery__cards">
              {of(purpose).map(({ id, name }) => (
                <Choice key={id} label={name} about={about(id)} note={names(id) ?? ""} isChosen={chosen === id} onChoose={() => onChoose(id)} onOpen={() => onOpen(id)}>
                  <Thumbnail id={`shipped/${id}`} load={async () => ({ ...(await load(id)), version })} />
                </Choice>
              ))}
            </div>
          </section>
        ))}
      </Painting>
      <div role="status">
        {list.length > 0 && shown.length === 0 && (
          <div className="app-gallery__nothing">
            <svg viewBox="0 0 96 96" aria-hidden="true" focusable="false">
              <rect x="20" y="10" width="48" height="66" rx="4" />
              <path d="M30 26h20M30 38h28M30 50h14" />
              <circle cx="62" cy="62" r="15" />
              <path d="m73 73 12 12" />
            </svg>
            <p>{t.galleryNothing}</p>
            <Button
              variant="outline"
              onClick={() => {
                setSearch("");
                setLanguage("");
              }}
            >
              {t.galleryClear}
            </Button>
          </div>
        )}
      </div>
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  about?: string | undefined;
  /** Empty until it is known: its line has its place before. */
  note?: string | undefined;
  isChosen: boolean;
  onChoose: () => void;
  /** Called by a double click. */
  onOpen?: () => void;
  children: ReactNode;
}

export function Choice({ label, about, note, isChosen, onChoose, onOpen, children }: ChoiceProps) {
  return (
    <label className="app-gallery__card" data-chosen={isChosen || undefined} onDoubleClick={onOpen}>
      <input type="radio" name="source" aria-label={label} checked={isChosen} onChange={onChoose} />
      {children}
      <span className="app-gallery__name">{label}</span>
      {about !== undefined && <span className="app-gallery__about">{about}</span>}
      {note !== undefined && <small title={note}>{note || "\u00a0"}</small>}
    </label>
  );
}
