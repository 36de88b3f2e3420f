/** An engine that draws all documents with the settings of a designer: shared texts, named fonts, locale. */
import type { Template } from "../../core/types";
import { withNamedFonts, type NamedFonts } from "../../core/named-fonts";
import { withTexts, type SharedTexts } from "../../core/texts";
import type { DocumentInput, EngineAdapter } from "../../engine/types";

export interface EngineSettings {
  /** Texts that several templates share. */
  texts: SharedTexts | undefined;
  /** Fonts by name that several templates share. */
  namedFonts: NamedFonts | undefined;
  /** `true` or nothing: the built-in font draws characters that the others lack. */
  fallbackFont: boolean | undefined;
  /** Locale of the documents, instead of that of the template. */
  locale: string | undefined;
}

/** `version`: number of changes of the engine's files. Each gives another engine, so that drawings by the old files are not kept. */
export function configured(engine: EngineAdapter, { texts, namedFonts, fallbackFont, locale }: EngineSettings, version: number): EngineAdapter {
  if ([texts, namedFonts, fallbackFont, locale].every((setting) => setting === undefined) && version === 0) return engine;
  const settings = { ...(locale !== undefined && { locale }), ...(fallbackFont !== undefined && { fallbackFont }) };
  // The engine compares templates by identity, so the same one must stay the same.
  const completed = new WeakMap<object, Template>();
  const complete = <T extends Omit<DocumentInput, "data">>(input: T): T => {
    const given = input.template as Template;
    let template = completed.get(given);
    if (template === undefined) {
      template = withNamedFonts(withTexts(given, texts), namedFonts);
      completed.set(given, template);
    }
    return { ...input, template, ...(Object.keys(settings).length > 0 && { options: { ...settings, ...input.options } }) };
  };
  const { layout, drawNow, einvoice, setLibrary } = engine;
  return {
    render: (input, signal) => engine.render(complete(input), signal),
    draw: (input, pages, signal) => engine.draw(complete(input), pages, signal),
    ...(drawNow && { drawNow: (input, pages) => drawNow.call(engine, complete(input), pages) }),
    check: (input, signal) => engine.check(complete(input), signal),
    ...(engine.checksInvoices && { checksInvoices: true }),
    ...(einvoice && { einvoice: (input, signal) => einvoice.call(engine, complete(input), signal) }),
    ...(layout && { layout: (input, signal) => layout.call(engine, complete(input), signal) }),
    evaluate: (text, data, item, extensions) => engine.evaluate(text, data, item, extensions),
    measureText: (text, size) => engine.measureText(text, size),
    schema: () => engine.schema(),
    setFonts: (fonts) => engine.setFonts(fonts),
    ...(setLibrary && { setLibrary: (files) => setLibrary.call(engine, files) }),
    dispose: () => engine.dispose(),
  };
}
