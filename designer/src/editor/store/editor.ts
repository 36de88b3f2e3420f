/** The store of one designer: the document, what is selected and shown, and what the host gave. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { type Dict, dictFor } from "../../i18n";
import type { DataDragPayload, Field, FieldType, KpiElementKey, PageDesign, TableSchema } from "../../core/types";
import { KPI_DEFAULT_SIZES, KPI_ELEMENTS, kpiDefaultPositions } from "../../core/kpi";
import { ptToMm } from "../../core/page";
import type { EngineAdapter } from "../../engine/types";
import { allNames, designAt, fieldsOf, hasPages, roundMm } from "../operations/design";
import { groupOf, withGroups } from "../operations/groups";
import type { DropTarget } from "../drop/effect";
import { formattedCell, withNumberLooks } from "../operations/calculations";
import { newField, unusedName, wordsOf } from "../operations/names";
import { onlyValue } from "../operations/printed-values";
import { bindingOf, bindingsByName } from "../operations/warnings";
import { textOf } from "../operations/written-text";
import { clampInto, classifyZone, type Rect, snapToGrid } from "../../core/page";
import type { DesignerActionsValue, DesignerProviderProps, DocumentPair, FocusRequest, Permissions, StepLabel, TabKey } from "../types";
import { createActions } from "./actions";
import { createOverlay } from "../gestures/overlay-store";
import { placeInZone, rectOf, setRects, type ZonePlace } from "../operations/geometry";
import { inBand } from "../operations/zones";
import { placeInFlow, type PlaceOptions, type Subject } from "../operations/flow";
import type { Stage } from "../operations/stage";
import { DocumentStore, REFUSED_AFTER_MS } from "./document";
import { Drawing } from "../drawing/drawing-store";
import { lookup } from "../../panels/data/lookup";
import { imageFaultText, MAX_BYTES, readImage } from "../../panels/properties/images";
import { picturePatch, withPictureFor } from "../operations/pictures";
import type { ValueTaker } from "../../panels/data/taker";
import * as tables from "../operations/tables";
import { withDesign, withFields } from "../operations/design";
import type { StepView } from "./history";
import { NOTHING, type RowState, type RowTable, shownData, shownTable } from "./rows";
import { NO_NOTES, type Notes } from "./notes";
import { type CanvasView, DEFAULT_TABS, type TabLayout } from "./tabs";
import { createViewport } from "./viewport";

export interface SelectionState {
  selectedIds: string[];
  kpiElement: KpiElementKey | null;
}

/** A text at one of its printed places. */
export interface TextPlace {
  id: string;
  /** Repetition of its section, from 0. */
  item: number | undefined;
}

export interface FillingState {
  /** Keys of the value of the sample data whose form is open; `null` while there is none. */
  at: readonly string[] | null;
  /** The text that can be written instead. */
  text: TextPlace | null;
}

export const NOT_FILLING: FillingState = { at: null, text: null };

export interface UiState {
  /** Index of the page design that is edited. */
  page: number;
  /** View of the canvas where there is data and an engine; else it shows the layout. */
  view: CanvasView;
  /** True if numbers show the order of reading. */
  readingOrder: boolean;
  /** True while a preview of the document stands beside the canvas. */
  previewed: boolean;
  tab: TabKey;
  tabs: TabLayout;
  collapsed: boolean;
  tabMenuOpen: boolean;
  isolateBands: boolean;
  backgroundUploadError: string | null;
  draggedTab: TabKey | null;
  dragOverTab: TabKey | null;
  focusRequest: FocusRequest | null;
  snapping: boolean;
  letterKeys: boolean;
  /** Sample data is written that cannot be read: what is shown is older. */
  dataBroken: boolean;
  helpOpen: boolean;
  commandBarOpen: boolean;
  /** True if all pages are shown side by side. */
  overviewOpen: boolean;
  /** A template file that was dropped and may take the place of the document. */
  importing: File | null;
  /** A file that cannot be used here, and why. */
  refused: { file: string; reason: string } | null;
  /** Fields that are deleted once that is confirmed, because some are locked. */
  removing: readonly string[];
  /** Field whose content is edited on the canvas. */
  editing: string | null;
  /** Next announcement for screen readers; `n` tells repeated texts apart. */
  announcement: { text: string; n: number };
}

export interface ViewState {
  zoom: number;
}

export interface EngineState {
  engine: EngineAdapter | null;
  status: "loading" | "ready" | "none";
}

export type Host = Omit<DesignerProviderProps, "children">;

export const ALL_PERMISSIONS: Permissions = { structure: true, style: true, data: true, page: true };
const NO_PERMISSIONS: Permissions = { structure: false, style: false, data: false, page: false };
const DEFAULT_STEPS = 200;
const DEFAULT_GRID = 5;
/** Letters that follow the end of editing within this time are still text. */
const STILL_TYPING_MS = 1500;

export class Editor {
  readonly document: DocumentStore;
  readonly selection: StoreApi<SelectionState>;
  readonly ui: StoreApi<UiState>;
  readonly view: StoreApi<ViewState>;
  readonly engine: StoreApi<EngineState>;
  readonly actions: DesignerActionsValue;
  /** Properties of the host's last render; set after every commit. */
  host: Host;
  dict: Dict = dictFor("en");
  /** The scrolling box of the mounted canvas. */
  readonly viewport: { current: HTMLDivElement | null } = { current: null };
  /** The root of each mounted part, to know which focus is inside. */
  readonly roots = new Set<HTMLElement>();
  readonly zoom: ReturnType<typeof createViewport>;
  readonly drawing: Drawing;
  /** The printed pages on the canvas; `null` while it shows the layout. */
  readonly stage = createStore<{ stage: Stage | null }>(() => ({ stage: null }));
  /** Guides, marquee and the like of the gesture under way. */
  readonly overlay = createOverlay();
  /** A band whose edge is dragged: its size, and how many fields would change their zone. */
  readonly bandChange = createStore<{ band: string | null; size: number; changed: number }>(() => ({ band: null, size: 0, changed: 0 }));
  /** A list that was dropped on the page and waits for what it is shown as; of an object, which value is shown at the target. `shown` is the place on the canvas. */
  readonly dropChoice = createStore<{ payload: DataDragPayload | null; at: { x: number; y: number }; target: DropTarget; shown: { x: number; y: number } }>(() => ({
    payload: null,
    at: { x: 0, y: 0 },
    target: {},
    shown: { x: 0, y: 0 },
  }));
  /** The form of the sample data that is asked for at a text of the page. */
  readonly filling = createStore<FillingState>(() => NOT_FILLING);
  /** The rows of which each is a document of its own. */
  readonly rows = createStore<RowState>(() => ({ table: null, over: NOTHING }));
  /** Notes about the document, kept beside it. */
  readonly notes = createStore<Notes>(() => NO_NOTES);
  /** The gesture under way; Esc cancels it. */
  gesture: { cancel: () => void } | null = null;
  /** Faults of fields by their names, in the language of the editor. */
  warnings: ReadonlyMap<string, readonly string[]> = new Map();
  /** True if the last press, or the last focus, was in the canvas. */
  isCanvasUsed = true;
  /** Esc was pressed on the canvas: the next Tab leaves it. */
  leaving = false;
  /** Shows the list of problems, where the page has one. */
  showProblems: (() => void) | null = null;
  /** The group whose fields are selected one by one. */
  enteredGroup: string | null = null;
  /** New fields whose names follow what they show, until somebody names them. */
  readonly autoNamed = new Set<string>();
  /** The selection that *Select all* made, as long as it is that: letters typed then are meant to replace it. */
  allSelected: readonly string[] | null = null;
  /** Place where editing begins on the canvas, in mm from the corner of the field; `null`: at its beginning. */
  editingAt: { x: number; y: number } | null = null;
  /** Repetition of its section, from 0, of the printed place that the editing was begun at. */
  editingItem: number | undefined;
  /** The input that takes a value of the data where its cursor is. */
  readonly taking = createStore<{ taker: ValueTaker | null }>(() => ({ taker: null }));
  /** The text that is written on the canvas, which is asked to finish before its editing ends. */
  writing: { finish: () => void } | null = null;
  private typedUntil = 0;
  /** True if the next paste keeps the places of the originals. */
  pasteInPlace = false;

  /** `id` is unique on the page, and the same on the server and in the browser. */
  /** True if an open sidebar lies over the page. */
  sidebarCovers: () => boolean = () => false;

  constructor(host: Host, id: string) {
    this.host = host;
    this.drawing = new Drawing(`jpd${id.replace(/\W/g, "")}-`);
    this.selection = createStore(() => ({ selectedIds: [], kpiElement: null }));
    this.ui = createStore(() => ({
      page: 0,
      view: "document",
      readingOrder: false,
      previewed: false,
      tab: "campos",
      tabs: DEFAULT_TABS,
      collapsed: false,
      tabMenuOpen: false,
      isolateBands: false,
      backgroundUploadError: null,
      draggedTab: null,
      dragOverTab: null,
      focusRequest: null,
      snapping: true,
      letterKeys: true,
      dataBroken: false,
      helpOpen: false,
      commandBarOpen: false,
      overviewOpen: false,
      importing: null,
      refused: null,
      removing: [],
      editing: null,
      announcement: { text: "", n: 0 },
    }));
    this.view = createStore(() => ({ zoom: 1 }));
    this.engine = createStore(() => ({ engine: null, status: "loading" }));
    this.document = new DocumentStore(
      { template: host.template, bindings: host.bindings },
      () => this.host,
      () => this.stepView(),
      (view) => this.showStepView(view),
      {
        recording: host.history !== "off",
        limit: typeof host.history === "object" ? host.history.limit : DEFAULT_STEPS,
        sample: {
          current: () => this.host.data,
          change: (data) => this.host.onChangeData?.(data),
          table: () => this.table(),
          showTable: (table) => this.keepTable(table),
        },
      },
    );
    this.document.onPropose = (pair) => this.drawProposed(pair);
    this.actions = createActions(this);
    this.zoom = createViewport(this);
  }

  /** The data that is shown: that of the host, or a row. */
  get sample(): unknown {
    return shownData(this.rows.getState(), this.host.data);
  }

  /** The table of which a row is shown. */
  table(): RowTable | null {
    return shownTable(this.rows.getState(), this.host.data);
  }

  /** Shows the rows of a table, of which the host is about to have one. */
  keepTable(table: RowTable | null): void {
    // Other data is shown, which the rows have nothing to do with.
    if (table === null && this.table() === null) return;
    this.rows.setState({ table, over: this.host.data });
  }

  /** Shows another row. It is no edit: nothing is stored. */
  showRow(index: number): void {
    const table = this.table();
    if (!table) return;
    const at = Math.max(0, Math.min(table.rows.length - 1, Math.trunc(index)));
    if (at === table.at) return;
    this.rows.setState({ table: { ...table, at } });
    this.announce(this.dict.rows.position(at + 1, table.rows.length));
  }

  /** True if `pages` of the template are edited as pages. */
  get native(): boolean {
    return this.host.pages !== "off";
  }

  get grid(): number {
    return this.host.gridSizeMm ?? DEFAULT_GRID;
  }

  get permissions(): Permissions {
    return this.host.readOnly ? NO_PERMISSIONS : { ...ALL_PERMISSIONS, ...this.host.permissions };
  }

  /** Index of the edited page in a template that may have lost pages since. */
  get page(): number {
    const { template } = this.document.current();
    const { page } = this.ui.getState();
    return this.native && hasPages(template) ? Math.min(page, template.pages.length - 1) : 0;
  }

  /** The page design that is edited, with all changes that were proposed. */
  design(): PageDesign {
    return designAt(this.document.current().template, this.page, this.native);
  }

  fields(): Field[] {
    return fieldsOf(this.design());
  }

  field(id: string | null): Field | undefined {
    return id === null ? undefined : this.fields().find((field) => field?.id === id);
  }

  /** A field of any page. */
  fieldOn(page: number, id: string): Field | undefined {
    return fieldsOf(designAt(this.document.current().template, page, this.native)).find((field) => field?.id === id);
  }

  /** Place of a field on the canvas, in mm from the sheet: its first printed place, or that in the template. */
  shownRect(field: Field): Rect {
    const { stage } = this.stage.getState();
    return stage ? stage.place(field, this.drawing.store.getState().byField.get(field.id)) : rectOf(field);
  }

  /** The place in the template of a field that is to be printed at a place of the canvas, both in mm. */
  placeAt(at: { x: number; y: number }, subject: Subject, options: PlaceOptions = {}): { x: number; y: number } {
    const { stage } = this.stage.getState();
    if (!stage) return { x: at.x, y: roundMm(snapToGrid(at.y, options.grid ?? 0)) };
    const sheet = stage.sheetAt(at.y);
    const { pages, nowhere } = this.drawing.store.getState();
    const printed = sheet.design === stage.origin.design ? pages.get(sheet.number) : undefined;
    return placeInFlow({ x: at.x - sheet.x, y: at.y - sheet.y }, subject, { printed, design: this.design(), first: sheet.number === stage.origin.number, nowhere }, options);
  }

  /** The zone of a printed page that takes a box at a place of the canvas, and the place there; `null` on pages of another design. */
  zoneAt(rect: Rect, heights: readonly number[]): (ZonePlace & { sheet: { x: number; y: number } }) | null {
    const { stage } = this.stage.getState();
    const found = stage?.sheetAt(heights[0] ?? rect.y);
    if (found && found.design !== stage?.origin.design) return null;
    const sheet = { x: found?.x ?? 0, y: found?.y ?? 0 };
    return { ...placeInZone({ ...rect, x: rect.x - sheet.x, y: rect.y - sheet.y }, this.design(), heights.map((y) => y - sheet.y)), sheet };
  }

  /** Edits the bands or the body, as the field needs that was put there, and says that one in a band repeats. */
  followZone(field: Field): void {
    const { page, ...bands } = this.design();
    const isInBand = inBand(field, this.design());
    if (isInBand !== this.ui.getState().isolateBands) this.ui.setState({ isolateBands: isInBand });
    const zone = classifyZone(field, page, bands);
    if (isInBand && (zone === "header" || zone === "footer")) this.announce(this.dict.editor.announceRepeats(zone));
  }

  setView(view: CanvasView): void {
    this.ui.setState({ view });
  }

  selectedIds(): string[] {
    return this.selection.getState().selectedIds;
  }

  /** Selects, and opens a collapsed sidebar where that does not cover the page. */
  select(ids: string[]): void {
    const before = this.selectedIds();
    if (ids.length === before.length && ids.every((id, index) => id === before[index])) return;
    this.selection.setState({ selectedIds: ids, kpiElement: null });
    this.document.history.seal();
    if (ids.length > 0 && (this.host.expandOnSelect ?? true) && !this.sidebarCovers()) this.ui.setState({ collapsed: false });
  }

  /**
   * Selects one field, or adds it to the selection, or takes it out; with it its group, unless that was entered, or the field is
   * meant `alone`.
   */
  toggle(id: string, additive: boolean, alone = false): void {
    const ids = this.selectedIds();
    const group = groupOf(this.field(id));
    if (alone) this.enteredGroup = group ?? null;
    else if (group !== this.enteredGroup) this.enteredGroup = null;
    const own = alone ? [id] : this.withGroup(id);
    if (!additive) this.select(own);
    else if (ids.includes(id)) this.select(ids.filter((other) => !own.includes(other)));
    else this.select([...ids.filter((other) => !own.includes(other)), ...own]);
  }

  /** The field and what moves with it. */
  withGroup(id: string): string[] {
    const group = groupOf(this.field(id));
    return group === undefined || group === this.enteredGroup ? [id] : withGroups(this.fields(), [id]);
  }

  /** A change of the design that is edited, as one step. */
  changeDesign(label: StepLabel, change: <D extends PageDesign>(design: D) => D, coalesce?: string): boolean {
    const { page, native } = this;
    return this.document.apply(label, (pair) => {
      const template = withDesign(pair.template, page, native, change);
      return template === pair.template ? pair : { ...pair, template };
    }, coalesce);
  }

  private refusal: ReturnType<typeof setTimeout> | undefined;

  /** Draws what the host was asked to store, and what it has where it does not. */
  private drawProposed(pair: DocumentPair): void {
    this.drawing.redrawNow(pair);
    clearTimeout(this.refusal);
    this.refusal = setTimeout(() => {
      if (this.gesture === null) this.drawing.redraw(this.document.rendered());
    }, REFUSED_AFTER_MS);
  }

  /** Draws the document as it would be with fields resized so; `null` draws it as it is. */
  preview(rects: ReadonlyMap<string, Rect> | null): void {
    this.previewDesign(rects && ((own) => setRects(own, rects)));
  }

  /** Draws the document as it would be with a change; `null` draws it as it is. */
  previewDesign(change: (<D extends PageDesign>(design: D) => D) | null): void {
    const pair = this.document.current();
    const { page, native } = this;
    this.drawing.redraw(change ? { ...pair, template: withDesign(pair.template, page, native, change) } : pair);
  }

  /** Opens the dialog for the picture of an image field. */
  chooseImage(id: string): void {
    if (!this.permissions.data) return;
    const input = Object.assign(window.document.createElement("input"), { type: "file", accept: "image/*" });
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      if (file) void this.insertPicture(file, id);
    });
    input.click();
  }

  /** Deletes fields; asks first where one is locked. */
  askRemoval(ids: readonly string[]): void {
    if (!this.permissions.structure || ids.length === 0) return;
    if (ids.some((id) => this.field(id)?.locked)) this.ui.setState({ removing: ids });
    else this.actions.removeFields(ids);
  }

  announce(text: string): void {
    this.ui.setState(({ announcement }) => ({ announcement: { text, n: announcement.n + 1 } }));
  }

  newField(type: FieldType): Field {
    const field = newField(type, this.dict, allNames(this.document.current().template));
    this.autoNamed.add(field.id);
    return field;
  }

  /** Name of a field for screen readers. */
  fieldLabel(field: Field, warnings = 0): string {
    const t = this.dict;
    const zones = {
      header: t.templateInspector.zoneHeader,
      footer: t.templateInspector.zoneFooter,
      marginLeft: t.templateInspector.zoneMarginLeft,
      marginRight: t.templateInspector.zoneMarginRight,
      body: t.templateInspector.zoneBody,
    };
    const { page, ...bands } = this.design();
    const label = t.editor.fieldLabel(t.fieldTypeLabels[field.type] ?? field.type, field.name, field.x, field.y, field.width, field.height, zones[classifyZone(field, page, bands)], warnings);
    return field.locked ? `${label}, ${t.editor.locked}` : label;
  }

  /** Says what a field is, where it is, and what is wrong with it. */
  announceField(field: Field): void {
    const warnings = this.warnings.get(field.name) ?? [];
    this.announce([this.fieldLabel(field, warnings.length), ...warnings].join(". "));
  }

  /** Scrolls the canvas until the field is in view. */
  revealField(field: Field): void {
    this.viewport.current?.querySelector(`[data-field-id="${CSS.escape(field.id)}"]`)?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }

  /**
   * Begins to edit the content of a text or a table on the canvas, of the latter at a place in mm from its corner. Returns
   * whether it can be. `item` is the repetition of its section, from 0, that the editing is begun at.
   */
  editContent(id: string | null, at: { x: number; y: number } | null = null, item = this.drawing.store.getState().byField.get(id ?? "")?.item): boolean {
    const field = this.field(id);
    if (!field || !this.permissions.data || (field.type !== "text" && field.type !== "table")) return false;
    this.editingAt = at;
    this.editingItem = item;
    this.ui.setState({ editing: field.id });
    return true;
  }

  /**
   * Opens the form of the sample data at the value that is all of a text. `item` is the repetition of its section, from 0, at the
   * place that is meant. Returns false for other texts, and where data cannot be changed.
   */
  fillIn(id: string, item = this.drawing.store.getState().byField.get(id)?.item): boolean {
    const field = this.field(id);
    if (field?.type !== "text" || !this.host.onChangeData) return false;
    const { template, bindings } = this.document.current();
    const data = this.sample;
    const binding = bindingOf(field, bindingsByName(bindings));
    const value = onlyValue(textOf(field, binding, data), field, item, { template, design: this.design(), bindings, data });
    if (!value?.isKnown) return false;
    this.filling.setState({ at: value.keys, text: this.permissions.data ? { id, item } : null });
    return true;
  }

  /** Adds a field as buttons and keys do: a text is open for writing at once, with the text that it begins with selected. */
  insertField(kind: Exclude<FieldType, "section">, at?: { x: number; y: number }): void {
    const field = this.actions.addField(kind, at);
    if (field.type === "text" && this.viewport.current) this.editContent(field.id);
  }

  /** Ends editing on the canvas; the letters of somebody who goes on typing are no commands. */
  endEditing(): void {
    if (this.ui.getState().editing === null) return;
    this.writing?.finish();
    this.ui.setState({ editing: null });
    this.typedUntil = Date.now() + STILL_TYPING_MS;
  }

  typingOver(): void {
    this.typedUntil = 0;
  }

  /** Returns true if a letter belongs to what was typed just now. */
  stillTyping(): boolean {
    const now = Date.now();
    if (now >= this.typedUntil) return false;
    this.typedUntil = now + STILL_TYPING_MS;
    return true;
  }

  /** The items of the sample data that fill the rows of a table; none for a table without a list of the document. */
  itemsOf(table: TableSchema): readonly unknown[] {
    const binding = table.sectionId ? undefined : this.document.current().bindings.find((own) => own?.schemaName === table.name && own.type === "array");
    const items = binding?.type === "array" && typeof binding.path === "string" ? lookup(this.sample, binding.path) : undefined;
    return Array.isArray(items) ? (items as unknown[]) : [];
  }

  /** A cell of the design row, with its column of the list; of a table without a list, of any row. */
  editCell(id: string, column: number, value: string, row = 0): void {
    const { page, native } = this;
    const table = this.field(id);
    if (table?.type !== "table" || !this.permissions.data) return;
    const before = table.content?.[row] ?? [];
    const items = row === 0 ? this.itemsOf(table) : [];
    const { template } = this.document.current();
    const written = formattedCell(template, this.sample, table, column, value, items);
    const { cell } = written;
    const after = Array.from({ length: Math.max(before.length, column + 1) }, (_, index) => (index === column ? cell : (before[index] ?? "")));
    const looked = (own: TableSchema) => (items.length > 0 ? withNumberLooks(template, own, column, before[column] ?? "", written) : own);
    this.document.apply({ kind: "column", name: table.name }, (pair) => ({
      template: withDesign(pair.template, page, native, (own) =>
        withFields(own, fieldsOf(own).map((field) =>
          field?.id === id && field.type === "table" ? looked({ ...field, content: row < (field.content?.length ?? 0) ? field.content.with(row, after) : [...(field.content ?? []), after] }) : field,
        )),
      ),
      bindings: pair.bindings.map((binding) =>
        binding.schemaName === table.name && binding.type === "array" ? (tables.mirrorCells(binding, table.head, before, after) ?? binding) : binding,
      ),
    }));
  }

  /** Moves a part of a card, unless it is locked; the card keeps it inside. */
  nudgeKpiElement(element: KpiElementKey, dx: number, dy: number): boolean {
    const field = this.field(this.selectedIds().at(-1) ?? null);
    if (field?.type !== "kpi" || field[`${element}Locked`] !== false) return false;
    const inMm = Object.fromEntries(
      KPI_ELEMENTS.map((part) => [part, ptToMm((part === "icon" ? field.iconSize : field[`${part}FontSize`]) ?? KPI_DEFAULT_SIZES[part])]),
    ) as Record<KpiElementKey, number>;
    const offset = field[`${element}Offset`] ?? kpiDefaultPositions(field.width, field.height, inMm)[element];
    const clamp = (value: number, max: number) => roundMm(Math.max(0, Math.min(max, value)));
    const next = { ...offset, x: clamp(offset.x + dx, field.width), y: clamp(offset.y + dy, field.height) };
    this.actions.updateSchema(field.id, { [`${element}Offset`]: next }, { coalesce: `offset:${field.id}:${element}`, label: { kind: "move", name: field.name } });
    return true;
  }

  /**
   * A picture as a new image field, as that of an image, or in the place of a drawing. Returns false for a file that cannot be
   * printed as a picture, after it says so.
   */
  async insertPicture(file: Blob, target?: string, at?: { x: number; y: number }): Promise<boolean> {
    const read = await readImage(file);
    const fault = "error" in read ? read.error : read.facts.bytes > MAX_BYTES ? "size" : null;
    if ("error" in read || fault !== null) {
      this.ui.setState({ refused: { file: file instanceof File ? file.name : "", reason: imageFaultText(fault ?? "unreadable", this.dict) } });
      return false;
    }
    const { size } = read;
    // A file keeps its name where it is stored as it is.
    const isAsNamed = file.type === `image/${read.facts.format.toLowerCase()}`;
    const uri = this.host.assets ? await this.host.assets.save(isAsNamed ? file : await (await fetch(read.uri)).blob()) : read.uri;
    const replaced = this.field(target ?? null);
    if (replaced?.type === "image") {
      this.actions.updateSchema(replaced.id, picturePatch(replaced, this.document.current().template, uri, size));
      return true;
    }
    if (replaced) {
      this.actions.change({ kind: "edit", name: replaced.name }, (pair) => ({ ...pair, template: withPictureFor(pair.template, replaced.id, uri, size) }));
      return true;
    }
    const field = this.newField("image");
    if (file instanceof File) field.name = unusedName(wordsOf(file.name.replace(/\.\w+$/, "")) || field.name, allNames(this.document.current().template));
    const ratio = size.height / size.width;
    const image = { ...field, content: uri, width: 40, height: roundMm(Math.max(1, 40 * ratio)) } as Field;
    this.actions.transaction({ kind: "add", name: image.name }, () => {
      const added = this.actions.addSchema(image);
      if (!at) return;
      // A picture that is dropped near an edge stays on the page.
      const { x, y } = clampInto({ ...image, ...at }, { x: 0, y: 0, ...this.design().page });
      this.actions.setGeometry(added.id, { x: roundMm(x), y: roundMm(y) });
    });
    return true;
  }

  private stepView(): StepView {
    const box = this.viewport.current;
    const view = { page: this.ui.getState().page, selectedIds: this.selectedIds(), bands: this.ui.getState().isolateBands };
    return box ? { ...view, scroll: { left: box.scrollLeft, top: box.scrollTop, zoom: this.view.getState().zoom } } : view;
  }

  private showStepView(view: StepView): void {
    this.ui.setState(({ isolateBands }) => ({ page: view.page, editing: null, isolateBands: view.bands ?? isolateBands }));
    const there = new Set(this.fields().map((field) => field?.id));
    const selectedIds = view.selectedIds.filter((id) => there.has(id));
    this.selection.setState({ selectedIds, kpiElement: null });
    const { scroll } = view;
    // The page of the step may be another one, which is there with the next frame.
    requestAnimationFrame(() => {
      const box = this.viewport.current;
      if (!box) return;
      if (scroll?.zoom === this.view.getState().zoom) return box.scrollTo({ left: scroll.left, top: scroll.top, behavior: "instant" });
      const first = this.field(selectedIds[0] ?? null);
      if (first) this.revealField(first);
    });
  }
}
