import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { cellText, columnName } from "../../platform/documents/workbook/cell-text.ts";
import { columnOf } from "../../extraction/questionnaires/scan-sheet.ts";

/** How spreadsheet programs read a cell's text: XML entities, then `_xHHHH_` from left to right. */
const asShown = (written: string): string =>
  written
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );

describe("the text of a cell", () => {
  test.each([
    ["plain", "plain"],
    ["a & b < c > d", "a &amp; b &lt; c &gt; d"],
    ["&amp;", "&amp;amp;"],
    ["_x000A_", "_x005F_x000A_"],
    ["_x000a_", "_x005F_x000a_"],
    ["_x0041_x0042_", "_x005F_x0041_x005F_x0042_"],
    ["_x00_ _x00411_ _xGGGG_", "_x00_ _x00411_ _xGGGG_"],
    ["a\u0000b\u0007c\u001f", "abc"],
    ["a\tb\nc\rd", "a\tb\nc\rd"],
    ["a\ud800b", "a\ufffdb"],
    ["\ufffe\uffff", ""],
    ["監査 \u{1F512}", "監査 \u{1F512}"],
    ["", ""],
  ])("%j is written as %j", (text, written) => expect(cellText(text)).toBe(written));

  test("is shown unchanged, whatever looks like an escape", () => {
    const pieces = fc.constantFrom(
      "_",
      "x",
      "_x",
      "0041",
      "005F",
      "_x0041_",
      "_x005F_",
      "&",
      "&lt;",
      "<",
      "a",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) =>
        expect(asShown(cellText(parts.join("")))).toBe(parts.join("")),
      ),
    );
  });

  test("ends where a cell ends, between characters", () => {
    expect(cellText("x".repeat(40_000))).toHaveLength(32_767);
    expect(cellText(`${"x".repeat(32_766)}\u{1F512}`)).toBe("x".repeat(32_766));
    expect(cellText(`${"x".repeat(32_765)}\u{1F512}y`)).toBe(`${"x".repeat(32_765)}\u{1F512}`);
  });
});

describe("the name of a column", () => {
  test.each([
    [0, "A"],
    [25, "Z"],
    [26, "AA"],
    [51, "AZ"],
    [52, "BA"],
    [701, "ZZ"],
    [702, "AAA"],
    [16_383, "XFD"],
  ])("%d is %s", (column, name) => expect(columnName(column)).toBe(name));

  test("is read back from every reference", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 16_383 }),
        fc.integer({ min: 1, max: 1_048_576 }),
        (column, row) => expect(columnOf(`${columnName(column)}${row}`)).toBe(column),
      ),
    );
  });
});
