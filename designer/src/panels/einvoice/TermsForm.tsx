/** The business terms of EN 16931 in their groups, each with its official name, what it is filled with, and what the profile lacks. */
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from "react";
import { useDesignerData } from "../../editor/hooks";
import { useLocale, useT, withInlineCode } from "../../i18n";
import { CollapsibleSection } from "../../ui/CollapsibleSection";
import { IconAlertTriangle, IconCheck } from "../../ui/icons";
import { focusLabelled } from "../../ui/label-focus";
import { useUiComponents } from "../../ui/registry";
import { PathPicker } from "../binding/PathPicker";
import { describeData } from "../data/tree";
import { ExpressionField } from "../formula/ExpressionField";
import { useScope } from "../formula/scope";
import type { PartsControlProps } from "../properties/ObjectsControl";
import { choiceLabel } from "../properties/words";
import { SearchBox } from "../SearchBox";
import { groupsAround, isGroup, isList, termOf, type Catalogue, type Term } from "./catalogue";
import type { Wanted } from "./EinvoiceTerms";
import { BREAKDOWN, demanded, entriesOf, groupOf, inheritedGroup, isInProfile, objectOf, OUTSIDE_BREAKDOWN, withValue, written, type Entry, type TermMap } from "./map";
import { DEFAULT_PROFILE } from "./profile";

/** Number of missing terms that the list names at once; groups count theirs. */
const NAMED_AT_ONCE = 5;
/** Terms outside of groups. */
const DOCUMENT = "";

/** Parts that rows need besides their level. */
interface Form extends Pick<PartsControlProps, "target" | "disabled"> {
  catalogue: Catalogue;
  profile: string;
  needs: ReadonlyMap<string, { rule: string; isMapped: boolean }>;
  words: string;
  wanted: Wanted | null;
  nameOf: (term: Term) => string;
  isExpanded: boolean;
}

/** A map, or the terms of a list in it. */
interface Level {
  entries: ReadonlyMap<string, Entry>;
  /** Content of the preset. */
  known: ReadonlyMap<string, Entry>;
  /** Paths of the lists around, whose items expressions see. */
  lists: readonly string[];
  /** Pointer of the map. */
  at: string;
  change: (id: string, value: unknown) => void;
}

function levelOf(catalogue: Catalogue, map: TermMap, preset: unknown, lists: readonly string[], at: string, onMap: (map: TermMap) => void): Level {
  const entries = entriesOf(catalogue, map);
  return { entries, known: entriesOf(catalogue, preset), lists, at, change: (id, value) => onMap(withValue(map, entries.get(id)?.keys ?? [id], value)) };
}

const pointerOf = (level: Level, id: string): string => [level.at, ...(level.entries.get(id)?.keys ?? [id])].join("/");

export interface TermsFormProps extends PartsControlProps {
  catalogue: Catalogue;
  /** The term that another part asks for. */
  asked: Wanted | null;
}

export function TermsForm({ catalogue, asked, labelId, path, target, value, disabled, onChange }: TermsFormProps) {
  const t = useT();
  const texts = t.einvoiceForm;
  const locale = useLocale();
  const { Button } = useUiComponents();
  const { template } = useDesignerData();
  const [words, setWords] = useState("");
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<Wanted | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const base = path.slice(0, path.lastIndexOf("/"));
  const textAt = (key: string) => {
    const { value: own } = target.read(`${base}/${key}`);
    return typeof own === "string" ? own : undefined;
  };
  const profile = textAt("profile") ?? DEFAULT_PROFILE;
  const preset = catalogue.presets[textAt("preset") ?? ""];
  const hasCurrency = typeof template.currency === "string" && template.currency !== "";
  const map = objectOf(value) ?? NO_TERMS;
  const needs = useMemo(() => demanded(catalogue, { profile, map, preset, hasCurrency }), [catalogue, profile, map, preset, hasCurrency]);
  const level = levelOf(catalogue, map, preset, NO_LISTS, path, (next) => onChange(Object.keys(next).length > 0 ? next : undefined));

  const sectionOf = (id: string): string => {
    const term = termOf(catalogue, id);
    const outer = term && groupsAround(catalogue, term).at(-1);
    return outer?.id ?? (term && isGroup(term) ? term.id : DOCUMENT);
  };
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const latest = chosen ?? asked;
  if (latest !== null && latest !== wanted) {
    setWanted(latest);
    setWords("");
    setOpened(new Set([...opened, sectionOf(latest.id)]));
  }
  useEffect(() => setChosen(null), [asked]);
  useEffect(() => {
    if (!wanted) return undefined;
    // The editor of a row that was just opened is there with the next frame.
    const frame = requestAnimationFrame(() => {
      const control = root.current?.querySelector<HTMLElement>(`[data-term="${wanted.id}"] :is(.cm-content, input)`);
      control?.scrollIntoView?.({ block: "center" });
      control?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted]);

  const nameOf = (term: Term) => term.names[locale] ?? term.names.en;
  const missing = [...needs].filter(([, { isMapped }]) => !isMapped).flatMap(([id]) => termOf(catalogue, id) ?? []);
  const wording = choiceLabel({ key: "profile" }, profile, t);
  const sections = [DOCUMENT, ...catalogue.terms.filter((term) => isGroup(term) && term.group === undefined && isInProfile(catalogue, profile, term)).map(({ id }) => id)];
  const form = { target, disabled, catalogue, profile, needs, words: words.trim().toLowerCase(), wanted, nameOf };
  const shown = sections.map((id) => {
    const group = termOf(catalogue, id);
    const terms = catalogue.terms.filter((term) => !isGroup(term) && isInProfile(catalogue, profile, term) && sectionOf(term.id) === id);
    return { id, group, terms, found: terms.filter((term) => matches(form, term)) };
  });
  const inSearch = shown.filter(({ found }) => found.length > 0);
  return (
    <div ref={root} className="jpd-stack" role="group" aria-labelledby={labelId}>
      {preset ? (
        <p className="jpd-hint">{withInlineCode(texts.preset)}</p>
      ) : (
        <div className="jpd-callout">
          <p>{withInlineCode(texts.usePresetHint)}</p>
          <div>
            <Button variant="outline" disabled={disabled} onClick={() => target.write(`${base}/preset`, "invoice", true)}>
              {texts.usePreset}
            </Button>
          </div>
        </div>
      )}
      <p className="jpd-checklist__state" role="status" data-tone={missing.length === 0 ? "fine" : "warning"}>
        {missing.length === 0 ? <IconCheck /> : <IconAlertTriangle />} {missing.length === 0 ? texts.complete(wording) : texts.missing(missing.length, wording)}
      </p>
      {missing.length > 0 && (
        <ul className="jpd-terms__missing">
          {missing.slice(0, NAMED_AT_ONCE).map((term) => (
            <li key={term.id}>
              <button type="button" className="jpd-linkbtn" onClick={() => setChosen({ id: term.id })}>
                {nameOf(term)}
              </button>{" "}
              <span className="jpd-term__id">{term.id}</span>
            </li>
          ))}
          {missing.length > NAMED_AT_ONCE && <li className="jpd-hint">{texts.more(missing.length - NAMED_AT_ONCE)}</li>}
        </ul>
      )}
      <SearchBox label={texts.search} value={words} onChange={setWords} />
      {inSearch.length === 0 && (
        <p className="jpd-hint" role="status">
          {texts.none}
        </p>
      )}
      <div>
        {inSearch.map(({ id, group, terms }) => {
          const isOpen = opened.has(id) || words.trim() !== "";
          const lacks = missing.filter((term) => sectionOf(term.id) === id).length;
          const isExpanded = expanded.has(id);
          const further = terms.filter((term) => !isShownFirst(form, term, level)).length;
          return (
            <CollapsibleSection
              key={id}
              className="jpd-terms__group"
              data-group={id}
              title={
                <>
                  {group ? nameOf(group) : texts.document}{" "}
                  {lacks > 0 && (
                    <span className="jpd-terms__lacks">
                      <IconAlertTriangle /> {texts.lacks(lacks)}
                    </span>
                  )}{" "}
                  {group && <span className="jpd-term__id">{id}</span>}
                </>
              }
              open={isOpen}
              onToggle={(event) => {
                const { open } = event.currentTarget;
                if (open !== isOpen) setOpened(new Set(open ? [...opened, id] : [...opened].filter((own) => own !== id)));
              }}
            >
              {isOpen && (
                <div className="jpd-stack">
                  {group && isList(group) ? <ListRows form={{ ...form, isExpanded }} group={group} level={level} /> : <Rows form={{ ...form, isExpanded }} group={group} level={level} />}
                  {words.trim() === "" && (further > 0 || isExpanded) && (
                    <button type="button" className="jpd-linkbtn" aria-expanded={isExpanded} onClick={() => setExpanded(new Set(isExpanded ? [...expanded].filter((own) => own !== id) : [...expanded, id]))}>
                      {isExpanded ? texts.fewer : texts.all(further)}
                    </button>
                  )}
                </div>
              )}
            </CollapsibleSection>
          );
        })}
      </div>
    </div>
  );
}

const NO_TERMS: TermMap = {};
const NO_LISTS: readonly string[] = [];

function matches(form: Pick<Form, "words" | "nameOf" | "catalogue">, term: Term): boolean {
  return form.words === "" || [term, ...groupsAround(form.catalogue, term)].some((own) => `${form.nameOf(own)} ${own.id}`.toLowerCase().includes(form.words));
}

/** Without a search: what is demanded, given or known. */
function isShownFirst(form: Pick<Form, "needs" | "wanted" | "catalogue">, term: Term, level: Level): boolean {
  if (form.needs.has(term.id) || level.entries.has(term.id) || level.known.has(term.id) || form.wanted?.id === term.id) return true;
  // Terms of lists are known where their list is.
  const list = groupsAround(form.catalogue, term).find((group) => isList(group));
  if (!list) return false;
  const inner = (entry: Entry | undefined) => entriesOf(form.catalogue, groupOf(entry?.value).map).has(term.id);
  return inner(level.entries.get(list.id)) || inner(level.known.get(list.id));
}

function isVisible(form: Form, term: Term, level: Level): boolean {
  return form.words === "" ? form.isExpanded || isShownFirst(form, term, level) : matches(form, term);
}

interface RowsProps {
  form: Form;
  group: Term | undefined;
  level: Level;
  /** Group with the reasons of exemptions. */
  outer?: Level | undefined;
}

/** The terms of a group, then the groups in it. */
function Rows({ form, group, level, outer }: RowsProps) {
  const own = form.catalogue.terms.filter((term) => term.group === group?.id && isInProfile(form.catalogue, form.profile, term));
  const at = (term: Term) => (outer && OUTSIDE_BREAKDOWN.has(term.id) && !level.entries.has(term.id) ? outer : level);
  const groups = group ? own.filter(isGroup) : [];
  return (
    <>
      {own
        .filter((term) => !isGroup(term) && isVisible(form, term, at(term)))
        .map((term) => (
          <TermRow key={term.id} form={form} term={term} level={at(term)} />
        ))}
      {groups.map((inner) => (
        <Subgroup key={inner.id} form={form} group={inner} level={level} />
      ))}
    </>
  );
}

/** A group in a group, where something of it is shown. */
function Subgroup({ form, group, level }: { form: Form; group: Term; level: Level }) {
  const { catalogue } = form;
  const inside = catalogue.terms.filter((term) => !isGroup(term) && isInProfile(catalogue, form.profile, term) && groupsAround(catalogue, term).includes(group));
  const id = useId();
  const isWanted = form.wanted?.id === group.id;
  if (!isWanted && !inside.some((term) => isVisible(form, term, level))) return null;
  return (
    <div className="jpd-subcard" role="group" aria-labelledby={id}>
      <p className="jpd-subcard__title" id={id}>
        {form.nameOf(group)} <span className="jpd-term__id">{group.id}</span>
      </p>
      {isList(group) ? <ListRows form={form} group={group} level={level} /> : <Rows form={form} group={group} level={level} />}
    </div>
  );
}

/** A group that occurs several times: the list that it comes from, and the terms of an item. */
function ListRows({ form, group, level }: { form: Form; group: Term; level: Level }) {
  const list = listLevel(form.catalogue, group, level);
  return (
    <>
      <EachRow form={form} group={group} list={list} level={level} />
      <Rows form={form} group={group} level={list.inner} outer={group.id === BREAKDOWN && !level.entries.has(BREAKDOWN) ? level : undefined} />
    </>
  );
}

interface ListLevel {
  own: string | undefined;
  /** The list of the preset, where it counts. */
  known: string | undefined;
  inner: Level;
  setEach: (each: string) => void;
}

function listLevel(catalogue: Catalogue, group: Term, level: Level): ListLevel {
  const value = level.entries.get(group.id)?.value;
  const own = groupOf(value);
  const inherited = inheritedGroup(value, level.known.get(group.id)?.value);
  // Where something of one's own takes the place of the preset's, that comes along.
  const whole = (map: TermMap, each: string | undefined) => (inherited && (inherited.each === undefined || each !== undefined) ? { ...inherited.map, ...map } : map);
  const store = (each: string | undefined, map: TermMap) => level.change(group.id, written({ each, map: whole(map, each) }));
  const each = own.each ?? inherited?.each;
  const inner = levelOf(catalogue, own.map, inherited?.map, each ? [...level.lists, each] : level.lists, [pointerOf(level, group.id), ...own.keys].join("/"), (map) => store(own.each, map));
  return { own: own.each, known: inherited?.each, inner, setEach: (next) => store(next === "" ? undefined : next, own.map) };
}

function EachRow({ form, group, list, level }: { form: Form; group: Term; list: ListLevel; level: Level }) {
  const t = useT();
  const texts = t.einvoiceForm;
  const scope = useScope(form.target.fields[0], level.lists);
  const item = scope?.items[0];
  const nodes = useMemo(() => describeData(item), [item]);
  const pointer = `${pointerOf(level, group.id)}/each`;
  return (
    <div className="jpd-prop" data-wide data-property={pointer}>
      <div className="jpd-prop__control">
        <PathPicker
          label={texts.each}
          value={list.own ?? ""}
          nodes={nodes}
          listsOnly
          placeholder={list.known ?? texts.once}
          disabled={form.disabled}
          onCommit={list.setEach}
        />
      </div>
    </div>
  );
}

/** Maximum length of a placeholder. */
const PLACEHOLDER = 36;
const shortened = (text: string): string => (text.length > PLACEHOLDER ? `${text.slice(0, PLACEHOLDER - 1)}…` : text);

function TermRow({ form, term, level }: { form: Form; term: Term; level: Level }) {
  const t = useT();
  const texts = t.einvoiceForm;
  const value = level.entries.get(term.id)?.value;
  const id = useId();
  const name = form.nameOf(term);
  const need = form.needs.get(term.id);
  const known = level.known.get(term.id)?.value;
  const isObject = objectOf(value) !== null;
  const text = value === undefined || value === null ? "" : String(value);
  let body: ReactNode;
  if (isObject) body = <SeveralRows form={form} term={term} level={level} />;
  else {
    body = (
      <>
        <ExpressionField
          field={form.target.fields[0]!}
          place={level.lists}
          label={`${name} (${term.id})`}
          value={text}
          placeholder={typeof known === "string" ? shortened(known) : undefined}
          disabled={form.disabled}
          onChange={(next) => level.change(term.id, next === "" ? undefined : next)}
        />
        {isList(term) && text !== "" && (
          <button type="button" className="jpd-linkbtn" data-aside disabled={form.disabled} onClick={() => level.change(term.id, { [term.id]: text })}>
            {texts.several}
          </button>
        )}
      </>
    );
  }
  return (
    <div className="jpd-prop" data-wide data-term={term.id} data-property={pointerOf(level, term.id)} role="group" aria-labelledby={id}>
      <div className="jpd-prop__head">
        <span className="jpd-prop__label" id={id} onClick={focusLabelled}>
          {name}
        </span>
        <span className="jpd-term__id">{term.id}</span>
      </div>
      <div className="jpd-prop__control">{body}</div>
      {need && !need.isMapped && <p className="jpd-warn">{texts.demanded(need.rule)}</p>}
    </div>
  );
}

/** A term that occurs several times: the list that its values come from, its value, and the scheme of it. */
function SeveralRows({ form, term, level }: { form: Form; term: Term; level: Level }) {
  const list = listLevel(form.catalogue, term, level);
  const parts = form.catalogue.terms.filter(({ id }) => id === term.id || id.startsWith(`${term.id}-`));
  return (
    <div className="jpd-subcard">
      <EachRow form={form} group={term} list={list} level={level} />
      {parts.map((part) => (
        <TermRow key={part.id} form={form} term={{ ...part, cardinality: "0..1" }} level={list.inner} />
      ))}
    </div>
  );
}
