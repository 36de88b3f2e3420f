/** Colours of the theme: `@accent` means `theme.colors.accent` of the template. */
import type { Template } from "./types";

/** The colour that is meant, as CSS has it; nothing where the theme does not have the name, or where it is no text. */
export function themedColor(color: unknown, template: Pick<Template, "theme"> | undefined): string | undefined {
  const meant = typeof color === "string" && color.startsWith("@") ? template?.theme?.colors?.[color.slice(1)] : color;
  return typeof meant === "string" ? meant : undefined;
}
