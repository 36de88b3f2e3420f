/** Result of an expression for an item of the sample data. */
import { useEffect, useMemo, useState } from "react";
import { isExtended } from "../../core/fields";
import type { Template } from "../../core/types";
import { useDesignerData, useDesignerEngine } from "../../editor/hooks";
import type { DocumentInput, EngineAdapter } from "../../engine/types";
import { language } from "./language";

/** A document of one text, in the language, with the formulas and texts of the template. */
export function probe(template: Template, text: string, item: unknown, lines = false): DocumentInput {
  const { locale, localeFrom, currency, timeZone, texts, arithmetic, defs, extensions, version } = template;
  const given = { version, extensions, locale, localeFrom, currency, timeZone, texts, arithmetic, defs };
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const field = { id: "probe", name: "probe", type: "text", x: 0, y: 0, width: 100, height: 10, content: text, ...(lines && { wrap: "word" }) };
  return { template: { ...set, page: { width: 100, height: 100 }, schemas: [field] }, bindings: [], data: item ?? null };
}

/** The page model, as far as it is read here: what each field of the first page prints. */
interface PrintedFields {
  pages?: { placements?: { name?: string; value?: unknown }[] }[];
}

async function evaluated(engine: EngineAdapter, input: DocumentInput, signal: AbortSignal): Promise<string | undefined> {
  const model = (await engine.layout?.(input, signal)) as PrintedFields | undefined;
  const value = model?.pages?.[0]?.placements?.[0]?.value;
  return typeof value === "string" ? value : undefined;
}

/** Texts that were asked for, while their template is in use. */
interface Question {
  engine: EngineAdapter;
  item: unknown;
  answer: Promise<string[]>;
  controller: AbortController;
  /** Number of places that wait for the answer; without any it is not waited for. */
  waiting: number;
}

const questions = new WeakMap<Template, Map<string, Question>>();

/** Results of several texts for one item, in their order. Places that show the same texts share one answer. */
export function printedTexts(engine: EngineAdapter, template: Template, texts: readonly string[], item: unknown, signal: AbortSignal): Promise<string[]> {
  const id = JSON.stringify(texts);
  const own = questions.get(template) ?? new Map<string, Question>();
  questions.set(template, own);
  let question = own.get(id);
  if (question?.engine !== engine || !Object.is(question.item, item)) {
    const controller = new AbortController();
    question = { engine, item, answer: askedTexts(engine, template, texts, item, controller.signal), controller, waiting: 0 };
    own.set(id, question);
  }
  const asked = question;
  const forget = () => own.get(id) === asked && own.delete(id);
  const leave = () => {
    asked.waiting -= 1;
    if (asked.waiting > 0) return;
    forget();
    asked.controller.abort();
  };
  asked.waiting += 1;
  signal.addEventListener("abort", leave, { once: true });
  // An answer that is there stays for later places.
  asked.answer.then(() => signal.removeEventListener("abort", leave), forget);
  return asked.answer;
}

async function askedTexts(engine: EngineAdapter, template: Template, texts: readonly string[], item: unknown, signal: AbortSignal): Promise<string[]> {
  const input = probe(template, "", item);
  const own = input.template as { schemas: object[] };
  const schemas = texts.map((content, index) => ({ ...own.schemas[0], id: `${index}`, name: `${index}`, y: index, height: 1, content }));
  const model = (await engine.layout?.({ ...input, template: { ...own, schemas } }, signal)) as PrintedFields | undefined;
  const placements = model?.pages?.[0]?.placements ?? [];
  return texts.map((_, index) => String(placements.find(({ name }) => name === `${index}`)?.value ?? ""));
}

/**
 * Plain expressions are evaluated at once. Those of templates with extensions know more functions, the language and the
 * formulas of the template, so the engine evaluates them as it prints them; until it answers, the last result stays.
 */
export function useResult(text: string, item: unknown, bare: boolean, lines = false): string {
  const { template } = useDesignerData();
  const { engine } = useDesignerEngine();
  const extended = isExtended(template);
  const plain = useMemo(() => (bare ? language.resolve(text, item) : language.render(text, item)), [text, item, bare]);
  const [answer, setAnswer] = useState<string>();
  useEffect(() => {
    if (!extended || engine?.layout === undefined) {
      setAnswer(undefined);
      return undefined;
    }
    const controller = new AbortController();
    evaluated(engine, probe(template, bare ? `{${text}}` : text, item, lines), controller.signal).then(
      (value) => !controller.signal.aborted && setAnswer(value),
      () => !controller.signal.aborted && setAnswer(undefined),
    );
    return () => controller.abort();
  }, [extended, engine, template, text, item, bare, lines]);
  return answer ?? plain;
}
