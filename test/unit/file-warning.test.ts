import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { FILE_WARNINGS, warningCauseOf } from "../../domain/evidence/file-warning.rules.ts";
import { messages } from "../../web/src/i18n/de/messages.ts";

const PARSERS = globSync("extraction/parser/*.ts")
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
const OPTIONAL = /\(\?: and [^)]*\)[^)]*\)\?/g;

/** The fixed parts of a pattern between its values. */
const partsOf = ({ source }: RegExp): string[] =>
  source
    .replace(OPTIONAL, "")
    .replaceAll(/^\^|\$$/g, "")
    .split(/\(\?<\w+>[^)]*\)/)
    .map((part) => part.replaceAll("\\.", "."))
    // Plurals, lists of pages and names of sheets are inserted.
    .flatMap((part) => part.split(/Pages\? | embedded pictures\?|"|a sheet/))
    .filter((part) => part.trim().length > 2);

describe("a warning about a file", () => {
  test.each([
    ["The text was cut: it has 900 characters, and the first 500 are searchable.", "text_cut"],
    ["No text was found in the file.", "no_text"],
    ["There are 3 more warnings.", "more_warnings"],
    ["Pages 1, 2: scanned and not read, because only 4 scanned pages fit the limits.", "pages_over_limit"],
    ["Page 3: only pictures without readable text.", "pages_without_text"],
    ["Page 3: damaged and not read.", "pages_damaged"],
    ["Pages 1, 2 and 5 more: damaged and not read.", "pages_damaged_and_more"],
    ["Page 3: hidden text, which was read.", "pages_with_hidden_text"],
    ["Only the first 10 of 20 pages were read.", "first_pages"],
    ['The sheet "A "quoted" one" was cut after 10 of 20 rows.', "sheet_cut"],
    ['Only the first 256 columns of the sheet "A" were read.', "sheet_wide"],
    ['The sheet "A" is hidden.', "sheet_hidden"],
    ['The sheet "A" has hidden rows or columns, which were read.', "sheet_has_hidden_cells"],
    ['The last 7 rows of the sheet "A" were not read.', "sheet_end_lost"],
    ['Only the first 10 rows of the sheet "A" were read: it has rows up to 90.', "sheet_rows_lost"],
    ["Only the first 10 rows of a sheet were read: it has rows up to 90.", "rows_lost"],
    [
      "Cells whose formula has no stored value: 3. Save the file in a spreadsheet program and upload it again.",
      "formulas_without_value",
    ],
    ["1 embedded picture: not read, because only 20 fit the limits.", "pictures_over_limit"],
    ["2 embedded pictures: cannot be read.", "pictures_unreadable"],
    ["Attached files were not read: 2.", "attachments_unread"],
    ["Embedded charts, diagrams and files were not read.", "objects_unread"],
    ["The document has tracked changes: they were read as if accepted.", "tracked_changes"],
    ["The document has hidden text, which was read.", "hidden_text"],
  ])("%j has a code", (warning, reason) => expect(warningCauseOf(warning)?.reason).toBe(reason));

  test("has its numbers and names as values", () => {
    expect(warningCauseOf("Pages 1, 2 and 5 more: damaged and not read.")?.values).toEqual({
      pages: "1, 2",
      more: "5",
    });
    expect(warningCauseOf('The sheet "A "quoted" one" was cut after 10 of 20 rows.')?.values).toEqual({
      sheet: 'A "quoted" one',
      limit: "10",
      rows: "20",
    });
    expect(warningCauseOf("Something else.")).toBeNull();
  });

  test.each(Object.keys(FILE_WARNINGS))("with the code %s is written in these words", (reason) => {
    for (const part of partsOf(FILE_WARNINGS[reason]!)) expect(PARSERS).toContain(part);
  });

  test("has a German sentence for each code", () => {
    const codes = Object.keys(FILE_WARNINGS).flatMap((code) =>
      FILE_WARNINGS[code]!.source.includes("<more>") ? [code, `${code}_and_more`] : [code],
    );
    expect(Object.keys(messages.warning).toSorted()).toEqual(codes.toSorted());
  });
});
