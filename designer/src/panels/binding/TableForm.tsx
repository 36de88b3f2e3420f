/** The binding of a table: a list with columns, or single values. */
import { useState } from "react";
import { buildTableBinding, columnKey, parseColumns, stringifyColumns } from "../../core/bindings";
import { isExtended, sectionOfItems } from "../../core/fields";
import type { ArrayBinding, TableSchema } from "../../core/types";
import { useDesignerActions, useDesignerData, useDesignerPage } from "../../editor/hooks";
import { columnPath } from "../../core/formulas";
import { useT } from "../../i18n";
import { useUiComponents } from "../../ui/registry";
import type { FormProps } from "./BindingForm";
import { ListInput } from "./ListInput";

export function TableForm({ field, binding, sources, write, disabled }: FormProps & { field: TableSchema }) {
  const t = useT();
  const actions = useDesignerActions();
  const { template } = useDesignerData();
  const { design } = useDesignerPage();
  const { Input } = useUiComponents();
  const own: ArrayBinding | undefined = binding?.type === "array" ? binding : undefined;
  const paths = binding?.type === "keyvalue" ? binding.paths : [];
  /** The list that waits for an answer to `SourceChange`. */
  const [asked, setAsked] = useState<string | null>(null);
  const path = own?.path ?? "";
  const columnsAt = (at: string) => sources.lists.find((list) => list.path === at)?.columns.map(({ key }) => key) ?? [];
  const keptAt = (at: string) => (own ? keysOf(field, own).filter((key) => columnsAt(at).includes(key)).length : 0);

  const pick = (next: string) => {
    if (next === path || next === "") return;
    const columns = columnsAt(next);
    if (!own) return write(buildTableBinding(field.name, next, stringifyColumns(columns.length > 0 ? columns : field.head.map(String))));
    // Columns that the other list lacks would print blanks.
    if (columns.length > 0 && keptAt(next) < field.head.length) return setAsked(next);
    write({ ...own, path: next });
  };

  return (
    <>
      <ListInput path={path} sources={sources} placeholder={t.bindingEditor.tablePathPlaceholderFree} disabled={disabled} onPick={pick} />
      {sectionOfItems(field, design, isExtended(template)) && <p className="jpd-hint">{t.bindingEditor.nestedHelp}</p>}
      {own ? (
        <div data-property="binding/columns">
          <Input
            key={stringifyColumns(own.columns)}
            label={t.bindingExtra.columns}
            mono
            disabled={disabled}
            placeholder={t.bindingEditor.colsArrayPlaceholder}
            defaultValue={stringifyColumns(own.columns)}
            onBlur={(event) => {
              const columns = parseColumns(event.target.value);
              if (columns.length > 0 && event.target.value !== stringifyColumns(own.columns)) write({ ...own, columns });
            }}
            onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
          />
        </div>
      ) : (
        <div data-property="binding/paths">
          <Input
            key={paths.join()}
            label={t.bindingExtra.keyPaths}
            mono
            disabled={disabled}
            placeholder={t.bindingEditor.colsFreePlaceholder}
            defaultValue={paths.join(", ")}
            onBlur={(event) => {
              const given = event.target.value.split(",").map((text) => text.trim()).filter((text) => text !== "");
              if (given.length > 0 && given.join() !== paths.join()) write({ schemaName: field.name, type: "keyvalue", paths: given });
            }}
            onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
          />
        </div>
      )}
      {asked !== null && own && (
        <SourceChange
          kept={keptAt(asked)}
          total={field.head.length}
          onRebuild={() => {
            actions.rebuildTable(field.id, asked, columnsAt(asked));
            setAsked(null);
          }}
          onKeep={() => {
            write({ ...own, path: asked });
            setAsked(null);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** The key that each column shows. */
function keysOf(field: TableSchema, binding: ArrayBinding): string[] {
  return field.head.map((title, index) => {
    const cell = field.content[0]?.[index];
    const column = binding.columns[index];
    const formula = column && typeof column === "object" ? columnPath(column.formula) : null;
    return (cell ? columnPath(cell) : null) ?? formula ?? (column ? columnKey(column) : String(title));
  });
}

interface SourceChangeProps {
  kept: number;
  total: number;
  onRebuild: () => void;
  onKeep: () => void;
  onClose: () => void;
}

/** Asks how the columns of a table change with its list. */
function SourceChange({ kept, total, onRebuild, onKeep, onClose }: SourceChangeProps) {
  const t = useT();
  const { Modal, Button } = useUiComponents();
  return (
    <Modal
      title={t.bindingExtra.sourceChange}
      onClose={onClose}
      size="sm"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t.fieldsPanel.cancel}
          </Button>
          <Button variant="outline" onClick={onKeep}>
            {t.bindingExtra.keepColumns}
          </Button>
          <Button onClick={onRebuild}>{t.bindingExtra.rebuild}</Button>
        </>
      }
    >
      <p>{t.bindingExtra.sourceChangeText(kept, total - kept)}</p>
    </Modal>
  );
}
