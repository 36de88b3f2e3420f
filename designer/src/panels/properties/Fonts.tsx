/** The fonts of a template by name, each with its faces, and choosing one of them. */
import { useEffect, useId, useState } from "react";
import type { Template } from "../../core/types";
import { useDesignerActions, useDesignerData, useDesignerSample } from "../../editor/hooks";
import { useT, withInlineCode } from "../../i18n";
import { LibraryButton } from "../../library/LibraryButton";
import { kindOf, referenceTo } from "../../library/names";
import { useLibrary, useStoreValue } from "../../library/useLibrary";
import { IconPlus, IconTrash } from "../../ui/icons";
import { useUiComponents } from "../../ui/registry";

const FACES = ["regular", "bold", "italic", "boldItalic"] as const;
type Face = (typeof FACES)[number];
type Font = Partial<Record<Face, string>> & { fallback?: string[] };
type Fonts = Record<string, Font>;

const BUILT_IN = ["builtin:helvetica", "builtin:times", "builtin:courier", "builtin:sans"];

export interface FontsControlProps {
  labelId: string;
  label: string;
  value: unknown;
  disabled: boolean;
  onChange: (value: unknown) => void;
}

export function FontsControl({ labelId, value, disabled, onChange }: FontsControlProps) {
  const t = useT();
  const actions = useDesignerActions();
  const library = useLibrary();
  const { Button } = useUiComponents();
  const fonts = (value ?? {}) as Fonts;
  const names = Object.keys(fonts);
  useEffect(() => {
    if (library && library.state.getState().files === null) void library.refresh();
  }, [library]);
  const change = (name: string, font: Font | undefined) => {
    const next = Object.fromEntries(Object.entries(fonts).flatMap(([own, before]) => (own !== name ? [[own, before]] : font ? [[own, font]] : [])));
    onChange(Object.keys(next).length > 0 ? next : undefined);
  };
  const add = () => {
    const free = (number: number): string => (names.includes(t.fonts.newName(number)) ? free(number + 1) : t.fonts.newName(number));
    const name = names.includes("default") ? free(1) : "default";
    onChange({ ...fonts, [name]: { regular: "builtin:helvetica" } });
  };
  return (
    <div className="jpd-stack" role="group" aria-labelledby={labelId}>
      {names.map((name) => (
        <FontCard
          key={name}
          name={name}
          font={fonts[name] ?? {}}
          taken={names}
          disabled={disabled}
          onRename={(next) => actions.change({ kind: "rename", name: next }, (pair) => ({ ...pair, template: withRenamedFont(pair.template, name, next) }))}
          onChange={(font) => change(name, font)}
        />
      ))}
      <div>
        <Button variant="outline" disabled={disabled} onClick={add}>
          <IconPlus /> {t.fonts.add}
        </Button>
      </div>
      <p className="jpd-hint">{withInlineCode(t.fonts.defaultHint)}</p>
    </div>
  );
}

interface FontCardProps {
  name: string;
  font: Font;
  taken: readonly string[];
  disabled: boolean;
  onRename: (name: string) => void;
  /** `undefined` removes the font. */
  onChange: (font: Font | undefined) => void;
}

function FontCard({ name, font, taken, disabled, onRename, onChange }: FontCardProps) {
  const t = useT();
  const { Input, Button } = useUiComponents();
  const id = useId();
  const [fault, setFault] = useState(false);
  const rename = (typed: string) => {
    const next = typed.trim();
    const isTaken = next !== name && taken.includes(next);
    setFault(isTaken);
    if (next !== "" && next !== name && !isTaken) onRename(next);
  };
  return (
    <div className="jpd-subcard jpd-fontcard" role="group" aria-label={name}>
      <div className="jpd-row">
        <Input
          key={name}
          aria-label={t.fonts.nameOf(name)}
          aria-invalid={fault || undefined}
          aria-describedby={fault ? id : undefined}
          defaultValue={name}
          disabled={disabled}
          spellCheck={false}
          onBlur={(event) => rename(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
        />
        <Button variant="ghost" size="icon" aria-label={t.fonts.remove(name)} title={t.fonts.remove(name)} disabled={disabled} onClick={() => onChange(undefined)}>
          <IconTrash />
        </Button>
      </div>
      {fault && (
        <p className="jpd-error" id={id} role="alert">
          {t.fonts.nameTaken}
        </p>
      )}
      {FACES.map((face) => (
        <FaceControl
          key={face}
          face={face}
          font={name}
          value={font[face]}
          disabled={disabled}
          onChange={(reference) => {
            const { [face]: _, ...others } = font;
            onChange(reference === undefined ? others : { ...font, [face]: reference });
          }}
        />
      ))}
      <label className="jpd-fontcard__face">
        <span>{t.fonts.fallback}</span>
        <Input
          key={(font.fallback ?? []).join()}
          title={t.fonts.fallbackHint}
          aria-label={t.fonts.faceOf(t.fonts.fallback, name)}
          defaultValue={(font.fallback ?? []).join(", ")}
          placeholder={t.fonts.none}
          disabled={disabled}
          spellCheck={false}
          onBlur={(event) => {
            const names = event.target.value.split(",").map((own) => own.trim()).filter((own) => own !== "");
            if (names.join() === (font.fallback ?? []).join()) return;
            const { fallback: _, ...others } = font;
            onChange(names.length === 0 ? others : { ...others, fallback: names });
          }}
        />
      </label>
    </div>
  );
}

interface FaceControlProps {
  face: Face;
  font: string;
  value: string | undefined;
  disabled: boolean;
  onChange: (reference: string | undefined) => void;
}

/** A face: built in, a file of the library, or none. */
function FaceControl({ face, font, value, disabled, onChange }: FaceControlProps) {
  const t = useT();
  const { Select } = useUiComponents();
  const files = useStoreValue(useLibrary(), (state) => state.files, null);
  const label = t.fonts.faceOf(t.fonts.faces[face], font);
  const ofLibrary = (files ?? []).filter(({ name }) => kindOf(name) === "font").map(({ name }) => referenceTo(name));
  const known = value === undefined || BUILT_IN.includes(value) || ofLibrary.includes(value);
  return (
    <div className="jpd-fontcard__face">
      <span aria-hidden="true">{t.fonts.faces[face]}</span>
      <span className="jpd-row">
        <Select aria-label={label} value={value ?? ""} disabled={disabled} onChange={(event) => onChange(event.target.value || undefined)}>
          {(face !== "regular" || value === undefined) && <option value="">{t.fonts.none}</option>}
          {!known && <option value={value}>{value}</option>}
          <optgroup label={t.fonts.builtIn}>
            {BUILT_IN.map((name) => (
              <option key={name} value={name}>
                {name.slice("builtin:".length)}
              </option>
            ))}
          </optgroup>
          {ofLibrary.length > 0 && (
            <optgroup label={t.fonts.ofLibrary}>
              {ofLibrary.map((reference) => (
                <option key={reference} value={reference}>
                  {reference.slice("lib:".length)}
                </option>
              ))}
            </optgroup>
          )}
        </Select>
        <LibraryButton kind="font" label={label} value={value} disabled={disabled} onChoose={onChange} />
      </span>
    </div>
  );
}

/** Returns true if a property names a font. */
export const namesFont = (key: string): boolean => key === "fontName" || key.endsWith("FontName");

/** The template with another name for a font, wherever it is named. */
function withRenamedFont(template: Template, name: string, next: string): Template {
  const visit = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((entry) => visit(entry, key));
    if (typeof value !== "object" || value === null) return (namesFont(key) || key === "fallback") && value === name ? next : value;
    return Object.fromEntries(Object.entries(value).map(([own, entry]) => [own, visit(entry, own)]));
  };
  const { fonts, ...rest } = template as Template & { fonts?: Fonts };
  const renamed = Object.fromEntries(Object.entries(fonts ?? {}).map(([own, font]) => [own === name ? next : own, visit(font, own)]));
  const others = visit(rest, "") as Template;
  // The order of the keys stays.
  return Object.fromEntries(Object.keys(template).map((key) => [key, key === "fonts" ? renamed : others[key as keyof Template]])) as unknown as Template;
}

export interface FontNameControlProps {
  id: string;
  label: string;
  value: string | undefined;
  mixed: boolean;
  disabled: boolean;
  onChange: (value: string | undefined) => void;
}

/** One of the fonts of the template, or one that is built in. */
export function FontNameControl({ id, label, value, mixed, disabled, onChange }: FontNameControlProps) {
  const t = useT();
  const { Select } = useUiComponents();
  const { template } = useDesignerData();
  const { namedFonts = {} } = useDesignerSample();
  const names = Object.keys((template as Template & { fonts?: Fonts }).fonts ?? {});
  const shared = Object.keys(namedFonts).filter((name) => !names.includes(name));
  const known = value === undefined || [...BUILT_IN, ...names, ...shared].includes(value);
  return (
    <Select id={id} aria-label={label} disabled={disabled} value={mixed ? "mixed" : `=${value ?? ""}`} onChange={(event) => onChange(event.target.value.slice(1) || undefined)}>
      {mixed && <option value="mixed">{t.control.mixed}</option>}
      <option value="=">{t.fonts.standard}</option>
      {!mixed && !known && <option value={`=${value}`}>{value}</option>}
      {names.length > 0 && (
        <optgroup label={t.fonts.ofTemplate}>
          {names.map((name) => (
            <option key={name} value={`=${name}`}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
      {shared.length > 0 && (
        <optgroup label={t.fonts.shared}>
          {shared.map((name) => (
            <option key={name} value={`=${name}`}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
      <optgroup label={t.fonts.builtIn}>
        {BUILT_IN.map((name) => (
          <option key={name} value={`=${name}`}>
            {name.slice("builtin:".length)}
          </option>
        ))}
      </optgroup>
    </Select>
  );
}
