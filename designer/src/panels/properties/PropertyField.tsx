import { useEffect, useState, type ReactNode } from "react";
import { makeSchema } from "../../core/fields";
import type { FieldType, TextSchema } from "../../core/types";
import { useDesignerUi } from "../../editor/hooks";
import { useT } from "../../i18n";
import { LibraryButton, type LibraryButtonProps } from "../../library/LibraryButton";
import { CollapsibleSection } from "../../ui/CollapsibleSection";
import { useUiComponents } from "../../ui/registry";
import { ExpressionField } from "../formula/ExpressionField";
import type { Place } from "../formula/scope";
import { FilterConditions } from "../binding/FilterConditions";
import { EinvoiceTerms } from "../einvoice/EinvoiceTerms";
import { AttachmentsControl } from "./Attachments";
import { ColumnsControl } from "./ColumnsControl";
import { ChoiceControl, ColorControl, NumberControl, NumbersControl, SwitchControl, TextControl } from "./controls";
import type { Property, ValueKind } from "./description";
import { FontNameControl, FontsControl, namesFont } from "./Fonts";
import { shownProperty, useExtensions } from "./extensions";
import { NamedControl } from "./NamedControl";
import { ObjectsControl, type PartsControlProps } from "./ObjectsControl";
import { PagesControl } from "./PagesControl";
import { PropertyFields } from "./PropertyFields";
import { PaymentResult } from "./PaymentResult";
import { PropertyRow } from "./PropertyRow";
import { namesStyle } from "./renaming";
import { StyleNameControl } from "./style-names";
import { StyleRulesControl } from "./StyleRules";
import type { Target } from "./target";
import { choiceLabel } from "./words";

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

/** Values that may be an object or a list. */
const HOLDS_PARTS: ReadonlySet<ValueKind> = new Set(["object", "list", "objects", "named"]);

/** Texts that are expressions without braces. */
const BARE = new Set(["visibleWhen", "by", "that", "when", "formula"]);

/** Objects with more properties, or with parts that have parts, are shown when somebody asks. */
const MOST_ROWS = 8;

const isFolded = ({ properties = [] }: Property): boolean => properties.length > MOST_ROWS || properties.some(({ value }) => value === "objects" || value === "named");

/** First content of an object in the place of a name, by its key: the meaning of that name. */
const OWN_BEGINS: Record<string, object> = { borders: { outer: {}, row: {}, column: {} } };

/** Scope of the names in a part of a field. */
function placeOf(target: Target, path: string): Place {
  const field = target.fields[target.fields.length - 1];
  if (field?.type === "table") return path.startsWith("detail/") ? "detail" : path.startsWith("groups/") ? "cell" : "totals";
  if (field?.type === "section") return "item";
  // The document itself is no field.
  return field?.type === undefined ? "kpi" : "text";
}

const isPlain = (value: unknown): value is string | number | boolean => typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** Counts that the format stores as any number. */
const COUNTS = new Set(["topN", "decimals"]);

export function labelOf(kind: FieldType | null, key: string, labels: Record<string, string>): string {
  return labels[`${kind}.${key}`] ?? labels[key] ?? key;
}

const beginnings = new Map<FieldType, Readonly<Record<string, unknown>>>();

/** The value of a property in a field that was just inserted. */
function beginning(kind: FieldType, key: string): unknown {
  const known = beginnings.get(kind) ?? { ...makeSchema(kind, 0) };
  beginnings.set(kind, known);
  return known[key];
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
export function PropertyField({ property: described, target, path = described.key, label: givenLabel, disabled = false }: PropertyFieldProps) {
  const t = useT();
  const { value, mixed, present, inherited: fromStyle, style } = target.read(path);
  // The named style gives the values that the field itself lacks.
  const property = typeof fromStyle === typeof (described.default ?? fromStyle) && isPlain(fromStyle) ? { ...described, default: fromStyle } : described;
  const ofPart = (t.properties as Record<string, string>)[path.replace(/\/\d+(?=\/|$)/g, "").replaceAll("/", ".")];
  const label = givenLabel ?? ofPart ?? labelOf(target.kind, property.key, t.properties);
  const field = target.fields[target.fields.length - 1]!;
  const { on } = useExtensions();
  const rules = t.inPrint as Record<string, string>;
  // What a new field begins with is no choice, unless it takes the place of a style's value.
  const begins = fromStyle === undefined && target.kind !== null ? beginning(target.kind, path) : undefined;
  const differs = present && (mixed || ![property.default, begins].some((own) => JSON.stringify(own) === JSON.stringify(value)));
  const removable = present && !property.required && property.key !== "content";
  const wraps = on && target.kind === "text" && ((field as TextSchema).wrap ?? "none") !== "none";
  // A number where a text may stand too, such as a line height beside `14pt`.
  const given = (next: unknown) => (property.orNumber && typeof next === "string" && /^\d+(\.\d+)?$/.test(next.trim()) ? Number(next) : next);
  const set = (next: unknown) => target.write(path, given(next), property.extension);
  const row = {
    property,
    path,
    label,
    // The values of a payment are filled in: there is nothing that they would differ from.
    differs: differs && !property.required && property.key !== "content" && !path.startsWith("payload/") && !EXPRESSIONS[`${target.kind}.${property.key}`],
    inPrint: target.kind === "text" && property.key === "content" && wraps ? undefined : rules[`${target.kind}.${property.key}`] ?? rules[`*.${property.key}`],
    onReset: removable && !disabled ? () => set(undefined) : undefined,
    replaces: present && !mixed && !target.several ? style : undefined,
  };

  const own = property.value === "text" && BARE.has(property.key) && path !== "visibleWhen" ? placeOf(target, path) : undefined;
  const place = EXPRESSIONS[`${target.kind}.${property.key}`] ?? own ?? (property.value === "text" && path.startsWith("payload/") ? "text" : undefined);
  if (property.key === "visibleWhen" || place) {
    const bare = BARE.has(property.key);
    const text = typeof value === "string" ? value : value === undefined || value === null ? "" : String(value);
    const breaks = target.kind === "text" && !wraps && /\n/.test(text);
    return (
      <PropertyRow {...row} wide below={breaks && <p className="jpd-warn">{t.control.lineBreaks}</p>}>
        {() => (
          <ExpressionField
            key={field.id}
            field={field}
            place={place ?? "visibleWhen"}
            label={label}
            value={mixed ? "" : text}
            placeholder={mixed ? t.control.mixed : property.key === "visibleWhen" ? t.visibleWhen.placeholder : `${target.kind}.${property.key}` === "kpi.value" ? t.kpi.chooseValue : undefined}
            bare={bare}
            multiline={target.kind === "text"}
            lines={wraps}
            disabled={disabled}
            onChange={(next) => set(next === "" && !property.required && (bare || path.includes("/")) ? undefined : next)}
          />
        )}
      </PropertyRow>
    );
  }
  if (property.key === "onPages") {
    return (
      <PropertyRow {...row} wide>
        {({ id }) => <PagesControl key={field.id} id={id} label={label} property={property} path={path} field={field} value={value} disabled={disabled} onChange={set} />}
      </PropertyRow>
    );
  }
  const isObject = typeof value === "object" && value !== null;
  if (isObject && property.own === undefined && !HOLDS_PARTS.has(property.value)) {
    return (
      <PropertyRow {...row}>
        {() => <p className="jpd-warn">{t.control.otherShape}</p>}
      </PropertyRow>
    );
  }
  const parts = (labelId: string): PartsControlProps => ({ labelId, property, path, target, value, disabled, onChange: set });
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
    case "choice": {
      const choice = (
        <PropertyRow {...row}>
          {({ id }) => (
            <ChoiceControl
              id={id}
              label={label}
              property={property}
              value={typeof value === "string" ? value : undefined}
              mixed={mixed}
              disabled={disabled}
              isOwn={isObject}
              onOwn={() => set(OWN_BEGINS[property.key] ?? {})}
              onChange={set}
            />
          )}
        </PropertyRow>
      );
      return isObject && property.own ? (
        <div className="jpd-prop__own">
          {choice}
          <div className="jpd-prop__parts" role="group" aria-label={label}>
            {property.own.map((inner) => (
              <PropertyField key={inner.key} property={inner} target={target} path={`${path}/${inner.key}`} disabled={disabled} />
            ))}
          </div>
        </div>
      ) : (
        choice
      );
    }
    case "object":
      if (property.orNumber) {
        return (
          <PropertyRow
            {...row}
            below={
              <Folded when title={t.control.perSide} labelId="" path={path} isOpen={isObject}>
                <PropertyFields properties={property.properties ?? []} target={target} within={path} disabled={disabled} />
              </Folded>
            }
          >
            {({ id }) => (
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
            )}
          </PropertyRow>
        );
      }
      return (
        <PropertyRow {...row} wide ownLabel={isFolded(property)}>
          {({ id, labelId }) => (
            <Folded when={isFolded(property)} title={label} labelId={labelId} path={path}>
              <PropertyFields
                properties={partsOf(property, value).filter((inner) => shownProperty(inner, on, target.read(`${path}/${inner.key}`).value))}
                target={property.forms ? formTarget(property, path, target) : target}
                within={path}
                disabled={disabled}
              />
              {property.key === "payload" && isObject && <PaymentResult field={field} payload={value as Record<string, unknown>} />}
            </Folded>
          )}
        </PropertyRow>
      );
    case "named":
      if (property.key === "fonts") {
        return (
          <PropertyRow {...row} wide>
            {({ labelId }) => <FontsControl labelId={labelId} label={label} value={value} disabled={disabled} onChange={set} />}
          </PropertyRow>
        );
      }
      if (path === "pdf/einvoice/map") {
        return (
          <PropertyRow {...row} wide>
            {({ labelId }) => <EinvoiceTerms {...parts(labelId)} />}
          </PropertyRow>
        );
      }
      return (
        <PropertyRow {...row} wide>
          {({ labelId }) =>
            target.fields[0]?.type === "table" ? <ColumnsControl {...parts(labelId)} place={placeOf(target, path)} /> : <NamedControl {...parts(labelId)} />
          }
        </PropertyRow>
      );
    case "objects":
      if (property.key === "styleWhen" && property.items?.properties && !target.several) {
        return (
          <PropertyRow {...row} wide>
            {({ labelId }) => <StyleRulesControl labelId={labelId} property={property} path={path} field={field} value={value} disabled={disabled} onChange={set} />}
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
          {({ labelId }) => <ObjectsControl {...parts(labelId)} />}
        </PropertyRow>
      );
    case "list":
      if (property.items?.value === "number") {
        return (
          <PropertyRow {...row}>
            {({ id }) => (
              <NumbersControl id={id} label={label} value={Array.isArray(value) ? value.filter((entry): entry is number => typeof entry === "number") : undefined} disabled={disabled} onChange={set} />
            )}
          </PropertyRow>
        );
      }
      if (property.items?.value === "objects") {
        return (
          <PropertyRow {...row} wide>
            {({ labelId }) => <FilterConditions key={field.id} labelId={labelId} path={path} field={field} value={value} disabled={disabled} onChange={set} />}
          </PropertyRow>
        );
      }
      if (property.items?.choices) {
        return (
          <PropertyRow {...row} wide>
            {({ labelId }) => <ChoicesControl labelId={labelId} property={property} choices={property.items?.choices ?? []} value={value} disabled={disabled} onChange={set} />}
          </PropertyRow>
        );
      }
      return (
        <PropertyRow {...row} wide>
          {({ id }) => <LinesControl id={id} label={label} value={value} disabled={disabled} onChange={set} />}
        </PropertyRow>
      );
    default:
      if (namesStyle(property.key)) {
        return (
          <PropertyRow {...row}>
            {({ id }) => (
              <StyleNameControl id={id} label={label} name={property.key} value={typeof value === "string" ? value : undefined} mixed={mixed} disabled={disabled} target={target} onChange={set} />
            )}
          </PropertyRow>
        );
      }
      if (namesFont(property.key)) {
        return (
          <PropertyRow {...row}>
            {({ id }) => <FontNameControl id={id} label={label} value={typeof (value ?? fromStyle) === "string" ? String(value ?? fromStyle) : undefined} mixed={mixed} disabled={disabled} onChange={set} />}
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

/** The properties of an object, with those that only its form has. */
function partsOf(property: Property, value: unknown): readonly Property[] {
  const type = (value as { type?: unknown } | undefined)?.type;
  return [...(property.properties ?? []), ...((typeof type === "string" && property.forms?.[type]) || [])];
}

/** Another form keeps what both have; without a form nothing is left. */
function formTarget(property: Property, path: string, target: Target): Target {
  return {
    ...target,
    write(at, value, extension) {
      if (at !== `${path}/type`) return target.write(at, value, extension);
      const before = Object.entries((target.read(path).value ?? {}) as object);
      const kept = (property.forms?.[String(value)] ?? []).map(({ key }) => key);
      const next = { type: value, ...Object.fromEntries(before.filter(([key]) => kept.includes(key))) };
      target.write(path, value === undefined ? undefined : next, extension);
    },
  };
}

interface ValueControlProps {
  id: string;
  label: string;
  value: unknown;
  disabled: boolean;
  onChange: (value: unknown) => void;
}

interface FoldedProps {
  when: boolean;
  title: string;
  labelId: string;
  /** Pointer of the object. */
  path: string;
  /** Open from the beginning. */
  isOpen?: boolean;
  children: ReactNode;
}

/** Parts of an object; many of them only when somebody opens them. */
function Folded({ when, title, labelId, path, isOpen: isOpenFirst = false, children }: FoldedProps) {
  const [isOpened, setOpen] = useState(isOpenFirst);
  const { focusRequest } = useDesignerUi();
  // Another part asks for a control that is folded away.
  const isWanted = focusRequest !== null && `${focusRequest.property}/`.startsWith(`${path}/`);
  const isOpen = isOpened || isWanted;
  useEffect(() => {
    if (isWanted) setOpen(true);
  }, [isWanted]);
  if (!when) {
    return (
      <div className="jpd-prop__parts" role="group" aria-labelledby={labelId}>
        {children}
      </div>
    );
  }
  return (
    <CollapsibleSection title={title} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      {isOpen && (
        <div className="jpd-prop__parts" role="group" aria-label={title}>
          {children}
        </div>
      )}
    </CollapsibleSection>
  );
}

interface ChoicesControlProps extends Omit<ValueControlProps, "id" | "label"> {
  labelId: string;
  property: Property;
  choices: readonly string[];
}

/** Lists without which every choice holds; without others none does. */
const ALL_WHEN_ABSENT = new Set(["permissions"]);

/** A choice that excludes this one: of the editions of PDF/A there is one at most (20.10.6). */
const excludes = (choice: string, other: string): boolean => choice !== other && choice.startsWith("pdfa-") && other.startsWith("pdfa-");

/** A list of choices, each as a box. */
function ChoicesControl({ labelId, property, choices, value, disabled, onChange }: ChoicesControlProps) {
  const t = useT();
  const { Checkbox } = useUiComponents();
  const whenAbsent = ALL_WHEN_ABSENT.has(property.key) ? choices : [];
  const chosen = Array.isArray(value) ? value : whenAbsent;
  return (
    <div role="group" aria-labelledby={labelId}>
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          label={choiceLabel(property, choice, t)}
          checked={chosen.includes(choice)}
          disabled={disabled}
          onChange={(event) => {
            const isOn = event.target.checked;
            const next = choices.filter((own) => (own === choice ? isOn : chosen.includes(own) && !(isOn && excludes(choice, own))));
            onChange(next.length === whenAbsent.length ? undefined : next);
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
