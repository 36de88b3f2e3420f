import { Popover } from "radix-ui";
import { useStore } from "zustand";
import { useDeferredValue, useMemo, useRef, useState, type CSSProperties, type DragEvent, type KeyboardEvent, type ReactNode } from "react";
import { isExtended } from "../../core/fields";
import type { DataDragPayload } from "../../core/types";
import { useDesignerActions, useDesignerConfig, useDesignerData, useDesignerHistory, useDesignerPage, useDesignerSample, useEditor } from "../../editor/hooks";
import type { Editor } from "../../editor/store/editor";
import { withShownRow } from "../../editor/store/rows";
import { sameJson } from "../../editor/store/same-json";
import { RowPager } from "../../editor/parts/RowPager";
import { usePartRoot } from "../../editor/parts/root";
import { addLaterDay, addListAs, addValueAs, laterToken, listKinds, USUAL_TERM_DAYS } from "../../editor/drop/drop";
import { placeBelow } from "../../editor/operations/fields";
import { keyInWords } from "../../editor/operations/names";
import { insertReserved, RESERVED, type ReservedValue } from "../../editor/operations/ready-made";
import type { DocumentPair, PartProps, StepLabel } from "../../editor/types";
import { useT, type Dict } from "../../i18n";
import { cx } from "../../ui/cx";
import { IconChevronDown, IconChevronRight, IconPencil, IconPlus, IconSearch, IconTable, IconUpload } from "../../ui/icons";
import { useUiComponents } from "../../ui/registry";
import { imageFacts } from "../properties/images";
import { SearchBox } from "../SearchBox";
import { useIsOnActiveTab } from "../../editor/parts/active-tab";
import { DataInput } from "./DataInput";
import { FileButton } from "../../ui/FileButton";
import { DATA_FILES } from "./file";
import { DataDialog } from "./form/DataDialog";
import { endDrag, GIVES_VALUES, writeDragPayload } from "./drag";
import { DownloadRows } from "./rows/DownloadRows";
import { STRESS_SETS, type StressSet } from "./stress";
import { payloadOfList } from "./sources";
import { describeData, preview, type DataNode } from "./tree";
import { renamePath, usedPaths } from "./usage";

export type DesignerDataExplorerProps = PartProps;

/** The sample data: where it comes from, what is in it, and what of it the template uses. */
export function DesignerDataExplorer({ className, style, whenTab }: DesignerDataExplorerProps) {
  const t = useT();
  const shown = useIsOnActiveTab(whenTab);
  const { document } = useEditor();
  const { given, data, table, variant, setVariant, onChangeData } = useDesignerSample();
  const { Button, Input, Select } = useUiComponents();
  const [editing, setEditing] = useState(false);
  /** The form, with the keys of the value that it begins at. */
  const [filling, setFilling] = useState<{ at?: readonly string[] } | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  const [search, setSearch] = useState("");
  const nodes = useMemo(() => describeData(data), [data]);
  const root = usePartRoot();
  if (!shown) return null;
  const known = given !== undefined && given !== null;
  const { stressSets } = t.dataExplorer;
  const take = (chosen: File) => {
    setFile(chosen);
    setEditing(true);
  };
  const forgetRows = () => {
    document.changeData({ kind: "data" }, given);
    // The element that had the focus goes.
    pencil.current?.focus();
  };
  const done = () => {
    // The element that had the focus goes.
    pencil.current?.focus();
    setFile(null);
    setEditing(false);
  };
  /** Files over the panel; those over a dialog are for that. */
  const isDropped = (event: DragEvent) => onChangeData !== undefined && event.dataTransfer.types.includes("Files") && event.currentTarget.contains(event.target as Node);

  return (
    <div
      onDragOver={(event) => isDropped(event) && event.preventDefault()}
      onDrop={(event) => {
        const [dropped] = event.dataTransfer.files;
        if (!dropped || !isDropped(event)) return;
        event.preventDefault();
        take(dropped);
      }}
      ref={root}
      className={cx("jpd-part jpd-data", className)}
      style={style}
      data-part="data-explorer"
      role="region"
      aria-label={t.dataExplorer.title}
    >
      <div className="jpd-data__bar" {...{ [GIVES_VALUES]: "" }}>
        <SearchBox label={t.dataExplorer.search} value={search} onChange={setSearch} />
        {onChangeData && (
          <div className="jpd-data__tools">
            <Button variant="outline" aria-haspopup="dialog" onClick={() => setFilling({})}>
              <IconTable /> {t.dataForm.fill}
            </Button>
            <FileButton label={t.dataExplorer.fromFile} accept={DATA_FILES} icon={<IconUpload />} onFile={take} />
            <Button ref={pencil} variant="outline" size="icon" aria-label={t.dataExplorer.edit} title={t.dataExplorer.edit} aria-pressed={editing} onClick={() => (editing ? done() : setEditing(true))}>
              <IconPencil />
            </Button>
          </div>
        )}
      </div>
      {filling && <DataDialog at={filling.at} onClose={() => setFilling(null)} />}
      {table && (
        <div className="jpd-row jpd-row--wrap">
          <RowPager />
          <DownloadRows table={table} />
          <Button variant="ghost" title={t.rows.forgetHint} onClick={forgetRows}>
            {t.rows.forget}
          </Button>
        </div>
      )}
      {(editing || !known) && onChangeData && <DataInput file={file} onDone={done} />}
      {!known ? (
        <p className="jpd-hint">{t.dataExplorer.empty}</p>
      ) : (
        <>
          <Select label={t.dataExplorer.stress} value={variant} onChange={(event) => setVariant(event.target.value as StressSet)}>
            {STRESS_SETS.map((set) => (
              <option key={set} value={set}>
                {stressSets[set]}
              </option>
            ))}
          </Select>
          {variant !== "sample" && <p className="jpd-warn">{t.dataExplorer.stressActive(stressSets[variant])}</p>}
          {!onChangeData && <p className="jpd-hint">{t.dataExplorer.readOnly}</p>}
          <DataTree nodes={nodes} search={search} onEdit={onChangeData && ((at) => setFilling({ at }))} />
        </>
      )}
      <NativeValues />
      <Changed />
    </div>
  );
}

/** Says that the data was changed here, with the way back; below all else, so that nothing moves when it comes. */
function Changed() {
  const t = useT().dataForm;
  const { document } = useEditor();
  const { steps, position } = useDesignerHistory();
  const { given } = useDesignerSample();
  const { Button } = useUiComponents();
  const { undo } = useDesignerActions();
  const step = steps[position - 1];
  const change = document.dataOf(step);
  // Another data set may be open since.
  if (!change || !sameJson(change.after, given)) return null;
  return (
    <div className="jpd-row jpd-row--wrap jpd-data__changed" role="status">
      <span className="jpd-hint">
        {t.changed}
        {step?.label.name !== undefined && ` ${t.changedTables(step.label.name)}`}
      </span>
      <Button variant="outline" size="sm" onClick={undo}>
        {t.undo}
      </Button>
    </div>
  );
}

function matches(node: DataNode, wanted: string): boolean {
  const names = `${node.path}\n${nameOf(node)}`.toLowerCase();
  return names.includes(wanted) || node.children.some((child) => matches(child, wanted));
}

function payloadOf(node: DataNode): DataDragPayload {
  if (node.type === "array") return payloadOfList(node);
  if (node.list !== null) {
    return { path: node.path, kind: "arrayColumn", sourcePath: node.list, column: node.itemKeys.join("."), label: node.key };
  }
  return { path: node.path, kind: "scalar", label: node.key };
}

const takerOf = (editor: Editor) => editor.taking.getState().taker;

/** A value goes into the input that takes it, and onto the page where there is none. */
function insertOr(editor: Editor, payload: DataDragPayload, add: () => void): void {
  const taker = takerOf(editor);
  if (taker) taker.insert(payload);
  else add();
}

const isPicture = (node: DataNode): boolean => typeof node.sample === "string" && imageFacts(node.sample) !== null;

interface DataTreeProps {
  nodes: readonly DataNode[];
  search: string;
  /** Opens the form at the value of a path; absent where the data cannot be changed. */
  onEdit: ((keys: readonly string[]) => void) | undefined;
}

function DataTree({ nodes, search, onEdit }: DataTreeProps) {
  const t = useT();
  const editor = useEditor();
  const isTaken = useStore(editor.taking, ({ taker }) => taker !== null);
  // The canvas comes first: which paths are in use is shown when there is time.
  const pair = useDeferredValue(useDesignerData());
  const used = useMemo(() => usedPaths(pair), [pair]);
  const usedBy = (node: DataNode) => [...(used.get(node.path.toLowerCase()) ?? [])];
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(nodes.filter((node) => node.type === "array").map((node) => node.path)));
  const [current, setCurrent] = useState<string | null>(null);
  const tree = useRef<HTMLUListElement>(null);
  const wanted = search.trim().toLowerCase();
  const toggle = (path: string, to?: boolean) =>
    setOpen((before) => {
      const next = new Set(before);
      if (to ?? !before.has(path)) next.add(path);
      else next.delete(path);
      return next;
    });

  const rows: { node: DataNode; level: number }[] = [];
  const collect = (list: readonly DataNode[], level: number) => {
    for (const node of list) {
      if (wanted !== "" && !matches(node, wanted)) continue;
      rows.push({ node, level });
      if (node.children.length > 0 && (wanted !== "" || open.has(node.path))) collect(node.children, level + 1);
    }
  };
  collect(nodes, 1);
  const focused = current ?? rows[0]?.node.path ?? null;

  const onKey = (event: KeyboardEvent<HTMLUListElement>) => {
    if (!(event.target as HTMLElement).matches("[role=treeitem]")) return;
    const at = rows.findIndex(({ node }) => node.path === focused);
    const row = rows[at];
    const go = (index: number) => {
      const next = rows[Math.min(Math.max(index, 0), rows.length - 1)];
      if (!next) return;
      setCurrent(next.node.path);
      [...tree.current!.querySelectorAll<HTMLElement>("[role=treeitem]")][rows.indexOf(next)]?.focus();
    };
    switch (event.key) {
      case "ArrowDown":
        go(at + 1);
        break;
      case "ArrowUp":
        go(at - 1);
        break;
      case "Home":
        go(0);
        break;
      case "End":
        go(rows.length - 1);
        break;
      case "ArrowRight":
        if (row && row.node.children.length > 0 && !open.has(row.node.path)) toggle(row.node.path, true);
        else go(at + 1);
        break;
      case "ArrowLeft":
        if (row && open.has(row.node.path) && row.node.children.length > 0) toggle(row.node.path, false);
        else go(rows.findLastIndex((other, index) => index < at && other.level < (row?.level ?? 1)));
        break;
      case "Enter":
        tree.current?.querySelectorAll<HTMLElement>("[role=treeitem]")[at]?.querySelector<HTMLElement>("[data-insert]")?.click();
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  return (
    <>
      <ul className="jpd-tree" role="tree" {...{ [GIVES_VALUES]: "" }} aria-label={t.dataExplorer.title} ref={tree} onKeyDown={onKey}>
        {rows.map(({ node, level }) => (
          <TreeRow
            key={node.path}
            node={node}
            level={level}
            open={wanted !== "" || open.has(node.path)}
            tabbable={node.path === focused}
            usedBy={usedBy(node)}
            onToggle={() => toggle(node.path)}
            onFocus={() => setCurrent(node.path)}
            onEdit={onEdit}
          />
        ))}
      </ul>
      {isTaken && <p className="jpd-hint">{t.dataExplorer.insertsAtCursor}</p>}
      {rows.some(({ node }) => usedBy(node).length > 0) && (
        <p className="jpd-hint jpd-tree__legend">
          <span className="jpd-tree__used" />
          {t.dataExplorer.usedLegend}
        </p>
      )}
    </>
  );
}

interface TreeRowProps {
  node: DataNode;
  level: number;
  open: boolean;
  tabbable: boolean;
  usedBy: readonly string[];
  onToggle: () => void;
  onFocus: () => void;
  onEdit: DataTreeProps["onEdit"];
}

function TreeRow({ node, level, open, tabbable, usedBy, onToggle, onFocus, onEdit }: TreeRowProps) {
  const t = useT();
  const editor = useEditor();
  const branch = node.children.length > 0;
  const isValue = node.type !== "array" && node.type !== "object";
  const tab = tabbable ? 0 : -1;
  const [renaming, setRenaming] = useState(false);
  return (
    <li
      role="treeitem"
      aria-level={level}
      aria-expanded={branch ? open : undefined}
      aria-label={rowLabel(node, usedBy, t)}
      tabIndex={tab}
      className="jpd-tree__row"
      data-type={node.type}
      style={{ "--_indent": `${(level - 1) * 0.875}rem` } as CSSProperties}
      draggable={!renaming}
      onFocus={(event) => event.target === event.currentTarget && onFocus()}
      onDragStart={(event) => writeDragPayload(event.dataTransfer, payloadOf(node), isPicture(node))}
      onDragEnd={endDrag}
      onClick={(event) => {
        // The second press of a double click inserts nothing more.
        if (isValue && event.detail < 2 && !(event.target as HTMLElement).closest("button, input")) takerOf(editor)?.insert(payloadOf(node));
      }}
      onDoubleClick={(event) => {
        // A double click on a button is for the button.
        if (isValue && !takerOf(editor) && !(event.target as HTMLElement).closest("button, input")) onEdit?.(node.keys);
      }}
    >
      {branch ? (
        <button
          type="button"
          className="jpd-iconbtn jpd-tree__toggle"
          tabIndex={-1}
          data-open={open || undefined}
          aria-label={open ? t.dataExplorer.collapse(node.path) : t.dataExplorer.expand(node.path)}
          onClick={onToggle}
        >
          <IconChevronRight />
        </button>
      ) : (
        <span className="jpd-tree__toggle" />
      )}
      {renaming ? (
        <RenameInput node={node} onDone={() => setRenaming(false)} />
      ) : (
        <span className="jpd-tree__key" title={node.path}>
          {nameOf(node)}
        </span>
      )}
      {node.key !== "" && !renaming && (
        // It lies over the end of the name: over the value it would look like a button that edits the value.
        <button
          type="button"
          className="jpd-iconbtn jpd-tree__rename"
          tabIndex={tab}
          aria-label={t.dataExplorer.rename(node.path)}
          title={t.dataExplorer.rename(node.path)}
          onClick={() => setRenaming(true)}
        >
          <IconPencil />
        </button>
      )}{" "}
      {!isPlain(node) && <span className="jpd-tree__type">{typeText(node, t)}</span>}{" "}
      <span className="jpd-tree__sample" title={`${typeText(node, t)}: ${preview(node.sample, 200)}`}>
        {sampleText(node)}
      </span>{" "}
      {node.present < node.of && (
        <span className="jpd-tree__optional" title={t.dataExplorer.optional(node.present, node.of)}>
          {node.present}/{node.of}
        </span>
      )}
      {usedBy.length > 0 && <span className="jpd-tree__used" title={t.dataExplorer.usedBy(usedBy.join(", "))} />}
      <span className="jpd-tree__actions">
        <InsertButton node={node} tab={tab} />
      </span>
    </li>
  );
}

function rowLabel(node: DataNode, usedBy: readonly string[], t: Dict): string {
  // The visible texts in their order, then those that only a mark or a hint shows.
  const type = typeText(node, t);
  const seen = [nameOf(node), isPlain(node) ? "" : type, sampleText(node), node.present < node.of ? `${node.present}/${node.of}` : ""];
  const more = [isPlain(node) ? type : "", node.present < node.of ? t.dataExplorer.optional(node.present, node.of) : "", usedBy.length > 0 ? t.dataExplorer.usedBy(usedBy.join(", ")) : ""];
  return [seen.filter(Boolean).join(" "), ...more.filter(Boolean)].join(", ");
}

/** In the words of *Fill in*; formulas name it by its path. */
const nameOf = (node: DataNode): string => keyInWords(node.key) || "[ ]";

/** The type of other values is part of what a row shows. */
const isPlain = (node: DataNode): boolean => PLAIN_TYPES.has(node.type);
const PLAIN_TYPES: ReadonlySet<DataNode["type"]> = new Set(["string", "number", "boolean", "date"]);

function typeText(node: DataNode, t: Dict): string {
  return node.type === "array" ? t.dataExplorer.items(node.items ?? 0) : t.dataExplorer.types[node.type];
}

function sampleText(node: DataNode): string {
  return node.type === "array" || node.type === "object" ? "" : preview(node.sample, 32);
}

/** A new name for a key, in the data and everywhere that the template uses it. */
function RenameInput({ node, onDone }: { node: DataNode; onDone: () => void }) {
  const t = useT();
  const editor = useEditor();
  const { given, table, onChangeData } = useDesignerSample();
  const { Input } = useUiComponents();
  const [refused, setRefused] = useState(false);
  const commit = (text: string) => {
    const to = text.trim();
    // The value of that name would go.
    if ([given, ...(table?.rows ?? [])].some((data) => isKeyTaken(data, node.keys, to))) {
      setRefused(true);
      return;
    }
    onDone();
    if (to === "" || to === node.key) return;
    const label: StepLabel = { kind: "rename", name: node.path };
    const change = (pair: DocumentPair) => renamePath(pair, { keys: node.keys, to });
    const renamed = (data: unknown) => renameKey(data, node.keys, to);
    if (onChangeData) editor.document.changeData(label, renamed(given), change, table && { ...withShownRow(table, renamed(given)), rows: table.rows.map(renamed) });
    else editor.actions.change(label, change);
  };
  return (
    <>
      <Input
        autoFocus
        mono
        aria-label={`${t.dataExplorer.rename(node.path)}: ${t.dataExplorer.renamePrompt}`}
        aria-invalid={refused || undefined}
        defaultValue={node.key}
        onFocus={(event) => event.target.select()}
        onBlur={onDone}
        onChange={() => setRefused(false)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Enter") commit(event.currentTarget.value);
          if (event.key === "Escape") onDone();
        }}
      />
      {refused && (
        <span className="jpd-error" role="alert">
          {t.dataForm.taken}
        </span>
      )}
    </>
  );
}

/** Returns true if an object with the key has another one of the new name; expressions read names without case. */
export function isKeyTaken(value: unknown, keys: readonly string[], to: string): boolean {
  if (Array.isArray(value)) return value.some((item) => isKeyTaken(item, keys, to));
  const [key, ...rest] = keys;
  if (value === null || typeof value !== "object" || key === undefined || !Object.hasOwn(value, key)) return false;
  if (rest.length > 0) return isKeyTaken((value as Record<string, unknown>)[key], rest, to);
  return Object.keys(value).some((own) => own !== key && own.toLowerCase() === to.toLowerCase());
}

/** The data with a key renamed at every place, in its old position. */
export function renameKey(value: unknown, keys: readonly string[], to: string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKey(item, keys, to));
  const [key, ...rest] = keys;
  if (value === null || typeof value !== "object" || key === undefined) return value;
  return Object.fromEntries(
    Object.entries(value).map(([own, entry]) => {
      if (own !== key) return [own, entry];
      return rest.length === 0 ? [to, entry] : [own, renameKey(entry, rest, to)];
    }),
  );
}

function InsertButton({ node, tab }: { node: DataNode; tab: number }) {
  const t = useT();
  const editor = useEditor();
  const { permissions, readOnly } = useDesignerConfig();
  const { design } = useDesignerPage();
  const disabled = readOnly || !permissions.structure;
  const at = () => placeBelow(design);
  const label = t.dataExplorer.insert(node.path);
  if (node.type === "object") return null;
  if (node.type !== "array") {
    const insert = (
      <button
        type="button"
        className="jpd-iconbtn"
        data-insert
        tabIndex={tab}
        disabled={disabled}
        aria-label={label}
        title={t.dataExplorer.insertTitle}
        onClick={() => insertOr(editor, payloadOf(node), () => addValueAs(editor, "text", payloadOf(node), at()))}
      >
        <IconPlus />
      </button>
    );
    const kinds = ["text", "qrcode", "barcode", ...(isPicture(node) ? (["image"] as const) : [])] as const;
    const choices = () => [...kinds.map((kind) => [kind, t.fieldTypeLabels[kind]] as const), ...(laterToken(editor, payloadOf(node)) ? [["later", t.dataExplorer.daysLater(USUAL_TERM_DAYS)] as const] : [])];
    // Values of items are many: a code outside of their list holds none of them.
    if (node.list !== null) return insert;
    return (
      <>
        {insert}
        <KindMenu node={node} trigger={<IconChevronDown />} label={t.dataExplorer.chooser(node.path)} tab={tab} disabled={disabled} kinds={choices} onChoose={(kind) => (kind === "later" ? addLaterDay(editor, payloadOf(node), at()) : addValueAs(editor, kind, payloadOf(node), at()))} />
      </>
    );
  }
  const { asTable, asSection, asChart, asKpi } = t.dataExplorer;
  const labels = { table: asTable, tableWithTotal: t.editor.tableWithTotal, section: asSection, chart: asChart, kpi: asKpi };
  const kinds = () => listKinds(editor, payloadOf(node)).map((kind) => [kind, labels[kind]] as const);
  return <KindMenu node={node} trigger={<IconPlus />} label={label} tab={tab} disabled={disabled} kinds={kinds} isInsert onChoose={(kind) => addListAs(editor, kind, payloadOf(node), at())} />;
}

interface KindMenuProps<K extends string> {
  node: DataNode;
  trigger: ReactNode;
  label: string;
  tab: number;
  disabled: boolean;
  /** Called while it is open. */
  kinds: () => readonly (readonly [kind: K, label: string])[];
  /** True if Enter on the row opens it. */
  isInsert?: boolean;
  onChoose: (kind: K) => void;
}

/** The kinds of fields that can show a value or a list. */
function KindMenu<K extends string>({ node, trigger, label, tab, disabled, kinds, isInsert, onChoose }: KindMenuProps<K>) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="jpd-iconbtn" data-insert={isInsert} tabIndex={tab} disabled={disabled} aria-label={label} title={isInsert ? t.dataExplorer.insertTitle : label}>
        {trigger}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="jpd-popover jpd-menu" align="end" sideOffset={4} collisionPadding={8} aria-label={t.dataExplorer.chooser(node.path)}>
          <span className="jpd-grouplabel">{t.dataExplorer.chooser(node.path)}</span>
          {open && kinds().map(([kind, title]) => (
            <button
              key={kind}
              type="button"
              className="jpd-menuitem"
              onClick={() => {
                onChoose(kind);
                setOpen(false);
              }}
            >
              {title}
            </button>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const RESERVED_VALUES = Object.keys(RESERVED) as ReservedValue[];

/** Values of the document itself: page numbers, which work in bands, and its date. A click adds one, as dragging does. */
function NativeValues() {
  const t = useT();
  const editor = useEditor();
  const { template } = useDesignerData();
  const { permissions, readOnly } = useDesignerConfig();
  return (
    <section className="jpd-data__native" aria-label={t.dataExplorer.native}>
      <div className="jpd-grouplabel">{t.dataExplorer.native}</div>
      <ul className="jpd-chips" {...{ [GIVES_VALUES]: "" }}>
        {RESERVED_VALUES.filter((value) => !RESERVED[value].extension || isExtended(template)).map((value) => {
          const label = t.readyMade[value];
          const path = RESERVED[value].token.slice(1, -1);
          return (
            <li key={value}>
              <button
                type="button"
                className="jpd-chip jpd-chip--draggable"
                draggable
                data-draggable
                disabled={readOnly || !permissions.structure}
                aria-label={t.dataExplorer.insert(label)}
                title={`{${path}}: ${t.dataExplorer.insertTitle}`}
                onClick={() => insertOr(editor, { path, kind: "native", label }, () => insertReserved(editor, value))}
                onDragStart={(event) => writeDragPayload(event.dataTransfer, { path, kind: "native", label })}
              >
                {label}
              </button>
            </li>
          );
        })}
      </ul>
      <p className="jpd-hint">{t.dataExplorer.nativeHint}</p>
    </section>
  );
}
