/** Colours of the theme: `@accent` means `theme.colors.accent` of the template. */
import type { Template } from "./types";

/** The colour that is meant, as CSS has it; nothing where the theme does not have the name. */
export function themedColor(color: string | undefined, template: Pick<Template, "theme"> | undefined): string | undefined {
  return color?.startsWith("@") ? template?.theme?.colors?.[color.slice(1)] : color;
}
