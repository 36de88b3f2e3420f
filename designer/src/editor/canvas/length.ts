/** Lengths of the sheet: multiples of one custom property, so that zooming changes a single value. */

/** Name of the property that holds the length of a millimetre on the screen. */
export const MM = "--_mm";

export const mm = (value: number): string => `calc(var(${MM}) * ${Number.isFinite(value) ? value : 0})`;

export const box = (rect: { x: number; y: number; width: number; height: number }) => ({
  left: mm(rect.x),
  top: mm(rect.y),
  width: mm(Math.max(0, rect.width)),
  height: mm(Math.max(0, rect.height)),
});

/** The family of the print, or what has its metrics. */
export const FONT = 'Helvetica, "Liberation Sans", Arimo, Arial, sans-serif';

/** Points as millimetres. */
export const pt = (value: number): number => (value * 25.4) / 72;
/** A length such as `14pt` or `4mm`, in points. */
export const lengthInPoints = (length: `${number}pt` | `${number}mm`): number => (length.endsWith("mm") ? (parseFloat(length) * 72) / 25.4 : parseFloat(length));
