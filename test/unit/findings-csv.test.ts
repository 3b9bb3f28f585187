import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
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
    ["empty lines first", "\n\r\n  \ntitle;severity;id;Host\nPort open;high;s-1;a.example\n"],
    [
      "empty lines after a byte order mark",
      "\ufeff\ntitle\tseverity\tid\tHost\nPort open\thigh\ts-1\ta.example",
    ],
    ["tabs and quotes", '"title"\t"level"\t"source-id"\t"Host"\n"Port open"\t"high"\t"s-1"\t"a.example"'],
  ])("with %s is read by the names of its columns", (_what, text) => {
    expect(rowsOf(text)).toEqual([
      { title: "Port open", severity: "high", source_id: "s-1", integration_data: { Host: "a.example" } },
    ]);
  });

  test("may have the other separators and line breaks in the names of its columns", () => {
    const text = 'title;severity;"Host, port, and\nprotocol, if known";"said ""x, y"""\na;low;b;c\n';
    expect(rowsOf(text)).toMatchObject([
      {
        title: "a",
        severity: "low",
        integration_data: { "Host, port, and\nprotocol, if known": "b", 'said "x, y"': "c" },
      },
    ]);
  });

  test("is read as written, whatever its cells contain", () => {
    const cells = fc.string({ unit: "grapheme-ascii" }).map((text) => text.trim());
    const rows = fc.array(fc.record({ title: cells, other: cells }), { minLength: 1, maxLength: 3 });
    const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom(",", ";", "\t"),
        fc.constantFrom("\n", "\r\n"),
        (all, delimiter, end) => {
          const lines = [
            ["title", "severity", "a,b;c\td"],
            ...all.map(({ title, other }) => [title, "low", other]),
          ];
          const text = lines.map((line) => line.map(quoted).join(delimiter)).join(end);
          expect(
            rowsOf(text).map(({ title = "", integration_data: data = {} }) => ({ title, data })),
          ).toEqual(
            all.map(({ title, other }) => ({ title, data: other === "" ? {} : { "a,b;c\td": other } })),
          );
        },
      ),
    );
  });

  test("derives ids that no other row of the file has", () => {
    const words = fc.constantFrom("", "a", "b", "a:2", "x");
    const rows = fc.array(fc.tuple(words, words, words), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(rows, (all) => {
        const text = ["title,severity,category,host", ...all.map(([a, b, c]) => `"${a}",low,"${b}","${c}"`)];
        const ids = rowsOf(text.join("\n")).map((row) => row["source_id"]);
        expect(new Set(ids).size).toBe(all.length);
      }),
    );
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

  test("gets the same ids when the columns without a field change places", () => {
    const [before] = rowsOf("title,severity,host,port\na,low,x,22\n");
    const [after] = rowsOf("title,port,severity,host\na,22,low,x\n");
    expect(after!["source_id"]).toBe(before!["source_id"]);
  });

  test.each([
    ["nothing", "", "is empty", "csv_empty", undefined],
    [
      "no severity",
      "title,host\na,b\n",
      'lacks the column "severity": it has title, host',
      "csv_lacks_columns",
      { missing: "severity", names: "title, host" },
    ],
    [
      "too many rows",
      "title,severity\na,low\nb,low\nc,low\nd,low\n",
      "more than 3 rows",
      "csv_too_long",
      { limit: 3 },
    ],
    ["a quotation mark without end", 'title,severity\n"a,low\n', "Quote", "csv_unreadable", undefined],
  ])("with %s is refused with the reason", (_what, text, error, reason, values) => {
    const problem = { error: expect.stringContaining(error), reason };
    expect(readFindingsCsv(text, 3)).toEqual(values === undefined ? problem : { ...problem, values });
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
  [0.01, "Low"],
  ["0.05", "Low"],
  ["0.0", "Info"],
  [-0, "Info"],
  ["0", "Info"],
  [10, "Critical"],
  ["10.0", "Critical"],
  [10.1, null],
  ["10.01", null],
  ["1e1", null],
  ["-1", null],
  ["7,5", null],
  [["high"], null],
  [{}, null],
  [-1, null],
  [NaN, null],
  ["99", null],
  ["severe", null],
  ["constructor", null],
  ["", null],
  [null, null],
])("%j of a scanner means %j", (word, severity) => {
  expect(severityMeant(word)).toBe(severity);
});
