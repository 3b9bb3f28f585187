import { describe, expect, test } from "@jest/globals";
import { readFindingsCsv } from "../../domain/findings/read-findings-csv.ts";
import { severityMeant } from "../../domain/findings/severity-words.rules.ts";

const rowsOf = (text: string) => {
  const read = readFindingsCsv(text, 3);
  if ("error" in read) throw new Error(read.error);
  return read.map(({ row }) => row);
};

describe("a CSV file of findings", () => {
  test.each([
    ["commas", "Title,Severity,Source ID,Host\nPort open,high,s-1,a.example\n"],
    [
      "semicolons, as spreadsheets in some languages",
      "\ufefftitle;RISK;id;Host\r\nPort open;high;s-1;a.example\r\n",
    ],
    ["tabs and quotes", '"title"\t"level"\t"source-id"\t"Host"\n"Port open"\t"high"\t"s-1"\t"a.example"'],
  ])("with %s is read by the names of its columns", (_what, text) => {
    expect(rowsOf(text)).toEqual([
      { title: "Port open", severity: "high", source_id: "s-1", integration_data: { Host: "a.example" } },
    ]);
  });

  test("may contain multi-line texts, empty cells and dates", () => {
    const text =
      'title,severity,description,control_id,due_date\na,7.5,"two\nlines, both",,2030-01-31\n\nb,low\n';
    const read = readFindingsCsv(text, 3);
    expect(read).toMatchObject([
      { line: 3, row: { description: "two\nlines, both", due_date: "2030-01-31T00:00:00Z" } },
      { line: 5, row: { title: "b", severity: "low" } },
    ]);
    expect((read as { row: object }[])[0]!.row).not.toHaveProperty("control_id");
  });

  test("derives ids of rows without one from their content, except the severity", () => {
    const [first, second, third] = rowsOf("title,severity,host\na,high,x\na,high,x\na,high,y\n");
    expect(second!["source_id"]).toBe(`${String(first!["source_id"])}:2`);
    expect(third!["source_id"]).not.toBe(first!["source_id"]);
    expect(rowsOf("title,severity,host\na,low,x\n")[0]!["source_id"]).toBe(first!["source_id"]);
  });

  test.each([
    ["nothing", "", "is empty"],
    ["no severity", "title,host\na,b\n", 'lacks the column "severity": it has title, host'],
    ["too many rows", "title,severity\na,low\nb,low\nc,low\nd,low\n", "more than 3 rows"],
    ["a quotation mark without end", 'title,severity\n"a,low\n', "Quote"],
  ])("with %s is refused with the reason", (_what, text, error) => {
    expect(readFindingsCsv(text, 3)).toEqual({ error: expect.stringContaining(error) });
  });
});

test.each([
  ["CRITICAL", "Critical"],
  [" high ", "High"],
  ["Error", "High"],
  ["moderate", "Medium"],
  ["WARNING", "Medium"],
  ["note", "Low"],
  ["informational", "Info"],
  [9, "Critical"],
  ["8.9", "High"],
  [6.95, "Medium"],
  ["3.9", "Low"],
  [0.1, "Low"],
  ["0", "Info"],
  [10, "Critical"],
  [10.1, null],
  [-1, null],
  [NaN, null],
  ["99", null],
  ["severe", null],
  ["constructor", null],
  ["", null],
  [null, null],
])("%j of a scanner means %j", (said, severity) => {
  expect(severityMeant(said)).toBe(severity);
});
