import { useId, type DragEvent, type ReactNode } from "react";
import { useDesignerSample } from "../../editor/hooks";
import { useT } from "../../i18n";
import { useUiComponents } from "../../ui/registry";
import { readDragPayload } from "../data/drag";
import { lookup, suggestPath } from "../data/lookup";
import type { ListSource, Sources } from "../data/sources";
import { preview } from "../data/tree";
import { PathPicker } from "./PathPicker";

interface ListInputProps {
  path: string;
  sources: Sources;
  onPick: (path: string) => void;
  placeholder: string;
  disabled: boolean;
}

/** The list that a field is bound to: a select where the host names the lists, else an input with a picker. */
export function ListInput({ path, sources, onPick, placeholder, disabled }: ListInputProps) {
  const t = useT();
  const { Select } = useUiComponents();
  const hintId = useId();
  const known = sources.lists.some((list) => list.path === path);
  const drop = (event: DragEvent) => {
    const payload = readDragPayload(event.dataTransfer);
    if (!payload) return;
    event.preventDefault();
    event.stopPropagation();
    onPick(payload.sourcePath ?? payload.path);
  };
  return (
    <div
      data-property="binding/path"
      onDrop={drop}
      onDragOver={(event) => event.dataTransfer.types.includes("application/json") && event.preventDefault()}
    >
      {sources.closed ? (
        <Select label={t.bindingExtra.list} value={path} disabled={disabled} aria-describedby={hintId} onChange={(event) => onPick(event.target.value)}>
          <option value="">{t.bindingEditor.dataSourcePlaceholder}</option>
          {path !== "" && !known && <option value={path}>{path}</option>}
          {sources.lists.map((list) => (
            <option key={list.path} value={list.path}>
              {list.label}
            </option>
          ))}
        </Select>
      ) : (
        <PathPicker
          label={t.bindingExtra.list}
          value={path}
          nodes={sources.nodes}
          listsOnly
          placeholder={placeholder}
          disabled={disabled}
          describedBy={hintId}
          onCommit={onPick}
        />
      )}
      <div id={hintId} aria-live="polite">
        <PathFinding path={path} sources={sources} list onUse={onPick} disabled={disabled} />
      </div>
    </div>
  );
}

interface PathFindingProps {
  path: string;
  sources: Sources;
  list: boolean;
  onUse: (path: string) => void;
  disabled: boolean;
}

/** Value of a path in the sample data, or the path that was probably meant. */
export function PathFinding({ path, sources, list, onUse, disabled }: PathFindingProps) {
  const t = useT();
  const { data } = useDesignerSample();
  if (path === "" || data === undefined || data === null) return null;
  const found = lookup(sources.root, path);
  if (Array.isArray(found)) return <p className="jpd-hint">{t.bindingExtra.found(found.length)}</p>;
  if (found !== undefined && !list) return <p className="jpd-hint">{t.bindingExtra.foundValue(preview(found))}</p>;
  const meant = suggestPath(sources.nodes, path, list);
  return (
    <p className="jpd-warn">
      {found === undefined ? t.bindingExtra.nothing : t.bindingExtra.notAList}
      {". "}
      {meant !== null && (
        <button type="button" className="jpd-linkbtn" data-aside disabled={disabled} onClick={() => onUse(meant)}>
          {t.bindingExtra.didYouMean(meant)}
        </button>
      )}
    </p>
  );
}

interface ColumnInputProps {
  label: string;
  value: string;
  list: ListSource | undefined;
  numeric?: boolean;
  placeholder: string;
  property: string;
  disabled: boolean;
  onChange: (column: string) => void;
}

/** A column of the list as a select; those that are no numbers are marked where a number is needed. */
export function ColumnInput({ label, value, list, numeric, placeholder, property, disabled, onChange }: ColumnInputProps) {
  const t = useT();
  const { Select, Input } = useUiComponents();
  const columns = list?.columns ?? [];
  const known = columns.some(({ key }) => key === value);
  const control: ReactNode =
    columns.length > 0 ? (
      <Select label={label} value={value} disabled={disabled} onChange={(event) => onChange(event.target.value)}>
        <option value="">{placeholder}</option>
        {value !== "" && !known && <option value={value}>{value}</option>}
        {columns.map(({ key, type }) => (
          <option key={key} value={key}>
            {key}
            {numeric && type !== undefined && type !== "number" ? t.bindingEditor.notNumericSuffix : ""}
          </option>
        ))}
      </Select>
    ) : (
      <Input label={label} mono value={value} disabled={disabled} placeholder={placeholder} onChange={(event) => onChange(event.target.value)} />
    );
  return (
    <div data-property={property}>
      {control}
      {value !== "" && columns.length > 0 && !known && <p className="jpd-warn">{t.bindingExtra.missingKey(value)}</p>}
    </div>
  );
}

export const firstText = (list: ListSource | undefined): string =>
  list?.columns.find(({ type }) => type === "string" || type === undefined)?.key ?? list?.columns[0]?.key ?? "";
export const firstNumber = (list: ListSource | undefined): string => list?.columns.find(({ type }) => type === "number")?.key ?? "";
