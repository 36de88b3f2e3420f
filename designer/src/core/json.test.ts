import { expect, test } from "vitest";
import { pointerKeys, pointerPart } from "./json";

test("a pointer leads back to the keys that it was made of", () => {
  const keys = ["lines", "0", "a/b", "~1", "m~n", ""];
  const pointer = keys.map((key) => `/${pointerPart(key)}`).join("");
  expect(pointer).toBe("/lines/0/a~1b/~01/m~0n/");
  expect(pointerKeys(pointer)).toEqual(keys);
  expect(pointerKeys("")).toEqual([]);
});
