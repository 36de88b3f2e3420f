/**
 * `src/core/types.ts` says the same as `docs/template.d.ts`, which the engine generates. The compiler is the test:
 * `npm run typecheck` fails where the two differ.
 */
import type * as format from "../../../docs/template";
import type * as ours from "../../src/core/types";

/** Without `null`, and every property required: what both sides must agree on. */
type Shape<T> = T extends (infer Item)[]
  ? Shape<NonNullable<Item>>[]
  : T extends object
    ? { [Key in keyof T]-?: Shape<NonNullable<T[Key]>> }
    : T;

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Holds<T extends true> = T;

/** Cells may be numbers or truth values in files; editors write texts. */
type Cell = string | number | boolean | null;
/** Names that the format closes and the public types leave open, so that hosts may pass any text. */
type OpenName<T> = T extends { colorPalette: unknown } ? Omit<T, "colorPalette"> & { colorPalette: string } : T;
type Flat<T> = { [Key in keyof T]: T[Key] };
type Texts<T> = [T] extends [(infer Item)[]]
  ? Texts<Item>[]
  : [T] extends [Cell | undefined]
    ? string extends T
      ? string
      : NonNullable<T>
    : T;
type Field<T> = Flat<{ [Key in keyof OpenName<Shape<T>>]: Texts<OpenName<Shape<T>>[Key]> }>;

/** Kinds of field that are drawn, but have no properties in the editor. */
type Unedited = "qrcode" | "barcode" | "line" | "rectangle" | "ellipse" | "path" | "svg" | "signature";

export type Checks = [
  Holds<Same<Flat<Shape<format.PageSize>>, Flat<Shape<ours.PageSize>>>>,
  Holds<Same<Field<format.TextField>, Field<ours.TextSchema>>>,
  Holds<Same<Field<format.TableField>, Field<ours.TableSchema>>>,
  Holds<Same<Field<format.ImageField>, Field<ours.ImageSchema>>>,
  // What its filters hold is compared below.
  Holds<Same<keyof format.SectionField, keyof ours.SectionSchema>>,
  Holds<Same<Field<format.ChartField>, Field<ours.ChartSchema>>>,
  Holds<Same<Field<format.KpiField>, Field<ours.KpiSchema>>>,
  Holds<Same<Field<format.ColumnStyle>, Field<ours.TableColumnStyle>>>,
  Holds<Same<Field<format.CornerRadii>, Field<ours.TableCornerRadii>>>,
  Holds<Same<Field<format.FilterCondition>, Field<ours.FilterCondition>>>,
  Holds<Same<keyof format.PageDesign, keyof ours.PageDesign>>,
  Holds<Same<keyof format.Template, keyof ours.Template>>,
  Holds<Same<keyof format.TemplatePage, keyof ours.TemplatePage>>,
  Holds<Same<Exclude<format.Field["type"], Unedited>, ours.FieldType>>,
  Holds<Same<format.Binding["type"], ours.Binding["type"]>>,
  Holds<Same<keyof format.ScalarBinding, keyof ours.ScalarBinding>>,
  Holds<Same<keyof format.TemplateBinding, keyof ours.TemplateBinding>>,
  Holds<Same<keyof format.ArrayBinding, keyof ours.ArrayBinding>>,
  Holds<Same<keyof format.KeyValueBinding, keyof ours.KeyValueBinding>>,
  Holds<Same<keyof format.SectionBinding, keyof ours.SectionBinding>>,
  Holds<Same<keyof format.ChartBinding, keyof ours.ChartBinding>>,
  Holds<Same<keyof format.KpiBinding, keyof ours.KpiBinding>>,
  Holds<Same<NonNullable<format.KpiBinding["aggregation"]>, ours.KpiAggregation>>,
];
