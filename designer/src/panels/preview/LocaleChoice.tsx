/** The locale of the documents that are shown: those of the texts first, then others that are often wanted. */
import { useMemo } from "react";
import { isExtended } from "../../core/fields";
import { useDesignerData, useDesignerSample } from "../../editor/hooks";
import { useLocale, useT } from "../../i18n";
import { languageName } from "../../i18n/language-name";
import { useUiComponents } from "../../ui/registry";

const FREQUENT = ["de-DE", "en-GB", "en-US", "es-ES", "fr-FR", "it-IT", "ja-JP", "nl-NL", "pl-PL", "pt-BR", "pt-PT", "zh-CN"];

export function LocaleChoice() {
  const t = useT();
  const language = useLocale();
  const { template } = useDesignerData();
  const { texts, locale, setLocale } = useDesignerSample();
  const { Select } = useUiComponents();
  const own = typeof template.locale === "string" && template.locale !== "" ? template.locale : undefined;
  const { translated, others } = useMemo(() => {
    const translated = [...new Set([...Object.keys(template.texts ?? {}), ...Object.keys(texts ?? {})])].sort();
    return { translated, others: FREQUENT.filter((tag) => !translated.includes(tag)) };
  }, [template.texts, texts]);
  const nameOf = (tag: string) => {
    const name = languageName(tag, language);
    return name === tag ? tag : `${name} (${tag})`;
  };
  if (!isExtended(template)) return null;
  const unknown = locale !== undefined && !translated.includes(locale) && !others.includes(locale);
  const options = (tags: readonly string[]) =>
    tags.map((tag) => (
      <option key={tag} value={tag}>
        {nameOf(tag)}
      </option>
    ));
  return (
    <Select
      className="jpd-livepreview__locale"
      aria-label={t.previewPanel.locale}
      title={t.previewPanel.locale}
      value={locale ?? ""}
      onChange={(event) => setLocale(event.target.value || undefined)}
    >
      <option value="">{own === undefined ? t.previewPanel.ownLocale : `${t.previewPanel.ownLocale}: ${nameOf(own)}`}</option>
      {unknown && <option value={locale}>{nameOf(locale)}</option>}
      {translated.length > 0 && <optgroup label={t.previewPanel.translated}>{options(translated)}</optgroup>}
      <optgroup label={t.previewPanel.otherLocales}>{options(others)}</optgroup>
    </Select>
  );
}
