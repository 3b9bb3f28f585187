import { writeFile } from "node:fs/promises";
import { expect, test } from "@jest/globals";
import { PDFDocument, PDFString, StandardFonts } from "pdf-lib";
import { makePdf } from "../../dev/sample-files/make-pdf.ts";
import { createExtractor } from "../../extraction/extract-document.ts";
import { texts, useExtractor } from "../support/extraction.ts";

const { extract, path: pathOf } = await useExtractor();

/** A page with these lines, 40 points apart. */
async function pageWith(lines: readonly string[]) {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const yOf = (line: number) => 750 - 40 * line;
  for (const [n, line] of lines.entries()) page.drawText(line, { x: 80, y: yOf(n), size: 11, font });
  return { pdf, page, yOf };
}

const read = async (pdf: PDFDocument) => extract(Buffer.from(await pdf.save()), "pdf");

test("a form has its answers beside their questions", async () => {
  const { pdf, page, yOf } = await pageWith([
    "Is access reviewed?",
    "Who approves it?",
    "Reasons, in your words",
    "Encrypted backups",
    "Tested restores",
  ]);
  const form = pdf.getForm();
  const addText = (name: string, text: string, place: { x: number; y: number; height: number }) => {
    const field = form.createTextField(name);
    if (place.height > 20) field.enableMultiline();
    field.setText(text);
    field.addToPage(page, { ...place, width: 250 });
  };
  addText("review", "Yes, every quarter", { x: 220, y: yOf(0) - 6, height: 20 });
  addText("approver", "The owner", { x: 220, y: yOf(1) - 6, height: 20 });
  addText("reasons", "First line\nand second line", { x: 80, y: yOf(2) - 34, height: 30 });
  for (const [n, name] of ["backups", "restores"].entries()) {
    const box = form.createCheckBox(name);
    box.addToPage(page, { x: 60, y: yOf(3 + n) - 2, width: 12, height: 12 });
    if (n === 0) box.check();
  }
  expect(texts((await read(pdf)).blocks)).toEqual([
    "Is access reviewed? Yes, every quarter",
    "Who approves it? The owner",
    "Reasons, in your words First line and second line",
    "☒ Encrypted backups",
    "☐ Tested restores",
  ]);
});

test("the notes of reviewers follow the text of their page, unless they repeat it", async () => {
  const { pdf, page } = await pageWith(["Access is reviewed every quarter."]);
  const addNote = (contents: string, more: Record<string, string | PDFString> = {}) => {
    const note = { Type: "Annot", Subtype: "Text", Rect: [9, 9, 20, 20], Contents: PDFString.of(contents) };
    page.node.addAnnot(pdf.context.register(pdf.context.obj({ ...note, ...more })));
  };
  addNote("Approved by the CISO", { T: PDFString.of("Ada") });
  addNote("No longer true?");
  addNote("reviewed every quarter", { Subtype: "Highlight" });
  pdf.addPage().drawText("Second page");
  expect((await read(pdf)).blocks).toMatchObject([
    { page: 1, text: "Access is reviewed every quarter." },
    { page: 1, text: "Comment by Ada: Approved by the CISO" },
    { page: 1, text: "Comment: No longer true?" },
    { page: 2, text: "Second page" },
  ]);
});

test("attached files are reported", async () => {
  const { pdf } = await pageWith(["See the attached register."]);
  await pdf.attach(Buffer.from("a;b"), "register.csv");
  await pdf.attach(Buffer.from("c;d"), "other.csv");
  expect((await read(pdf)).warnings).toEqual(["Attached files were not read: 2."]);
});

test("pages that are not searchable are not reported as read", async () => {
  const pages = Array.from({ length: 10 }, () =>
    Array.from({ length: 20 }, () => "a b c d e f g h i j k l m"),
  );
  const file = pathOf("long.pdf");
  await writeFile(file, await makePdf({ pages }));
  const small = createExtractor({ maxCharacters: 1_500, prewarm: false });
  const { blocks, warnings } = (await small.extract(file, "pdf")).document;
  await small.close();
  expect(blocks.at(-1)?.page).toBe(3);
  expect(warnings).toContain("Only the first 3 of 10 pages were read.");
});
