// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { dictFor, I18nProvider, useLocale, useT, withInlineCode } from ".";

/** Every text of a dictionary by its path; functions are called with numbers, which fit text parameters too. */
function texts(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") {
    return [[path, String(value(...Array.from({ length: value.length }, (_, i) => i + 2)))]];
  }
  return Object.entries(value as object).flatMap(([key, entry]) => texts(entry, path ? `${path}.${key}` : key));
}

describe("dictionaries", () => {
  const en = new Map(texts(dictFor("en")));
  const pt = new Map(texts(dictFor("pt-BR")));

  it("have the same entries in every language, none empty", () => {
    expect([...pt.keys()].sort()).toEqual([...en.keys()].sort());
    for (const [path, text] of [...en, ...pt]) expect(text.trim(), path).not.toBe("");
  });

  it("use their parameters in both languages", () => {
    for (const [path, text] of en) {
      for (const parameter of ["2", "3"]) {
        if (text.includes(parameter) && !/[0-9]{2}|4\.5|1cm|ISO/.test(text)) expect(pt.get(path), path).toContain(parameter);
      }
    }
  });

  it("fall back to English for an unknown language", () => {
    expect(dictFor("xx" as never)).toBe(dictFor("en"));
  });
});

function Probe() {
  return (
    <p>
      {useLocale()}: {useT().tabBar.fields}
    </p>
  );
}

describe("I18nProvider", () => {
  it("sets the language below it; English without it", () => {
    render(
      <>
        <Probe />
        <I18nProvider locale="pt-BR">
          <Probe />
        </I18nProvider>
      </>,
    );
    expect(screen.getByText("en: Fields")).toBeTruthy();
    expect(screen.getByText("pt-BR: Campos")).toBeTruthy();
  });
});

describe("withInlineCode", () => {
  it("puts what is between back-ticks into code", () => {
    const { container } = render(<p>{withInlineCode("use `{a}` or `b`")}</p>);
    expect([...container.querySelectorAll("code.jpd-code")].map((code) => code.textContent)).toEqual(["{a}", "b"]);
    expect(container.textContent).toBe("use {a} or b");
  });
});
