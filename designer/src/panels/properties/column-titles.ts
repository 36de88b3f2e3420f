/** Titles of the columns of a table: as they are written, as they print, and where a change of one goes. */
import { useEffect, useMemo, useState } from "react";
import { isExtended } from "../../core/fields";
import { columnKeys, writtenTitles } from "../../core/tables";
import { languageOfText, translatedKey, withTexts } from "../../core/texts";
import type { TableSchema } from "../../core/types";
import { useDesignerActions, useDesignerData, useDesignerEngine, useDesignerSample } from "../../editor/hooks";
import { type Dict, useT } from "../../i18n";
import { lookup } from "../data/lookup";
import { printedTexts } from "../formula/useResult";

export interface ColumnTitle {
  /** Name of the column for further rows and conditional styles: its key, else its number from 0. */
  key: string;
  /** As the template has it. */
  written: string;
  /** As it prints with the sample data. */
  printed: string;
  /** As the editor calls the column: what prints, or its number. */
  name: string;
  /** The text of the translations that it is, and of which language. */
  translation: { key: string; language: string } | null;
}

/** A title for a text that has the word for a column before it: "Column 4" is "4" there. */
export function behindColumn(title: string, t: Dict): string {
  const number = /\d+$/.exec(title)?.[0];
  return number !== undefined && title === t.tableEditor.newColumn(Number(number)) ? number : title;
}

export function useColumnTitles(field: TableSchema): { titles: readonly ColumnTitle[]; rename: (index: number, title: string) => void } {
  const t = useT();
  const actions = useDesignerActions();
  const { template } = useDesignerData();
  const { engine } = useDesignerEngine();
  const { data, texts: shared, locale } = useDesignerSample();
  const extended = isExtended(template);
  const own = writtenTitles(field, extended);
  // Other changes of the table leave its titles.
  const id = JSON.stringify(own);
  const written = useMemo(() => own, [id]);
  const plain = useMemo(() => {
    const { texts = {}, localeFrom, locale: ofTemplate } = withTexts(template, shared);
    const ofData = typeof localeFrom === "string" ? lookup(data, localeFrom) : undefined;
    const locales = [locale ?? (typeof ofData === "string" ? ofData : undefined), ofTemplate];
    return written.map((title) => {
      const key = extended ? translatedKey(title) : null;
      const language = key === null ? null : languageOfText(texts, key, locales);
      return key === null || language === null ? { text: title, translation: null } : { text: texts[language]![key]!, translation: { key, language } };
    });
  }, [written, template, shared, data, locale, extended]);
  const [answer, setAnswer] = useState<{ of: readonly string[]; texts: string[] } | null>(null);
  const isExpression = extended && written.some((title) => title.includes("{"));
  useEffect(() => {
    if (!isExpression || engine?.layout === undefined) return undefined;
    const controller = new AbortController();
    printedTexts(engine, template, written, data, controller.signal).then(
      (texts) => !controller.signal.aborted && setAnswer({ of: written, texts }),
      () => {},
    );
    return () => controller.abort();
  }, [isExpression, engine, template, written, data]);
  const keys = columnKeys(field);
  const titles = written.map((title, index): ColumnTitle => {
    const { text, translation } = plain[index]!;
    // Only expressions print something else than what is written.
    const printed = title.includes("{") && answer?.of === written ? (answer.texts[index] ?? text) : text;
    return { key: keys[index]!, written: title, printed, name: printed.trim() === "" ? t.tableEditor.newColumn(index + 1) : printed, translation };
  });
  const rename = (index: number, title: string) => {
    if (title.trim() === "") return;
    const translation = titles[index]?.translation;
    // An expression is no translation.
    if (!translation || title.includes("{")) return actions.renameTableColumn(index, title);
    const { key, language } = translation;
    actions.change({ kind: "column", name: field.name }, (pair) => {
      const { texts } = pair.template;
      return { ...pair, template: { ...pair.template, texts: { ...texts, [language]: { ...texts?.[language], [key]: title.trim() } } } };
    });
  };
  return { titles, rename };
}
