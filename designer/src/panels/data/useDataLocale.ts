/** The locale in which people write the data: that of the document, else that of the editor. */
import { useDesignerData, useDesignerSample } from "../../editor/hooks";
import { useLocale } from "../../i18n";
import { lookup } from "./lookup";

export function useDataLocale(): string {
  const editor = useLocale();
  const { template } = useDesignerData();
  const { locale, given } = useDesignerSample();
  const named = template.localeFrom === undefined ? undefined : lookup(given, template.localeFrom);
  return locale ?? (typeof named === "string" && named !== "" ? named : undefined) ?? template.locale ?? editor;
}
