import { describe, expect, it } from "vitest";
import { escapeMarkup, finishMarkers, toggleList, toggleMarker } from "./emphasis";

function apply(marked: string, marker: "**" | "*"): string {
  const from = marked.indexOf("|");
  const to = marked.lastIndexOf("|") - (from === marked.lastIndexOf("|") ? 0 : 1);
  const text = marked.replaceAll("|", "");
  const { from: start, to: end, insert, selectFrom, selectTo } = toggleMarker({ text, from, to }, marker);
  const next = text.slice(0, start) + insert + text.slice(end);
  return selectFrom === selectTo ? `${next.slice(0, selectFrom)}|${next.slice(selectFrom)}` : `${next.slice(0, selectFrom)}|${next.slice(selectFrom, selectTo)}|${next.slice(selectTo)}`;
}

describe("emphasis", () => {
  it.each([
    ["pay |now| please", "**", "pay **|now|** please"],
    ["pay **|now|** please", "**", "pay |now| please"],
    ["pay |now |please", "*", "pay *|now|* please"],
    ["pay n|ow", "**", "pay **n|ow**"],
    ["**|now|**", "*", "***|now|***"],
    ["***|now|***", "*", "**|now|**"],
    ["a | b", "**", "a **|** b"],
    ["|", "*", "*|*"],
    ["word|", "**", "word**|**"],
    // A second time ends what the first one began.
    ["**|**", "**", "|"],
    ["word **|**", "**", "word |"],
    ["*|*", "*", "|"],
    ["**Schreinerei Holzmann|**", "**", "**Schreinerei Holzmann**|"],
    ["**Schreinerei Holzmann |**", "**", "**Schreinerei Holzmann** |"],
    ["*Schreinerei |* now", "*", "*Schreinerei* | now"],
    ["word** next|**", "**", "word **next**|"],
    ["word* next |*", "*", "word *next* |"],
    ["**  |**", "**", "  |"],
    ["***|***", "*", "**|**"],
    ["***both|***", "**", "***both**|*"],
    ["***both**|*", "*", "***both***|"],
    ["***both|***", "*", "***both*|**"],
    ["***both*|**", "**", "***both***|"],
    ["***both |***", "*", "***both* |**"],
    // Directly behind emphasis it goes on.
    ["**now**|", "**", "**now|**"],
    ["**now** |", "**", "**now** **|**"],
    // In the middle of emphasis it is interrupted.
    ["**pay |now**", "**", "**pay** |**now**"],
    ["**pay** |**now**", "**", "**pay |now**"],
    ["**pay n|ow**", "**", "**pay** n|ow"],
    ["**pay |now|**", "**", "**pay** |now|"],
    ["|**now**|", "**", "|now|"],
    ["|pay **now** please|", "**", "**|pay now please|**"],
    ["2 * 3 |", "*", "2 * 3 *|*"],
  ] as const)("%s with %s is %s", (before, marker, after) => {
    expect(apply(before, marker)).toBe(after);
  });

  it.each([
    ["a ****", 2, "a "],
    ["**", 0, ""],
    ["**due **now", 0, "**due** now"],
    ["a** due**", 1, "a **due**"],
    ["** **", 0, " "],
    ["**due**", 0, "**due**"],
    ["a", 0, "a"],
    ["2 ** 3", 0, "2 ** 3"],
  ])("%s left at %i is %s", (text, at, finished) => expect(finishMarkers(text, at)).toBe(finished));

  it("leaves a text as it reads", () => {
    expect(escapeMarkup("2 * 3 {a * b} [x]\n- item\n1. first")).toBe("2 \\* 3 {a * b} \\[x\\]\n\\- item\n1\\. first");
  });
});

describe("a list", () => {
  const listed = (text: string, from: number, to: number, kind: "bullets" | "numbers") => {
    const { insert, selectFrom, selectTo, ...at } = toggleList({ text, from, to }, kind);
    return [text.slice(0, at.from) + insert + text.slice(at.to), selectFrom, selectTo];
  };

  it("is made of the lines that are selected, or of the one at the caret", () => {
    expect(listed("one\ntwo\n\nthree", 1, 14, "bullets")).toEqual(["- one\n- two\n\n- three", 0, 20]);
    expect(listed("one\ntwo", 5, 5, "numbers")).toEqual(["one\n1. two", 8, 8]);
    expect(listed("", 0, 0, "bullets")).toEqual(["- ", 2, 2]);
  });

  it("becomes lines again, or the other kind", () => {
    expect(listed("- one\n- two", 3, 8, "bullets")).toEqual(["one\ntwo", 0, 7]);
    expect(listed("- one\n- two", 0, 11, "numbers")).toEqual(["1. one\n2. two", 0, 13]);
    expect(listed("1. one", 0, 0, "numbers")).toEqual(["one", 0, 0]);
  });
});
