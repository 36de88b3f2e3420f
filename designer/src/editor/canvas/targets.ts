/** The field and the design that an element of the canvas belongs to. */

/** The field that the element shows, at its first or another printed place. */
export function fieldIdAt(target: EventTarget | null): string | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-field-id], [data-part-of]") : null;
  return element?.dataset.fieldId ?? element?.dataset.partOf;
}

/** The repetition of its section that the part belongs to, from 0; nothing at the first place of a field, and outside of sections. */
export function itemAt(target: EventTarget | null): number | undefined {
  const item = target instanceof Element ? target.closest<HTMLElement>("[data-part-of]")?.dataset.item : undefined;
  return item === undefined ? undefined : Number(item);
}

/** The page design of the printed page or part, where the element is on one. */
export function designAtElement(target: EventTarget | null): number | undefined {
  const design = target instanceof Element ? target.closest<HTMLElement>("[data-of-design]")?.dataset.ofDesign : undefined;
  return design === undefined ? undefined : Number(design);
}
