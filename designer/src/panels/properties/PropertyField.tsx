import { useState } from "react";
import type { FieldType } from "../../core/types";
import { useT } from "../../i18n";
import { LibraryButton, type LibraryButtonProps } from "../../library/LibraryButton";
import { useUiComponents } from "../../ui/registry";
import { ExpressionField } from "../formula/ExpressionField";
import type { Place } from "../formula/scope";
import { ChoiceControl, ColorControl, NumberControl, SwitchControl, TextControl } from "./controls";
import { AttachmentsControl } from "./Attachments";
import type { Property, ValueKind } from "./description";
import { FontNameControl, FontsControl, namesFont } from "./Fonts";
import { shownProperty, useExtensions } from "./extensions";
import { choiceLabel, PropertyRow } from "./PropertyRow";
import type { Target } from "./target";

/** Texts with expressions, and where their names are looked up. */
const EXPRESSIONS: Record<string, Place> = {
  "text.content": "text",
  "qrcode.content": "text",
  "barcode.content": "text",
  "kpi.title": "kpi",
  "kpi.value": "kpi",
  "kpi.subtitle": "kpi",
};

/** Texts that can name a file of the library, and its kind. */
const LIBRARY_FILES: Record<string, Pick<LibraryButtonProps, "kind">> = {
  backgroundImage: { kind: "picture" },
  backgroundPdf: { kind: "pdf" },
  missing: { kind: "picture" },
};

/** What an object or a list can be the value of; elsewhere it is one of several forms, and is edited as a whole. */
const HOLDS_PARTS: ReadonlySet<ValueKind> = new Set(["object", "list", "json"]);

/** Counts that the format stores as any number. */
const COUNTS = new Set(["topN", "decimals"]);

export function labelOf(kind: FieldType | null, key: string, labels: Record<string, string>): string {
  return labels[`${kind}.${key}`] ?? labels[key] ?? key;
}

export interface PropertyFieldProps {
  property: Property;
  target: Target;
  /** Pointer inside the field; default: the key. */
  path?: string;
  label?: string;
  disabled?: boolean;
}

/** A property with the control that its description asks for. */
export function PropertyField({ property, target, path = property.key, label: givenLabel, disabled = false }: PropertyFieldProps) {
  const t = useT();
  const ofPart = (t.properties as Record<string, string>)[path.replaceAll("/", ".")];
  const label = givenLabel ?? ofPart ?? labelOf(target.kind, property.key, t.properties);
  const { value, mixed, present } = target.read(path);
  const field = target.fields[target.fields.length - 1]!;
  const { on } = useExtensions();
  const rules = t.inPrint as Record<string, string>;
  const differs = present && (mixed || JSON.stringify(value) !== JSON.stringify(property.default));
  const removable = present && !property.required && property.key !== "content";
  const set = (next: unknown) => target.write(path, next, property.extension);
  const row = {
    property,
    path,
    label,
    differs: differs && !property.required && property.key !== "content" && !EXPRESSIONS[`${target.kind}.${property.key}`],
    inPrint: rules[`${target.kind}.${property.key}`] ?? rules[`*.${property.key}`],
    onReset: removable && !disabled ? () => set(undefined) : undefined,
  };

  if (property.key === "visibleWhen" || EXPRESSIONS[`${target.kind}.${property.key}`]) {
    const bare = property.key === "visibleWhen";
    const text = typeof value === "string" ? value : value === undefined || value === null ? "" : String(value);
    const breaks = target.kind === "text" && /\n/.test(text);
    return (
      <PropertyRow {...row} wide below={breaks && <p className="jpd-warn">{t.control.lineBreaks}</p>}>
        {() => (
          <ExpressionField
            key={field.id}
            field={field}
            place={bare ? "visibleWhen" : EXPRESSIONS[`${target.kind}.${property.key}`]!}
            label={label}
            value={mixed ? "" : text}
            placeholder={mixed ? t.control.mixed : bare ? t.visibleWhen.placeholder : undefined}
            bare={bare}
            multiline={target.kind === "text"}
            disabled={disabled}
            onChange={(next) => set(next === "" && (bare || target.kind === "kpi") ? (bare ? undefined : "") : next)}
          />
        )}
      </PropertyRow>
    );
  }
  if (typeof value === "object" && value !== null && !HOLDS_PARTS.has(property.value)) {
    return (
      <PropertyRow {...row} wide>
        {({ id }) => <JsonControl id={id} label={label} value={value} disabled={disabled} onChange={set} />}
      </PropertyRow>
    );
  }
  switch (property.value) {
    case "number":
      return (
        <PropertyRow {...row}>
          {({ id }) => (
            <NumberControl
              id={id}
              label={label}
              property={property}
              value={typeof value === "number" ? value : undefined}
              mixed={mixed}
              disabled={disabled}
              integer={property.integer || COUNTS.has(property.key)}
              step={property.key === "borderWidth" ? 0.1 : undefined}
              onChange={set}
            />
          )}
        </PropertyRow>
      );
    case "boolean":
      return (
        <PropertyRow {...row} ownLabel>
          {({ id }) => (
            <SwitchControl
              id={id}
              label={label}
              property={property}
              value={typeof value === "boolean" ? value : undefined}
              mixed={mixed}
              disabled={disabled}
              onChange={set}
            />
          )}
        </PropertyRow>
      );
    case "color":
      return (
        <PropertyRow {...row}>
          {({ id }) => (
            <ColorControl
              id={id}
              label={label}
              value={typeof value === "string" && value !== "" ? value : undefined}
              mixed={mixed}
              disabled={disabled}
              fallback={typeof property.default === "string" ? property.default : undefined}
              onChange={set}
            />
          )}
        </PropertyRow>
      );
    case "choice":
      return (
        <PropertyRow {...row}>
          {({ id }) => (
            <ChoiceControl
              id={id}
              label={label}
              property={property}
              value={typeof value === "string" ? value : undefined}
              mixed={mixed}
              disabled={disabled}
              onChange={set}
            />
          )}
        </PropertyRow>
      );
    case "object":
      return (
        <PropertyRow {...row} wide>
          {({ id, labelId }) => (
            <div className="jpd-prop__parts" role="group" aria-labelledby={labelId}>
              {property.orNumber && (
                <div className="jpd-prop__whole">
                  <NumberControl
                    id={id}
                    label={label}
                    property={{ ...property, minimum: 0 }}
                    value={typeof value === "number" ? value : undefined}
                    placeholder={value === undefined ? "0" : t.control.perSide}
                    mixed={mixed}
                    disabled={disabled}
                    onChange={set}
                  />
                </div>
              )}
              {(property.properties ?? []).filter((inner) => shownProperty(inner, on, target.read(`${path}/${inner.key}`).value)).map((inner) => (
                <PropertyField key={inner.key} property={inner} target={target} path={`${path}/${inner.key}`} disabled={disabled} />
              ))}
            </div>
          )}
        </PropertyRow>
      );
    case "json":
      if (property.key === "fonts") {
        return (
          <PropertyRow {...row} wide>
            {({ labelId }) => <FontsControl labelId={labelId} label={label} value={value} disabled={disabled} onChange={set} />}
          </PropertyRow>
        );
      }
      if (property.key === "attachments" && property.items?.properties) {
        return (
          <PropertyRow {...row} wide>
            {({ labelId }) => <AttachmentsControl labelId={labelId} property={property} path={path} value={value} disabled={disabled} onChange={set} />}
          </PropertyRow>
        );
      }
      return (
        <PropertyRow {...row} wide>
          {({ id }) => <JsonControl id={id} label={label} value={value} disabled={disabled} onChange={set} />}
        </PropertyRow>
      );
    case "list":
      if (property.key === "permissions" && property.items?.choices) {
        return (
          <PropertyRow {...row} wide>
            {({ labelId }) => <PermissionsControl labelId={labelId} property={property} choices={property.items?.choices ?? []} value={value} disabled={disabled} onChange={set} />}
          </PropertyRow>
        );
      }
      return (
        <PropertyRow {...row} wide>
          {({ id }) => <LinesControl id={id} label={label} value={value} disabled={disabled} onChange={set} />}
        </PropertyRow>
      );
    default:
      if (namesFont(property.key)) {
        return (
          <PropertyRow {...row}>
            {({ id }) => <FontNameControl id={id} label={label} value={typeof value === "string" ? value : undefined} mixed={mixed} disabled={disabled} onChange={set} />}
          </PropertyRow>
        );
      }
      return (
        <PropertyRow
          {...row}
          below={
            property.key in LIBRARY_FILES && (
              <div>
                <LibraryButton {...LIBRARY_FILES[property.key]} label={label} value={value} disabled={disabled} onChoose={set} />
              </div>
            )
          }
        >
          {({ id }) => (
            <TextControl
              id={id}
              label={label}
              value={value === undefined || value === null ? undefined : String(value)}
              mixed={mixed}
              disabled={disabled}
              placeholder={typeof property.default === "string" ? property.default : undefined}
              onChange={set}
            />
          )}
        </PropertyRow>
      );
  }
}

interface ValueControlProps {
  id: string;
  label: string;
  value: unknown;
  disabled: boolean;
  onChange: (value: unknown) => void;
}

/** Values with parts that only JSON can name, such as rows by the keys of columns. */
function JsonControl({ id, label, value, disabled, onChange }: ValueControlProps) {
  const t = useT();
  const [invalid, setInvalid] = useState(false);
  const text = value === undefined ? "" : JSON.stringify(value, null, 2);
  return (
    <>
      <textarea
        id={id}
        key={text}
        className="jpd-textarea"
        data-mono
        aria-label={label}
        aria-invalid={invalid || undefined}
        disabled={disabled}
        spellCheck={false}
        placeholder={t.control.json}
        rows={Math.min(10, text.split("\n").length + 1)}
        defaultValue={text}
        onBlur={(event) => {
          const typed = event.target.value.trim();
          if (typed === text) return setInvalid(false);
          try {
            onChange(typed === "" ? undefined : (JSON.parse(typed) as unknown));
            setInvalid(false);
          } catch {
            setInvalid(true);
          }
        }}
      />
      {invalid && (
        <p className="jpd-error" role="alert">
          {t.control.jsonInvalid}
        </p>
      )}
    </>
  );
}

interface PermissionsControlProps extends Omit<ValueControlProps, "id" | "label"> {
  labelId: string;
  property: Property;
  choices: readonly string[];
}

/** What is allowed; without a list everything is. */
function PermissionsControl({ labelId, property, choices, value, disabled, onChange }: PermissionsControlProps) {
  const t = useT();
  const { Checkbox } = useUiComponents();
  const allowed = Array.isArray(value) ? value : choices;
  return (
    <div role="group" aria-labelledby={labelId}>
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          label={choiceLabel(property, choice, t)}
          checked={allowed.includes(choice)}
          disabled={disabled}
          onChange={(event) => {
            const next = choices.filter((own) => (own === choice ? event.target.checked : allowed.includes(own)));
            onChange(next.length === choices.length ? undefined : next);
          }}
        />
      ))}
    </div>
  );
}

/** Lists that no editor of their own knows, one entry per line. */
function LinesControl({ id, label, value, disabled, onChange }: ValueControlProps) {
  const entries = Array.isArray(value) ? value : [];
  return (
    <textarea
      id={id}
      className="jpd-textarea"
      data-mono
      aria-label={label}
      disabled={disabled}
      rows={Math.min(6, entries.length + 1)}
      defaultValue={entries.map((entry) => (typeof entry === "string" ? entry : JSON.stringify(entry))).join("\n")}
      key={JSON.stringify(entries)}
      onBlur={(event) => {
        const next = event.target.value.split("\n").filter((line) => line.trim() !== "");
        if (JSON.stringify(next) !== JSON.stringify(entries)) onChange(next.length > 0 ? next : undefined);
      }}
    />
  );
}
