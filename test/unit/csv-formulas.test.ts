import { parse } from "csv-parse/sync";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { csvLines, type CsvCell } from "../../platform/documents/csv.ts";

const written = (...cells: CsvCell[]): string => csvLines([cells]);

describe("a cell of a CSV file", () => {
  test.each([
    ["plain, with a comma", '"plain, with a comma"'],
    ['said "so"', '"said ""so"""'],
    ["two\nlines", '"two\nlines"'],
    ["two\rlines", '"two\rlines"'],
    ["1 + 1 = 2", "1 + 1 = 2"],
    ["a-b@c", "a-b@c"],
    ["=1+1", "'=1+1"],
    ["+49 30", "'+49 30"],
    ["-", "'-"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\uff1d1+1", "'\uff1d1+1"],
    [" \u00a0=1", " \u00a0'=1"],
    ["a;=1", "a;'=1"],
    ['a|"=1', '"a|""\'=1"'],
    ["a\n=1", '"a\n\'=1"'],
    ["a\u2028=1", "a\u2028'=1"],
    ["\ttext", "'\ttext"],
    ["\t=1", "'\t'=1"],
    ["", ""],
  ])("%j is written as %j", (text, line) => expect(written(text)).toBe(`${line}\r\n`));

  test("with a number is a number, even below zero", () =>
    expect(written(-1.5, 0, null)).toBe("-1.5,0,\r\n"));

  const pieces = fc.constantFrom(
    "=",
    "+",
    "-",
    "@",
    "\uff0b",
    ",",
    ";",
    "|",
    "\t",
    "\n",
    "\r",
    '"',
    "'",
    " ",
    "a",
    "1",
  );
  const texts = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(""));

  test("never begins with a formula, at whatever separator a program splits the file", () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 3 }), (cells) => {
        for (const separator of [",", ";", "|", "\t", /[,;|\t\r\n]/])
          for (const line of written(...cells).split(/[\r\n]/))
            for (const cell of line.split(separator))
              expect(cell).not.toMatch(/^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/);
      }),
    );
  });

  test("is read back as written, but for the apostrophes in front of formulas", () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), (cells) => {
        const [read] = parse(written(...cells), { relax_column_count: true });
        const bare = (text: string): string => text.replaceAll("'", "");
        expect((read ?? [""]).map(bare)).toEqual(cells.map(bare));
      }),
    );
  });
});
