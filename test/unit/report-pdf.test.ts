import { expect, test } from "@jest/globals";
import { writable } from "../../activities/reports/pdf-sheet.ts";

const LATIN = new Set(Array.from("abcüéß €–", (character) => character.codePointAt(0)!));

test.each([
  ["abc – ü €", "abc – ü €"],
  ["e\u0301", "é"],
  ["a監b", "a?b"],
  ["a\u{1F512}b", "a?b"],
  ["a\u{1F469}\u200d\u{1F4BB}b", "a???b"],
  ["a\ud800b", "a?b"],
  ["a\r\n\tb\u0000c", "a b c"],
  ["", ""],
])("%j can be written as %j", (text, written) => {
  expect(writable(text, LATIN)).toBe(written);
});
