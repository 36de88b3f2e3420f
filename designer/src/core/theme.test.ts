import { describe, expect, it } from "vitest";
import { themedColor } from "./theme";

describe("colours of the theme", () => {
  const template = { theme: { colors: { accent: "#0f766e" } } };

  it("stand for the colour that the template gives their name", () => {
    expect(themedColor("@accent", template)).toBe("#0f766e");
    expect(themedColor("#123456", template)).toBe("#123456");
  });

  it("are none where the theme lacks the name", () => {
    expect(themedColor("@other", template)).toBeUndefined();
    expect(themedColor("@accent", {})).toBeUndefined();
    expect(themedColor(undefined, template)).toBeUndefined();
    expect(themedColor(7, template)).toBeUndefined();
  });
});
