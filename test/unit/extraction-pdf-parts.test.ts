import { writeFile } from "node:fs/promises";
import { describe, expect, test } from "@jest/globals";
import { PDFDocument, PDFString, StandardFonts } from "pdf-lib";
import { makePng } from "../../dev/sample-files/make-image.ts";
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

describe("pictures beside the text of a page", () => {
  const CAPTION = "Evidence: the settings of the firewall as of May";
  const AT = { x: 80, y: 300, width: 400, height: 150 };

  /** A page with a caption and a picture. */
  async function withPicture(words: string, at = AT) {
    const { pdf, page } = await pageWith([CAPTION]);
    const picture = await pdf.embedPng(await makePng([words]));
    page.drawImage(picture, at);
    return { pdf, page, picture };
  }

  test("are read, each once, and reported beyond the limit", async () => {
    const { pdf, page: first, picture } = await withPicture("FIREWALL ENABLED");
    first.drawImage(picture, { ...AT, y: 100 });
    for (const words of ["BADGE READER", "VISITOR LOG"]) {
      const page = pdf.addPage();
      page.drawText(CAPTION, { x: 80, y: 750, size: 11 });
      page.drawImage(await pdf.embedPng(await makePng([words])), AT);
    }
    const { blocks, ocr, warnings } = await read(pdf);
    expect(texts(blocks)).toEqual([
      CAPTION,
      expect.stringMatching(/FIREWALL ENABLED/),
      CAPTION,
      expect.stringMatching(/BADGE READER/),
      CAPTION,
    ]);
    expect(ocr).toBe(true);
    expect(warnings).toEqual(["1 embedded picture: not read, because only 2 fit the limits."]);
  });

  test("are read on a page that has another origin", async () => {
    const { pdf, page } = await withPicture("FIREWALL ENABLED");
    page.setCropBox(-30, 100, 595, 700);
    expect(texts((await read(pdf)).blocks)).toEqual([CAPTION, expect.stringMatching(/FIREWALL ENABLED/)]);
  });

  test("are not read if they are small, or have text of the page on them", async () => {
    const banner = await withPicture("LOGO OF ACME", { ...AT, height: 60 });
    expect(texts((await read(banner.pdf)).blocks)).toEqual([CAPTION]);
    const background = await withPicture("BACKGROUND", { x: 0, y: 0, width: 595, height: 842 });
    expect(texts((await read(background.pdf)).blocks)).toEqual([CAPTION]);
  });
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
