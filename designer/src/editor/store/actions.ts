/** The actions of the editor. Everything that an updater needs, such as new ids, is made before: updaters are pure. */
import type { Binding, Field, Orientation, PageDesign, SectionSchema, TableSchema, TextSchema } from "../../core/types";
import { clipOf, insertCopies, prepareCopies, shareClip, sharedClip } from "../operations/clipboard";
import { allNames, fieldsOf, hasPages, patched, roundMm, withDesign, withFields } from "../operations/design";
import {
  dropBindings,
  freeName,
  patchFields,
  placeFor,
  renameBindings,
  reorder,
  setBinding,
  withoutFields,
} from "../operations/fields";
import {
  alignFields,
  boundsOf,
  centerInBody,
  clampGroup,
  distributeFields,
  matchSizes,
  movingIds,
  placeFields,
  placeInZone,
  rectOf,
  setRects,
  shiftFields,
  withMembership,
} from "../operations/geometry";
import { isExtended, isExtensionKind, makeSectionColumnPair, uid } from "../../core/fields";
import { groupFields, moveInOrder, regrouped, renameGroup, ungroupFields } from "../operations/groups";
import { formattedCell, withNumberLooks } from "../operations/calculations";
import { nameOfContent, titleOf, unusedName, wordsOf } from "../operations/names";
import * as pages from "../operations/pages";
import { isLook, permittedPatch } from "../operations/permitted";
import * as tables from "../operations/tables";
import { lookAround } from "../operations/text-look";
import { columnTokenAt } from "../operations/value-token";
import { inBand } from "../operations/zones";
import type { ChangeOptions, DesignerActionsValue, DocumentPair, FieldPatch, Permissions, StepLabel } from "../types";
import { readBackground } from "./background";
import type { Editor } from "./editor";
import { revealTarget } from "./reveal";

const PRESETS: Record<string, { width: number; height: number }> = {
  a4: { width: 210, height: 297 },
  a3: { width: 297, height: 420 },
  a5: { width: 148, height: 210 },
  letter: { width: 215.9, height: 279.4 },
  legal: { width: 215.9, height: 355.6 },
};

export function createActions(editor: Editor): DesignerActionsValue {
  const { document } = editor;
  const ids = () => editor.selectedIds();
  const may = (permission: keyof Permissions) => editor.permissions[permission];
  const names = () => allNames(document.current().template);
  const select = (selectedIds: string[]) => editor.selection.setState({ selectedIds, kpiElement: null });

  /** Changes the design of the current page. */
  function design(label: StepLabel, change: <D extends PageDesign>(design: D) => D, coalesce?: string): boolean {
    const { page, native } = editor;
    return document.apply(label, (pair) => withTemplate(pair, (template) => withDesign(template, page, native, change)), coalesce);
  }

  function withTemplate(pair: DocumentPair, change: (template: DocumentPair["template"]) => DocumentPair["template"]): DocumentPair {
    const template = change(pair.template);
    return template === pair.template ? pair : { ...pair, template };
  }

  const labelFor = (kind: StepLabel["kind"], list: readonly string[]): StepLabel => {
    const only = list.length === 1 ? editor.field(list[0] as string)?.name : undefined;
    return only === undefined ? { kind, count: list.length } : { kind, name: only };
  };

  function patchLabel(list: string[], patch: FieldPatch): StepLabel {
    const keys = Object.keys(patch);
    if (keys.every((key) => key === "x" || key === "y")) return labelFor("move", list);
    if (keys.every((key) => ["x", "y", "width", "height"].includes(key))) return labelFor("resize", list);
    if (keys.length === 1 && keys[0] === "locked") return labelFor(patch.locked ? "lock" : "unlock", list);
    const fields = fieldsIn(list);
    return labelFor(keys.every((key) => fields.every((field) => isLook(field, key))) ? "style" : "edit", list);
  }

  const fieldsIn = (list: readonly string[]): Field[] => list.flatMap((id) => editor.field(id) ?? []);

  function updateSchemas(list: string[], asked: FieldPatch, options: ChangeOptions = {}): void {
    let patch = permittedPatch(fieldsIn(list), asked, editor.permissions);
    const keys = Object.keys(patch);
    if (keys.length === 0) return;
    const label = options.label ?? patchLabel(list, patch);
    const set = new Set(list);
    const geometry = ["x", "y", "width", "height"].some((key) => key in patch);
    const coalesce = options.coalesce ?? `edit:${keys.join()}:${list.join()}`;
    const name = nameFor(list, patch);
    if (name !== undefined) patch = { ...patch, name };
    design(label, (page) => {
      const changed = patchFields(page, set, patch);
      return geometry && changed !== page ? withMembership(changed, set) : changed;
    }, coalesce);
  }

  /** The name of a new text that gets its content, unless something refers to it already. */
  function nameFor(list: string[], patch: FieldPatch): string | undefined {
    const [id] = list;
    const field = list.length === 1 ? editor.field(id!) : undefined;
    if (!field || !editor.autoNamed.has(field.id) || !("content" in patch || "title" in patch)) return undefined;
    const { template, bindings } = document.current();
    const wanted = nameOfContent({ ...field, ...patch } as Field);
    if (wanted === "" || bindings.some((binding) => binding?.schemaName === field.name)) return undefined;
    const taken = allNames(template);
    taken.delete(field.name);
    return unusedName(wanted, taken);
  }

  /** A new field that gets data is called after it, until somebody names it. */
  function bound(name: string, binding: Binding | null, change: () => void): void {
    const owner = editor.fields().find((field) => field?.name === name);
    const wanted = owner && binding && editor.autoNamed.has(owner.id) ? nameOfContent(owner, binding) : "";
    if (!owner || wanted === "" || !may("structure")) return change();
    document.transaction({ kind: "bind", name: wanted }, () => {
      change();
      const taken = names();
      taken.delete(owner.name);
      actions.renameSchema(owner.id, unusedName(wanted, taken));
      editor.autoNamed.add(owner.id);
    });
  }

  function addFields(fields: Field[], bindings: Binding[], label: StepLabel): void {
    const { page, native } = editor;
    const joined = new Set(fields.filter((field) => !field.sectionId).map((field) => field.id));
    document.transaction(label, () => {
      document.apply(label, (pair) => ({
        template: withDesign(pair.template, page, native, (own) =>
          withMembership(withFields(own, [...fieldsOf(own), ...fields]), joined),
        ),
        bindings: bindings.length > 0 ? [...pair.bindings, ...bindings] : pair.bindings,
      }));
      select(fields.map((field) => field.id));
    });
  }

  function placed<F extends Field>(field: F): F {
    const place = placeFor(field, editor.design(), {
      bands: editor.ui.getState().isolateBands,
      grid: editor.grid,
      section: field.type === "section",
    });
    return { ...field, ...place };
  }

  /** A new text in the look of those around it. */
  function dressed(field: Field): Field {
    const look = field.type === "text" ? lookAround(field, editor.design()) : null;
    return look ? patched(field, look) : field;
  }

  function addSchema(field: Field): Field {
    return may("structure") ? add(placed(field)) : field;
  }

  function add(field: Field): Field {
    addFields([field], [], { kind: "add", name: field.name });
    editor.announce(editor.dict.editor.announceAdded(field.name, field.x, field.y));
    return field;
  }

  function remove(list: string[], kind: "delete" | "cut"): void {
    if (!may("structure") || list.length === 0) return;
    const set = new Set(list);
    const removed = new Set(editor.fields().flatMap((field) => (field && set.has(field.id) ? field.name : [])));
    const label = labelFor(kind, list);
    const { page, native } = editor;
    document.transaction(label, () => {
      document.apply(label, (pair) => {
        const template = withDesign(pair.template, page, native, (own) => withoutFields(own, set));
        // Another field of the name keeps its binding.
        const left = allNames(template);
        return { template, bindings: dropBindings(pair.bindings, new Set([...removed].filter((name) => !left.has(name)))) };
      });
      select(ids().filter((id) => !set.has(id)));
    });
    editor.announce(editor.dict.editor.announceDeleted(list.length));
  }

  /** The selected table. */
  function table(label: StepLabel, change: (table: TableSchema) => TableSchema, bindingChange?: (binding: never) => unknown, allowed = may("data")): void {
    if (!allowed) return;
    const selected = editor.field(ids().at(-1) ?? null);
    if (selected?.type !== "table") return;
    const { page, native } = editor;
    const { id, name } = selected;
    document.apply({ ...label, name: label.name ?? name }, (pair) => {
      const template = withDesign(pair.template, page, native, (own) =>
        withFields(own, fieldsOf(own).map((field) => (field?.id === id && field.type === "table" ? change(field) : field))),
      );
      const bindings = bindingChange
        ? pair.bindings.map((binding) =>
            binding.schemaName === name && binding.type === "array" ? ((bindingChange(binding as never) ?? binding) as Binding) : binding,
          )
        : pair.bindings;
      const same = bindings.every((binding, index) => binding === pair.bindings[index]);
      return { template, bindings: same ? pair.bindings : bindings };
    });
  }

  type Own = import("../../core/types").ArrayBinding;
  const onList = (change: (binding: Own) => Own) => change as unknown as (binding: never) => unknown;

  function announcePlaces(list: string[]): void {
    const first = editor.field(list.at(-1) ?? null);
    if (first) editor.announce(editor.dict.editor.announceMoved(list.length, first.name, first.x, first.y));
  }

  function paste(clip = sharedClip(), inPlace = false, kind: "paste" | "duplicate" = "paste"): void {
    if (!may("structure") || !clip || clip.fields.length === 0) return;
    insert(prepareCopies(clip, editor.design(), names(), { grid: editor.grid, inPlace }), kind);
  }

  function insert(copies: pages.Copies, kind: "paste" | "duplicate"): void {
    const label: StepLabel =
      copies.fields.length === 1 ? { kind, name: (copies.fields[0] as Field).name } : { kind, count: copies.fields.length };
    const { page, native } = editor;
    document.transaction(label, () => {
      document.apply(label, (pair) => insertCopies(pair, page, native, copies));
      const mode = editor.ui.getState().isolateBands;
      const shown = copies.fields.filter((field) => inBand(editor.field(field.id) ?? field, editor.design()) === mode);
      select((shown.length > 0 ? shown : copies.fields).map((field) => field.id));
    });
    editor.announce(editor.dict.editor.announcePasted(copies.fields.length));
  }

  /** Returns true if fields of the body come to be wholly in the header or the footer. */
  function entersBand(fields: readonly Field[], own: PageDesign, { dx, dy }: { dx: number; dy: number }): boolean {
    if (fields.some((field) => field.type === "section" || inBand(field, own))) return false;
    const bounds = boundsOf(fields);
    const moved = { ...bounds, x: bounds.x + dx, y: bounds.y + dy };
    const { zone, x, y } = placeInZone(moved, own, [moved.y]);
    return zone !== "body" && Math.abs(x - moved.x) < 1e-6 && Math.abs(y - moved.y) < 1e-6;
  }

  function showPage(index: number): void {
    if (index === editor.page) return;
    editor.ui.setState({ page: index, editing: null });
    select([]);
  }

  function changePages(label: StepLabel, change: (pair: DocumentPair) => DocumentPair, show?: number): void {
    if (!may("page") || !editor.native) return;
    document.transaction(label, () => {
      document.apply(label, change);
      if (show !== undefined) {
        editor.ui.setState({ page: show, editing: null });
        select([]);
      }
    });
  }

  function changeBinding(name: string, binding: Binding | null): void {
    if (!may("data")) return;
    const label: StepLabel = { kind: binding ? "bind" : "unbind", name };
    const { page, native } = editor;
    const owner = editor.fields().find((field) => field?.name === name);
    const bound = document.current().bindings.some((own) => own.schemaName === name && own.type === "array");
    if (owner?.type !== "table" || binding?.type !== "array" || bound) {
      document.apply(label, (pair) => setBinding(pair, name, binding), binding ? `bind:${name}` : undefined);
      return;
    }
    document.apply(label, (pair) => {
      let next: Binding = binding;
      const template = withDesign(pair.template, page, native, (own) =>
        withFields(own, fieldsOf(own).map((field) => {
          if (field?.id !== owner.id || field.type !== "table") return field;
          const made = tables.bindTable(field, binding);
          next = made.binding;
          return made.table;
        })),
      );
      return { template, bindings: setBinding(pair, name, next).bindings };
    });
  }

  const arrange = (
    label: StepLabel["kind"],
    change: <D extends PageDesign>(design: D, ids: readonly string[]) => D,
  ): void => {
    const list = ids();
    if (!may("structure") || list.length === 0) return;
    if (design(labelFor(label, list), (page) => change(page, list))) announcePlaces(list);
  };

  function setIsolateBands(on: boolean): void {
    if (on === editor.ui.getState().isolateBands) return;
    editor.ui.setState({ isolateBands: on, editing: null });
    select([]);
    const t = editor.dict.editor;
    editor.announce(on ? t.modeBands : t.modeBody);
  }

  const actions: DesignerActionsValue = {
    updateSchema: (id, patch, options) => updateSchemas([id], patch, options),
    updateSchemas,
    renameSchema(id, name) {
      const field = editor.field(id);
      if (!field || !may("structure")) return false;
      if (name.trim() === field.name) return true;
      const free = freeName(document.current().template, field.name, name);
      if (free === null) return false;
      editor.autoNamed.delete(id);
      const old = field.name;
      const { page, native } = editor;
      return document.apply({ kind: "rename", name: free }, (pair) => ({
        template: withDesign(pair.template, page, native, (own) => patchFields(own, new Set([id]), { name: free })),
        bindings: renameBindings(pair.bindings, old, free),
      }));
    },
    moveGroup(positions) {
      if (!may("structure")) return;
      const own = editor.design();
      const free = movingIds(own, positions.map(({ id }) => id));
      const first = positions.find(({ id }) => free.has(id));
      const field = first && editor.field(first.id);
      if (!first || !field) return;
      // Members of a moving section do not limit it, and move with it.
      const limiting = fieldsOf(own).filter((other) => other && free.has(other.id) && !(other.sectionId && free.has(other.sectionId)));
      const wanted = new Map(positions.filter(({ id }) => free.has(id)).map(({ id, x, y }) => [id, { x, y }]));
      const same = limiting.every((other) => {
        const place = wanted.get(other.id);
        return place && Math.abs(place.x - other.x - first.x + field.x) < 1e-6 && Math.abs(place.y - other.y - first.y + field.y) < 1e-6;
      });
      const list = [...wanted.keys()];
      if (!same) {
        design(labelFor("move", list), (page) => placeFields(page, wanted));
        return;
      }
      const asked = { dx: first.x - field.x, dy: first.y - field.y };
      const entered = entersBand(limiting, own, asked);
      const by = entered ? asked : clampGroup(limiting.map(rectOf), own, asked.dx, asked.dy);
      const places = new Map(limiting.map((other) => [other.id, { x: other.x + by.dx, y: other.y + by.dy }]));
      document.transaction(labelFor("move", list), () => {
        design(labelFor("move", list), (page) => placeFields(page, places));
        if (!entered) return announcePlaces(list);
        editor.followZone(editor.field(first.id) ?? field);
      });
    },
    bringToFront: (id) => void (may("structure") && design(labelFor("order", [id]), (own) => reorder(own, id, (_, length) => length))),
    sendToBack: (id) => void (may("structure") && design(labelFor("order", [id]), (own) => reorder(own, id, () => 0))),
    bringForward: (id) => void (may("structure") && design(labelFor("order", [id]), (own) => reorder(own, id, (from) => from + 1))),
    sendBackward: (id) => void (may("structure") && design(labelFor("order", [id]), (own) => reorder(own, id, (from) => from - 1))),
    reorderSchema: (id, index) => void (may("structure") && design(labelFor("order", [id]), (own) => reorder(own, id, (from) => (from < index ? index - 1 : index)))),
    addSchema,
    addField(type, at) {
      const field = editor.newField(type);
      if (!may("structure")) return field;
      if (isExtensionKind(type) && document.current().template.extensions === undefined) {
        let added: Field = field;
        document.transaction({ kind: "add", name: field.name }, () => {
          document.apply({ kind: "add" }, (pair) => ({ ...pair, template: { ...pair.template, extensions: 1 } }));
          added = actions.addField(type, at);
        });
        return added;
      }
      if (!at) return add(dressed(placed(field)));
      const dropped = dressed({ ...field, x: roundMm(at.x), y: roundMm(at.y) });
      document.transaction({ kind: "add", name: dropped.name }, () => {
        addFields([dropped], [], { kind: "add", name: dropped.name });
        editor.followZone(editor.field(dropped.id) ?? dropped);
      });
      return dropped;
    },
    createSection(path) {
      const section = placed(editor.newField("section") as SectionSchema);
      if (path) section.name = unusedName(wordsOf(path), names());
      if (!may("structure")) return section;
      const bindings: Binding[] = path ? [{ schemaName: section.name, type: "section", path }] : [];
      addFields([section], bindings, { kind: "add", name: section.name });
      return section;
    },
    dropSectionColumn({ sectionId, column }, x, y) {
      if (!may("structure") || !editor.field(sectionId)) return;
      const { header, value } = makeSectionColumnPair(sectionId, column, roundMm(x), roundMm(y), editor.dict);
      const { template, bindings } = document.current();
      const section = editor.field(sectionId);
      const list = bindings.find((own) => own?.schemaName === section?.name && own.type === "section");
      const token = list && "path" in list ? columnTokenAt(template, editor.sample, list.path, column, editor.table()?.rows) : value.content;
      const name = unusedName(wordsOf(column), names());
      const title = unusedName(editor.dict.editor.titleOf(name), names());
      // The text alone says what is printed: a binding would take its place.
      addFields([{ ...header, name: title }, { ...value, name, content: token }], [], { kind: "add", count: 2 });
    },
    removeSchema: (id) => remove([id], "delete"),
    removeSelected: () => remove(ids(), "delete"),
    removeFields: (list) => remove([...list], "delete"),
    setBinding(name, binding) {
      if (may("data")) document.apply({ kind: binding ? "bind" : "unbind", name }, (pair) => setBinding(pair, name, binding), `bind:${name}`);
    },
    handleChangeBinding: (name, binding) => bound(name, binding, () => changeBinding(name, binding)),
    renameTableColumn(index, label) {
      const selected = editor.field(ids().at(-1) ?? null);
      const extended = isExtended(document.current().template);
      // The label of the list is the title of the head.
      const isOfStyle = selected?.type === "table" && tables.hasOwnTitle(selected, index, extended);
      table({ kind: "column" }, (own) => tables.renameColumn(own, index, label, extended), isOfStyle ? undefined : onList((own) => tables.renameBindingColumn(own, index, label)));
    },
    setTableHead(head) {
      const selected = editor.field(ids().at(-1) ?? null);
      const old = selected?.type === "table" ? selected.head : [];
      table({ kind: "column" }, (own) => tables.reindexTable(own, head), onList((own) => tables.reindexBinding(own, old, head)));
    },
    addTableColumn(key) {
      const selected = editor.field(ids().at(-1) ?? null);
      if (selected?.type !== "table") return;
      const binding = document.current().bindings.find((own): own is Own => own.schemaName === selected.name && own.type === "array");
      const source = editor.host.dataSources?.find((own) => own.path === binding?.path);
      const { template } = document.current();
      const formatted = binding && isExtended(template) ? columnTokenAt(template, editor.sample, binding.path, key, editor.table()?.rows) : "";
      const cell = formatted.includes("(") ? formatted : tables.columnCell(key, source?.columnTypes?.[key]);
      if (tables.showsColumn(selected, binding, key)) return;
      const title = unusedName(titleOf(key), new Set(selected.head));
      table({ kind: "column" }, (own) => tables.addColumn(own, title, cell), onList((own) => tables.addColumnToBinding(own, title, { label: title, formula: cell })));
    },
    removeTableColumn(index) {
      const selected = editor.field(ids().at(-1) ?? null);
      const head = selected?.type === "table" ? selected.head : [];
      const label = head[index];
      if (label === undefined) return;
      table({ kind: "column" }, (own) => tables.removeColumn(own, index), onList((own) => tables.removeColumnFromBinding(own, label, { index, length: head.length })));
    },
    reorderTableColumn(from, to) {
      const selected = editor.field(ids().at(-1) ?? null);
      const length = selected?.type === "table" ? selected.head.length : 0;
      table({ kind: "column" }, (own) => tables.reorderColumn(own, from, to), onList((own) => tables.reorderBinding(own, length, from, to)));
    },
    setColumnStyle: (index, patch) => table({ kind: "style" }, (own) => tables.setColumnStyle(own, index, patch)),
    setColumnWidth: (index, width) => {
      const extended = isExtended(document.current().template);
      table({ kind: "column" }, (own) => tables.setColumnWidth(own, index, width, extended), undefined, may("data") || may("structure"));
    },
    setColumnFormula(index, text) {
      const selected = editor.field(ids().at(-1) ?? null);
      if (selected?.type !== "table") return;
      const label = selected.head[index] ?? "";
      const before = selected.content[0]?.[index] ?? "";
      const { template } = document.current();
      const items = editor.itemsOf(selected);
      const { cell: formula, isNumber } = formattedCell(template, editor.sample, selected, index, text, items);
      const { cell, rawPath } = tables.columnFormulaCell(formula, before, label);
      table(
        { kind: "column" },
        (own) => withNumberLooks(template, tables.applyColumnCell(own, index, cell), index, before, { cell, isNumber }),
        onList((own) => tables.setFormulaOnBinding(own, index, formula, label, rawPath)),
      );
    },
    rebuildTable(id, path, columns) {
      const field = editor.field(id);
      if (field?.type !== "table" || !may("data")) return;
      const { page, native } = editor;
      document.apply({ kind: "bind", name: field.name }, (pair) => {
        const existing = pair.bindings.find((own): own is Own => own.schemaName === field.name && own.type === "array");
        const made = tables.rebuildTable(field, existing, field.name, path, columns);
        const template = withDesign(pair.template, page, native, (own) =>
          withFields(own, fieldsOf(own).map((other) => (other?.id === id ? made.table : other))),
        );
        return { template, bindings: setBinding(pair, field.name, made.binding).bindings };
      });
    },
    updatePageBand(patch) {
      if (may("page")) design({ kind: "bands" }, (own) => patched(own, patch), `bands:${Object.keys(patch).join()}`);
    },
    setPagePreset(name) {
      const size = PRESETS[name];
      if (!size) return;
      const { page } = editor.design();
      const landscape = page.width > page.height;
      actions.setPageSize(landscape ? size.height : size.width, landscape ? size.width : size.height);
    },
    setPageOrientation(orientation: Orientation) {
      const { page } = editor.design();
      if ((page.width > page.height) !== (orientation === "landscape")) actions.setPageSize(page.height, page.width);
    },
    setPageSize(width, height) {
      if (!may("page") || !(width > 0) || !(height > 0)) return;
      design({ kind: "pageSize" }, (own) => {
        const page = patched(own.page, { width, height });
        return page === own.page ? own : { ...own, page };
      });
    },
    setBackgroundImage(uri) {
      if (may("page")) design({ kind: "background" }, (own) => patched(own, { backgroundImage: uri || undefined }));
    },
    toggleIsolateBands: () => setIsolateBands(!editor.ui.getState().isolateBands),
    setIsolateBands,
    async handleBackgroundUpload({ target }) {
      const file = target.files?.[0];
      // The same file can be chosen again after it was changed.
      target.value = "";
      if (!file) return;
      const { native } = editor;
      const idAt = (index: number) => {
        const { template } = document.current();
        return native && hasPages(template) ? (template.pages[index]?.id ?? null) : null;
      };
      const chosen = { index: editor.page, id: idAt(editor.page) };
      const read = await readBackground(file, editor.host.assets, editor.dict);
      if ("error" in read) {
        editor.ui.setState({ backgroundUploadError: read.error });
        return;
      }
      editor.ui.setState({ backgroundUploadError: null });
      if (!may("page")) return;
      // The page for which it was chosen may have another place since, or be gone.
      const { template } = document.current();
      const at = chosen.id === null || !hasPages(template) ? chosen.index : template.pages.findIndex(({ id }) => id === chosen.id);
      const backgroundImage = read.uri || undefined;
      document.apply({ kind: "background" }, (pair) => withTemplate(pair, (own) => withDesign(own, at, native, (page) => patched(page, { backgroundImage }))));
    },
    undo: () => {
      if (editor.host.readOnly) return;
      // A gesture under way is taken back before the steps that are done.
      if (editor.gesture) return editor.gesture.cancel();
      const step = document.history.steps[document.history.position - 1];
      if (step && document.undo()) editor.announce(editor.dict.editor.announceUndone(editor.dict.editor.historyLabel(step.label)));
    },
    redo: () => {
      if (editor.host.readOnly || editor.gesture) return;
      const step = document.history.steps[document.history.position];
      if (step && document.redo()) editor.announce(editor.dict.editor.announceRedone(editor.dict.editor.historyLabel(step.label)));
    },
    transaction: (label, change, coalesce) => document.transaction(typeof label === "string" ? { kind: "custom", name: label } : label, change, coalesce),
    change: (label, change, coalesce) => void document.apply(label, change, coalesce),
    duplicate() {
      const clip = clipOf(editor.design(), document.current().bindings, ids());
      paste(clip, false, "duplicate");
    },
    duplicateBy(dx, dy) {
      const clip = clipOf(editor.design(), document.current().bindings, ids());
      if (!may("structure") || !clip) return;
      // The pointer says where they are, also beyond the page.
      const copies = pages.copyFields(clip.fields, clip.bindings, names());
      copies.fields = regrouped(copies.fields, editor.design()).map((field) => ({ ...field, x: roundMm(field.x + dx), y: roundMm(field.y + dy) }));
      insert(copies, "duplicate");
    },
    group() {
      const list = ids();
      if (!may("structure") || list.length < 2) return;
      const t = editor.dict.gestures;
      if (design({ kind: "custom", name: t.groupStep(list.length) }, (own) => groupFields(own, list, t.groupName))) editor.announce(t.grouped(list.length));
      editor.enteredGroup = null;
    },
    ungroup() {
      const list = ids();
      if (!may("structure")) return;
      const t = editor.dict.gestures;
      if (design({ kind: "custom", name: t.ungroupStep }, (own) => ungroupFields(own, list))) editor.announce(t.ungrouped);
    },
    renameGroup: (from, to) => may("structure") && design({ kind: "rename", name: to.trim() }, (own) => renameGroup(own, from, to)),
    moveInOrder: (list, index, group) => void (may("structure") && design(labelFor("order", list), (own) => moveInOrder(own, list, index, group))),
    turn(list, degrees) {
      if (!may("style") && !may("structure")) return;
      const rotate = degrees === 0 ? undefined : degrees;
      design({ kind: "custom", name: editor.dict.gestures.turnStep }, (own) => patchFields(own, new Set(list), { rotate }));
      const field = editor.field(list.at(-1) ?? null);
      if (field) editor.announce(editor.dict.gestures.turned(field.name, degrees));
    },
    copy() {
      const clip = clipOf(editor.design(), document.current().bindings, ids());
      if (!clip) return;
      shareClip(clip);
      // Not allowed everywhere; pasting inside this page works without it.
      navigator.clipboard?.writeText(JSON.stringify(clip)).then(() => shareClip(clip, true), () => {});
      editor.announce(editor.dict.editor.announceCopied(clip.fields.length));
    },
    cut() {
      actions.copy();
      remove(ids(), "cut");
    },
    paste: (inPlace) => paste(sharedClip(), inPlace),
    align: (edge) => arrange("align", (own, list) => alignFields(own, list, edge)),
    distribute: (axis) => arrange("distribute", (own, list) => distributeFields(own, list, axis)),
    matchSize: (dimension) => arrange("matchSize", (own, list) => matchSizes(own, list, dimension)),
    centerInBody: (axis) => arrange("align", (own, list) => centerInBody(own, list, axis)),
    moveBy(dx, dy) {
      const list = ids();
      if (!may("structure") || list.length === 0) return;
      if (design(labelFor("move", list), (own) => shiftFields(own, list, dx, dy), `nudge:${list.join()}`)) announcePlaces(list);
    },
    resizeBy(dWidth, dHeight) {
      const list = ids();
      if (!may("structure")) return;
      const rects = new Map(
        editor
          .fields()
          .filter((field) => field && list.includes(field.id) && !field.locked)
          .map((field) => [field.id, { ...rectOf(field), width: field.width + dWidth, height: field.height + dHeight }]),
      );
      if (rects.size === 0) return;
      if (!design(labelFor("resize", list), (own) => setRects(own, rects), `resize:${list.join()}`)) return;
      const field = editor.field(list.at(-1) ?? null);
      if (field) editor.announce(editor.dict.editor.announceResized(field.name, field.width, field.height));
    },
    setGeometry(id, geometry) {
      const field = editor.field(id);
      if (!field || !may("structure")) return;
      const patch = Object.fromEntries(Object.entries(geometry).filter(([, value]) => Number.isFinite(value)));
      // Members keep their places inside a section that is moved by its numbers.
      const moves = field.type === "section" && ("x" in patch || "y" in patch);
      const label = patchLabel([id], patch);
      design(label, (own) => {
        const placedOwn = moves ? placeFields(own, new Map([[id, { x: field.x, y: field.y, ...patch } as { x: number; y: number }]])) : own;
        return withMembership(patchFields(placedOwn, new Set([id]), patch), new Set([id]));
      }, `geometry:${id}:${Object.keys(patch).join()}`);
    },
    setLocked: (list, locked) => updateSchemas(list, { locked: locked ? true : undefined }, { coalesce: `lock:${list.join()}:${locked}` }),
    selectAll() {
      const own = editor.design();
      const mode = editor.ui.getState().isolateBands;
      const ids = editor.fields().flatMap((field) => (field && inBand(field, own) === mode ? field.id : []));
      select(ids);
      editor.allSelected = editor.selectedIds();
      editor.announce(editor.dict.editor.announceSelectedMany(ids.length));
    },
    setPage: (index) => {
      const { template } = document.current();
      if (editor.native && hasPages(template) && template.pages[index]) showPage(index);
    },
    addPage(size) {
      const own = editor.design();
      const page = pages.blankPage(own, uid());
      if (size) page.page = { ...size };
      const firstId = uid();
      const after = editor.page;
      changePages({ kind: "pageAdd" }, (pair) => ({ ...pair, template: pages.addPage(pair.template, after, page, firstId) }), after + 1);
    },
    duplicatePage(index) {
      const { template, bindings } = document.current();
      const copy = pages.copyOfPage(template, index, uid());
      if (!copy) return;
      if (copy.name) copy.name = editor.dict.editor.pageCopy(copy.name);
      const copies = pages.copyFields(fieldsOf(copy).filter(Boolean), bindings, names());
      const firstId = uid();
      changePages({ kind: "pageAdd" }, (pair) => pages.duplicatePage(pair, index, copy, copies, firstId), index + 1);
    },
    renamePage(index, name) {
      const label = name.trim();
      changePages({ kind: "pageRename", name: label }, (pair) =>
        withTemplate(pair, (template) =>
          hasPages(template) ? withDesign(template, index, true, (page) => patched(page, { name: label || undefined })) : template,
        ),
      );
    },
    removePage(index) {
      const { page } = editor;
      const show = Math.max(0, page > index || (page === index && index > 0) ? page - 1 : page);
      changePages({ kind: "pageDelete" }, (pair) => pages.removePage(pair, index), show);
    },
    movePage(from, to) {
      const { page } = editor;
      const order = [...Array(Math.max(from, to, page) + 1).keys()].toSpliced(from, 1).toSpliced(to, 0, from);
      changePages({ kind: "pageMove" }, (pair) => withTemplate(pair, (template) => pages.movePage(template, from, to)));
      editor.ui.setState({ page: Math.max(0, order.indexOf(page)) });
    },
    moveToPage(list, target) {
      const from = editor.page;
      if (!may("structure")) return;
      const set = new Set(list);
      document.transaction(labelFor("move", list), () => {
        const done = document.apply({ kind: "move" }, (pair) => withTemplate(pair, (template) => pages.moveToPage(template, from, set, target)));
        if (!done) return;
        editor.ui.setState({ page: target, editing: null });
        select(list);
      });
    },
    copyPageSettings() {
      const index = editor.page;
      changePages({ kind: "pageSize" }, (pair) => withTemplate(pair, (template) => pages.copySettings(template, index)));
    },
    replaceDocument(pair, label = { kind: "import" }) {
      document.transaction(label, () => {
        document.apply(label, () => pair);
        editor.ui.setState({ page: 0, editing: null });
        select([]);
      });
    },
    reveal: (target) => revealTarget(editor, target),
    save(reason = "button") {
      const { onSave } = editor.host;
      if (!onSave) return;
      const pair = document.current();
      const saving = onSave(pair, reason) as unknown;
      // A host that says nothing has stored it; what goes wrong in its promise stays its own.
      if (saving instanceof Promise) void saving.then(() => document.markSaved(pair));
      else document.markSaved(pair);
    },
  };
  return actions;
}
