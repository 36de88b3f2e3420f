/** Styles of the template by name: choosing one, and making one of what a text looks like. */
import { lookOf } from "../../core/looks";
import type { Style, Template } from "../../core/types";
import { useDesignerActions, useDesignerData } from "../../editor/hooks";
import { useT } from "../../i18n";
import { useUiComponents } from "../../ui/registry";
import { fieldProperties } from "./description";
import { withExtensions } from "./extensions";
import type { Target } from "./target";

export interface StyleNameControlProps {
  id: string;
  label: string;
  /** The key that names the style. */
  name: string;
  value: string | undefined;
  mixed: boolean;
  disabled: boolean;
  target: Target;
  onChange: (value: string | undefined) => void;
}

/** One of the styles of the template, or a new one of what the text looks like now. */
export function StyleNameControl({ id, label, name, value, mixed, disabled, target, onChange }: StyleNameControlProps) {
  const t = useT();
  const actions = useDesignerActions();
  const { Select } = useUiComponents();
  const { template } = useDesignerData();
  const names = Object.keys(template.styles ?? {});
  const known = value === undefined || names.includes(value);
  const [field] = target.fields;
  const fromField = target.kind === "text" && name === "style" && !target.several && field !== undefined;
  return (
    <>
      <Select id={id} aria-label={label} disabled={disabled} value={mixed ? "mixed" : `=${value ?? ""}`} onChange={(event) => onChange(event.target.value.slice(1) || undefined)}>
        {mixed && <option value="mixed">{t.control.mixed}</option>}
        <option value="=">{t.styles.none}</option>
        {!mixed && !known && <option value={`=${value}`}>{value}</option>}
        {names.map((own) => (
          <option key={own} value={`=${own}`}>
            {own}
          </option>
        ))}
      </Select>
      {fromField && (
        <button
          type="button"
          className="jpd-linkbtn"
          data-aside
          disabled={disabled}
          onClick={() => actions.change({ kind: "edit", name: field.name }, (pair) => ({ ...pair, template: withStyleOf(pair.template, field.id, t.styles.newName) }))}
        >
          {t.styles.fromField}
        </button>
      )}
    </>
  );
}

/** Keys that both a style and a text have, so that they can go from one to the other. */
function styleKeys(): Set<string> {
  const overrides = fieldProperties.text.find(({ key }) => key === "styleOverrides")?.properties ?? [];
  return new Set(overrides.map(({ key }) => key).filter((key) => key !== "extends"));
}

/** The template with a new style of what a text looks like, which names the style instead of saying it itself. */
export function withStyleOf(template: Template, id: string, newName: (number: number) => string): Template {
  const keys = styleKeys();
  const names = Object.keys(template.styles ?? {});
  const free = (number: number): string => (names.includes(newName(number)) ? free(number + 1) : newName(number));
  const name = free(1);
  let style: Style | null = null;
  const moved = <T extends { schemas?: Template["schemas"] }>(design: T): T => ({
    ...design,
    ...(design.schemas && {
      schemas: design.schemas.map((field) => {
        if (field?.id !== id || style !== null) return field;
        const { style: before, ...own } = field as typeof field & { style?: string };
        const looks = Object.fromEntries([...keys].map((key) => [key, lookOf(template, field, key).value]).filter(([, value]) => value !== undefined));
        const entries = Object.entries(own).filter(([key]) => key !== "styleOverrides");
        style = { ...(before !== undefined && { extends: before }), ...looks } as Style;
        return { ...Object.fromEntries(entries.filter(([key]) => !keys.has(key))), style: name } as unknown as typeof field;
      }),
    }),
  });
  const next = { ...moved(template), ...(template.pages && { pages: template.pages.map(moved) }) };
  if (style === null) return template;
  return { ...withExtensions(next), styles: { ...template.styles, [name]: style } };
}
