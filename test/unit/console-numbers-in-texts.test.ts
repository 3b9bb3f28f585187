import { expect, test } from "@jest/globals";
import { groupNumbers } from "../../web/src/i18n/group-numbers.ts";

const inText = (value: unknown, language: string): unknown => groupNumbers.format(value, undefined, language);

test("numbers within texts are grouped as the language groups them", () => {
  expect([999, 1_000, 12_345].map((value) => inText(value, "en"))).toEqual(["999", "1,000", "12,345"]);
  expect(inText(12_345, "de")).toBe("12.345");
});

test("other values within texts stay as they are", () => {
  expect(["12345", "ISO 27001", null, undefined].map((value) => inText(value, "de"))).toEqual([
    "12345",
    "ISO 27001",
    null,
    undefined,
  ]);
});
