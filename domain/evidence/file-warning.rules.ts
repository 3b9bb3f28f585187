/** A warning about a file as a code with its values, for other languages. */
export interface WarningCause {
  reason: string;
  values: Record<string, string>;
}

/** The sentences of the parsers (`extraction/parser`), by code. Named groups are their values. */
export const FILE_WARNINGS: Readonly<Record<string, RegExp>> = {
  text_cut:
    /^The text was cut: it has (?<characters>\d+) characters, and the first (?<limit>\d+) are searchable\.$/,
  no_text: /^No text was found in the file\.$/,
  more_warnings: /^There are (?<number>\d+) more warnings\.$/,
  pages_over_limit:
    /^Pages? (?<pages>[\d, ]+)(?: and (?<more>\d+) more)?: scanned and not read, because only (?<limit>\d+) scanned pages fit the limits\.$/,
  pages_without_text:
    /^Pages? (?<pages>[\d, ]+)(?: and (?<more>\d+) more)?: only pictures without readable text\.$/,
  pages_hard_to_read:
    /^Pages? (?<pages>[\d, ]+)(?: and (?<more>\d+) more)?: hard to read, so the text may be wrong\.$/,
  pages_damaged: /^Pages? (?<pages>[\d, ]+)(?: and (?<more>\d+) more)?: damaged and not read\.$/,
  pages_with_hidden_text:
    /^Pages? (?<pages>[\d, ]+)(?: and (?<more>\d+) more)?: hidden text, which was read\.$/,
  first_pages: /^Only the first (?<limit>\d+) of (?<pages>\d+) pages were read\.$/,
  sheet_cut: /^The sheet "(?<sheet>.*)" was cut after (?<limit>\d+) of (?<rows>\d+) rows\.$/,
  sheet_wide: /^Only the first (?<limit>\d+) columns of the sheet "(?<sheet>.*)" were read\.$/,
  sheet_hidden: /^The sheet "(?<sheet>.*)" is hidden\.$/,
  sheet_has_hidden_cells: /^The sheet "(?<sheet>.*)" has hidden rows or columns, which were read\.$/,
  sheet_end_lost: /^The last (?<rows>\d+) rows of the sheet "(?<sheet>.*)" were not read\.$/,
  sheet_rows_lost:
    /^Only the first (?<limit>\d+) rows of the sheet "(?<sheet>.*)" were read: it has rows up to (?<rows>\d+)\.$/,
  rows_lost: /^Only the first (?<limit>\d+) rows of a sheet were read: it has rows up to (?<rows>\d+)\.$/,
  formulas_without_value:
    /^Cells whose formula has no stored value: (?<number>\d+)\. Save the file in a spreadsheet program and upload it again\.$/,
  pictures_over_limit:
    /^(?<number>\d+) embedded pictures?: not read, because only (?<limit>\d+) fit the limits\.$/,
  pictures_unreadable: /^(?<number>\d+) embedded pictures?: cannot be read\.$/,
  pictures_hard_to_read: /^(?<number>\d+) embedded pictures?: hard to read, so the text may be wrong\.$/,
  picture_hard_to_read: /^The picture is hard to read: its text may be wrong\.$/,
  attachments_unread: /^Attached files were not read: (?<number>\d+)\.$/,
  objects_unread: /^Embedded charts, diagrams and files were not read\.$/,
  tracked_changes: /^The document has tracked changes: they were read as if accepted\.$/,
  hidden_text: /^The document has hidden text, which was read\.$/,
};

/** The code of a warning; null for one in other words. */
export function warningCauseOf(warning: string): WarningCause | null {
  for (const [reason, pattern] of Object.entries(FILE_WARNINGS)) {
    const found = pattern.exec(warning);
    if (found === null) continue;
    const { more, ...values } = found.groups ?? {};
    return more === undefined
      ? { reason, values }
      : { reason: `${reason}_and_more`, values: { ...values, more } };
  }
  return null;
}
