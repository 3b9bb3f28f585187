import { describe, expect, test } from "@jest/globals";
import { toCsv } from "../../activities/reports/auditor-package.ts";

const csvOf = (...rows: (string | number | null)[][]): string =>
  toCsv({ columns: ["a", "b"], rows }).toString("utf8");

describe("a table as CSV", () => {
  test("is UTF-8 with a byte order mark, with RFC 4180 lines", () => {
    const bytes = toCsv({ columns: ["a", "b"], rows: [["ü", 1]] });
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes.subarray(3).toString("utf8")).toBe("a,b\r\nü,1\r\n");
  });

  test.each([
    ["=1+1", "'=1+1"],
    ["+49 30 1234", "'+49 30 1234"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t'=1"],
    ["\r=1", `"'\r'=1"`],
    ["\tx", "'\tx"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ["＝1", "'＝1"],
    ["a;=1+1", "a;'=1+1"],
    ["a, =1+1", `"a, '=1+1"`],
    ['a;"=1+1"', `"a;""'=1+1"""`],
    ["a\t+1", "a\t'+1"],
    ["a|@SUM(A1)", "a|'@SUM(A1)"],
    ["a\r\n-1", `"a\r\n'-1"`],
    ["a\n\t =1\n=2", `"a\n\t '=1\n'=2"`],
    ["a;＋1;－1;＠x", "a;'＋1;'－1;'＠x"],
    ["\u00a0=1", "\u00a0'=1"],
  ])("does not let a spreadsheet evaluate %j", (text, cell) => {
    expect(csvOf([text, "x"])).toBe(`\ufeffa,b\r\n${cell},x\r\n`);
  });

  test.each([
    ["a=b", "a=b"],
    ["a - b + c @ d", "a - b + c @ d"],
    ["a; b-c", "a; b-c"],
    [-5, "-5"],
    ["12", "12"],
    ["a,b", `"a,b"`],
    ['say "yes"', `"say ""yes"""`],
    ["two\nlines", `"two\nlines"`],
    ["two\r\nlines", `"two\r\nlines"`],
    [null, ""],
    ["", ""],
    [0, "0"],
  ])("leaves %j unchanged", (value, cell) => {
    expect(csvOf([value, "x"])).toBe(`\ufeffa,b\r\n${cell},x\r\n`);
  });
});
