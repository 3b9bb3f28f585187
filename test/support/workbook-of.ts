import { utils, write } from "@e965/xlsx";

/** A workbook with a question in each row and no answers. */
export function workbookOf(questions: readonly string[], headings = ["Question", "Answer"]): Buffer {
  const book = utils.book_new();
  const rows = [headings, ...questions.map((question) => [question, ""])];
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), "Questions");
  return write(book, { type: "buffer", bookType: "xlsx" }) as Buffer;
}
