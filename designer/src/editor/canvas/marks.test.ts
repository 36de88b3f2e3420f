import { describe, expect, it } from "vitest";
import cases from "../../../../tests/vectors/inline-markdown.json";
import { stretchesOf } from "./marks";

/** Marks in angle brackets, emphasis by its letters before the words. */
const shown = (text: string) =>
  stretchesOf(text).map(({ text: own, mark, bold, italic, underline, strike }) => (mark ? `<${own}>` : `${bold ? "b" : ""}${italic ? "i" : ""}${underline ? "u" : ""}${strike ? "s" : ""}:${own}`));

describe("a text of inline Markdown while it is written", () => {
  it.each([
    ["pay **now**", [":pay ", "<**>", "b:now", "<**>"]],
    ["*a* **b** ***c***", ["<*>", "i:a", "<*>", ": ", "<**>", "b:b", "<**>", ": ", "<***>", "bi:c", "<***>"]],
    ["__a__ ~~b~~", ["<__>", "u:a", "<__>", ": ", "<~~>", "s:b", "<~~>"]],
    ["**a *b* c**", ["<**>", "b:a ", "<*>", "bi:b", "<*>", "b: c", "<**>"]],
  ])("%s: marks are distinguished from letters", (text, stretches) => expect(shown(text)).toEqual(stretches));

  it.each(["2 * 3 * 4", "a*", "**a", "______", "a ** b **", "{price * count} {tax * 2}", "**a\nb**", "1. one", ""])("%s has none", (text) => {
    expect(stretchesOf(text).every(({ mark, bold, italic }) => !mark && !bold && !italic)).toBe(true);
    expect(stretchesOf(text).map(({ text: own }) => own).join("")).toBe(text);
  });

  it.each(cases)("%s is shown as the engine prints it", (source, printed) => {
    const letters = stretchesOf(source!).filter(({ mark }) => !mark);
    const looks = letters.map(({ text, bold, italic, strike, underline }) => ({ text, look: `${bold ? "b" : ""}${italic ? "i" : ""}${strike ? "s" : ""}${underline ? "u" : ""}` }));
    const joined = looks.reduce<typeof looks>((all, own) => {
      const last = all.at(-1);
      return last?.look === own.look ? [...all.slice(0, -1), { ...own, text: last.text + own.text }] : [...all, own];
    }, []);
    expect(joined.map(({ text, look }) => (look ? `<${look}:${text}>` : text)).join("")).toBe(printed);
  });

  it("a backslash before a token is a letter", () => {
    expect(shown("\\{x}")).toEqual([":\\{x}"]);
  });

  it("a backslash before a star is a mark, the star a letter", () => {
    expect(shown("2 \\* 3 \\*")).toEqual([":2 ", "<\\>", ":* 3 ", "<\\>", ":*"]);
  });

  it("a token is one letter, with what stands in it", () => {
    expect(shown("**{a * b}**")).toEqual(["<**>", "b:{a * b}", "<**>"]);
  });
});
