/** Changes of fields: properties, names, order, removal, places for new ones. */
import type { Binding, Field, PageDesign, Template } from "../../core/types";
import type { DocumentPair } from "../types";
import { allNames, fieldsOf, patched, withFields } from "./design";
import { classifyZone, type Rect, zoneRect } from "../../core/page";

export function patchFields<D extends PageDesign>(design: D, ids: ReadonlySet<string>, patch: { [key: string]: unknown }): D {
  return withFields(
    design,
    fieldsOf(design).map((field) => (field && ids.has(field.id) ? patched(field, patch) : field)),
  );
}

/** The name as it would be stored; `null` where it is empty, unchanged or taken. */
export function freeName(template: Template, current: string, wanted: string): string | null {
  const name = wanted.trim();
  return name === "" || name === current || allNames(template).has(name) ? null : name;
}

export function renameBindings(bindings: Binding[], from: string, to: string): Binding[] {
  if (!bindings.some((binding) => binding.schemaName === from)) return bindings;
  return bindings.map((binding) => (binding.schemaName === from ? { ...binding, schemaName: to } : binding));
}

/** Drops the bindings of names that no field has any more after `names` went. */
export function dropBindings(bindings: Binding[], names: ReadonlySet<string>): Binding[] {
  return bindings.some((binding) => names.has(binding.schemaName))
    ? bindings.filter((binding) => !names.has(binding.schemaName))
    : bindings;
}

/** Without the fields; members of a section that goes become fields of their own. */
export function withoutFields<D extends PageDesign>(design: D, ids: ReadonlySet<string>): D {
  return withFields(
    design,
    fieldsOf(design)
      .filter((field) => !(field && ids.has(field.id)))
      .map((field) => (field?.sectionId && ids.has(field.sectionId) ? patched(field, { sectionId: undefined }) : field)),
  );
}

export function setBinding(pair: DocumentPair, name: string, binding: Binding | null): DocumentPair {
  const { bindings } = pair;
  const index = bindings.findIndex((own) => own.schemaName === name);
  if (!binding) {
    return index < 0 ? pair : { ...pair, bindings: bindings.filter((own) => own.schemaName !== name) };
  }
  if (index < 0) return { ...pair, bindings: [...bindings, binding] };
  // Keys of the old binding that the editor does not know stay, those that its kind had go.
  const old = bindings[index] as Binding;
  const next = old.type === binding.type ? patched(old, { ...cleared(old), ...binding }) : binding;
  return next === old ? pair : { ...pair, bindings: bindings.with(index, next) };
}

const BINDING_KEYS = ["path", "template", "columns", "paths", "labelColumn", "valueColumn", "aggregation", "filters"];

function cleared(binding: Binding): { [key: string]: undefined } {
  return Object.fromEntries(BINDING_KEYS.filter((key) => key in binding).map((key) => [key, undefined]));
}

/** Moves a field to a place of the paint order; `index` counts without it. */
export function reorder<D extends PageDesign>(design: D, id: string, index: (from: number, length: number) => number): D {
  const fields = fieldsOf(design);
  const from = fields.findIndex((field) => field?.id === id);
  const field = fields[from];
  if (!field) return design;
  const rest = fields.toSpliced(from, 1);
  const to = Math.max(0, Math.min(rest.length, index(from, rest.length)));
  return to === from ? design : withFields(design, rest.toSpliced(to, 0, field));
}

const MIN_BAND = 2;

/** Place of a new field: centred in the body, or 2 mm inside the first band that has room while bands are edited. */
export function placeFor(
  size: { width: number; height: number },
  design: PageDesign,
  options: { bands: boolean; grid: number; section?: boolean },
): Rect {
  const snap = (value: number) => (options.grid > 0 ? Math.round(value / options.grid) * options.grid : value);
  if (options.bands) {
    const zone = (["header", "footer", "marginLeft", "marginRight"] as const).find((zone) => {
      const area = zoneRect(zone, design.page, design);
      return Math.min(area.width, area.height) > MIN_BAND;
    });
    if (zone) {
      const area = zoneRect(zone, design.page, design);
      const width = Math.max(5, Math.min(size.width, area.width - 3));
      const height = Math.max(2, Math.min(size.height, area.height - 3));
      const at = { x: area.x + Math.min(2, area.width - width), y: area.y + Math.min(2, area.height - height) };
      return free({ ...at, width, height }, design, area, Math.max(options.grid, 1));
    }
  }
  const body = zoneRect("body", design.page, design);
  const width = options.section ? Math.max(20, body.width) : size.width;
  const x = options.section ? body.x : snap(body.x + (body.width - width) / 2);
  const y = snap(body.y + (body.height - size.height) / 2);
  return free({ x: Math.max(body.x, x), y: Math.max(body.y, y), width, height: size.height }, design, body, options.grid > 0 ? options.grid : 5);
}

/** Distance of what is inserted for the data from the left margin and, at least, from the field above it; on a full page, of its top from the end of the body. */
const INSERTED_MM = { left: 10, gap: 5, above: 20 };

/** The place below all fields of the body, in mm: where values and lists of the data are inserted. */
export function placeBelow(design: PageDesign): { x: number; y: number } {
  const { page, marginLeft = 0, headerHeight = 0, footerHeight = 0 } = design;
  const { left, gap, above } = INSERTED_MM;
  const inBody = fieldsOf(design).filter((field) => field && classifyZone(field, page, design) === "body");
  const bottom = Math.max(headerHeight, ...inBody.map((field) => field.y + field.height));
  const limit = page.height - footerHeight - above;
  return { x: marginLeft + left, y: Math.min(Math.ceil((bottom + gap) / gap) * gap, Math.max(0, limit)) };
}

/** One step further while a field is already exactly there. */
function free(rect: Rect, design: PageDesign, area: Rect, step: number): Rect {
  const taken = new Set(fieldsOf(design).map((field) => field && `${field.x} ${field.y}`));
  let { x, y } = rect;
  for (let tries = 0; tries < 200 && taken.has(`${x} ${y}`); tries++) {
    y += step;
    if (x + step + rect.width <= area.x + area.width) x += step;
    if (y + rect.height > area.y + area.height) {
      y = area.y;
      x = area.x + ((tries * step) % Math.max(step, area.width - rect.width));
    }
  }
  return { ...rect, x, y };
}
