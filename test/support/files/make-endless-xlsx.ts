import { CFB } from "@e965/xlsx";
import { makeXlsx, type CellValue } from "../../../dev/sample-files/make-workbook.ts";

const SHEET = "/xl/worksheets/sheet1.xml";

/** The part of the library that it leaves untyped. */
const files = CFB as {
  read(bytes: Buffer, options: object): object;
  find(book: object, name: string): { content: Uint8Array } | null;
  write(book: object, options: object): Buffer;
};

/** A workbook that does not declare the size of its sheet; its second row has this number. */
export function makeEndlessXlsx(
  rows: [CellValue[], CellValue[]],
  number: number,
  change = (row: string): string => row,
): Buffer {
  const book = files.read(makeXlsx([{ name: "Users", rows }]), { type: "buffer" });
  const part = files.find(book, SHEET)!;
  const moved = (row: string) => change(row.replaceAll(/r="([A-Z]*)2"/g, `r="$1${number}"`));
  const xml = Buffer.from(part.content).toString();
  part.content = Buffer.from(xml.replace(/<dimension[^>]*>/, "").replace(/<row r="2".*<\/row>/, moved));
  return files.write(book, { type: "buffer", fileType: "zip" });
}
