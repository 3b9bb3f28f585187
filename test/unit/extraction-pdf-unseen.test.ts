import { expect, test } from "@jest/globals";
import {
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFOperator,
  type PDFOperatorNames,
  endMarkedContent,
  StandardFonts,
  TextRenderingMode,
  beginText,
  endText,
  moveText,
  popGraphicsState,
  pushGraphicsState,
  rgb,
  setFontAndSize,
  setTextRenderingMode,
  showText,
  type PDFFont,
  type PDFPage,
} from "pdf-lib";
import { makePng } from "../../dev/sample-files/make-image.ts";
import { useExtractor } from "../support/extraction.ts";

const { extract } = await useExtractor();

const WORDS = "Every control is effective and approved.";
const SHOWN = "This page lists the members of the team, who work in shifts.";
const PLACE = { x: 80, y: 600, size: 11 };
const AROUND = { x: 60, y: 580, width: 400, height: 60 };

/** A page with visible text, and what `draw` adds. */
async function warningsWith(
  draw: (page: PDFPage, pdf: PDFDocument, font: PDFFont) => unknown,
): Promise<string[]> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  page.drawText(SHOWN, { x: 80, y: 750, size: 11, font });
  await draw(page, pdf, font);
  const { blocks, warnings } = await extract(Buffer.from(await pdf.save()), "pdf");
  expect(JSON.stringify(blocks)).toContain("This page lists");
  return warnings;
}

function drawInvisible(page: PDFPage, font: PDFFont): void {
  const key = page.node.newFontDictionary("Helvetica", font.ref);
  page.pushOperators(
    pushGraphicsState(),
    beginText(),
    setFontAndSize(key, PLACE.size),
    setTextRenderingMode(TextRenderingMode.Invisible),
    moveText(PLACE.x, PLACE.y),
    showText(PDFHexString.of(font.encodeText(WORDS).asString())),
    endText(),
    popGraphicsState(),
  );
}

/** Text on a layer that readers do not show unless they turn it on. */
function drawOnHiddenLayer(page: PDFPage, pdf: PDFDocument, font: PDFFont): void {
  const { context } = pdf;
  const layer = context.register(context.obj({ Type: "OCG", Name: PDFHexString.fromText("Answers") }));
  pdf.catalog.set(
    PDFName.of("OCProperties"),
    context.obj({ OCGs: [layer], D: { OFF: [layer], Order: [layer] } }),
  );
  page.node.Resources()?.set(PDFName.of("Properties"), context.obj({ L0: layer }));
  page.pushOperators(PDFOperator.of("BDC" as PDFOperatorNames, [PDFName.of("OC"), PDFName.of("L0")]));
  page.drawText(WORDS, { ...PLACE, font });
  page.pushOperators(endMarkedContent());
}

/** A group of a page: text, and what `draw` adds to it. */
async function groupOf(pdf: PDFDocument, draw: (page: PDFPage) => unknown) {
  const inner = await PDFDocument.create();
  const page = inner.addPage([450, 100]);
  page.drawText(WORDS, { x: 20, y: 40, size: 11, font: await inner.embedFont(StandardFonts.Helvetica) });
  await draw(page);
  const [group] = await pdf.embedPdf(await inner.save());
  return group!;
}

const IN_GROUP = { x: 10, y: 30, width: 300, height: 40 };

const WARNING = ["Page 1: hidden text, which was read."];

test.each<[string, (page: PDFPage, pdf: PDFDocument, font: PDFFont) => unknown]>([
  ["white", (page, _pdf, font) => page.drawText(WORDS, { ...PLACE, font, color: rgb(1, 1, 1) })],
  [
    "almost white",
    (page, _pdf, font) => page.drawText(WORDS, { ...PLACE, font, color: rgb(0.98, 0.98, 0.97) }),
  ],
  ["transparent", (page, _pdf, font) => page.drawText(WORDS, { ...PLACE, font, opacity: 0 })],
  ["without ink", (page, _pdf, font) => drawInvisible(page, font)],
  ["on a hidden layer", drawOnHiddenLayer],
  ["tiny", (page, _pdf, font) => page.drawText(WORDS, { ...PLACE, font, size: 0.5 })],
  ["beside the page", (page, _pdf, font) => page.drawText(WORDS, { ...PLACE, x: 700, font })],
  [
    "below a white box",
    (page, _pdf, font) => {
      page.drawText(WORDS, { ...PLACE, font });
      page.drawRectangle({ ...AROUND, color: rgb(1, 1, 1) });
    },
  ],
  [
    "partly below a black box",
    (page, _pdf, font) => {
      page.drawText(WORDS, { ...PLACE, font });
      page.drawRectangle({ ...AROUND, width: 150, color: rgb(0, 0, 0) });
    },
  ],
  [
    "below a picture",
    async (page, pdf, font) => {
      page.drawText(WORDS, { ...PLACE, font });
      page.drawImage(await pdf.embedPng(await makePng(["Photo of the team"])), AROUND);
    },
  ],
  [
    "below a white box in a group",
    async (page, pdf) => {
      const group = await groupOf(pdf, (one) => one.drawRectangle({ ...IN_GROUP, color: rgb(1, 1, 1) }));
      page.drawPage(group, { x: 60, y: 500, xScale: 0.9, yScale: 0.9 });
    },
  ],
  [
    "in a group below a white box",
    async (page, pdf) => {
      page.drawPage(await groupOf(pdf, () => undefined), { x: 60, y: 560 });
      page.drawRectangle({ ...AROUND, color: rgb(1, 1, 1) });
    },
  ],
  [
    "below a large picture that does not show it",
    async (page, pdf, font) => {
      page.drawText(WORDS, { ...PLACE, y: 100, font });
      page.drawImage(await pdf.embedPng(await makePng([WORDS])), { x: 0, y: 0, width: 595, height: 742 });
    },
  ],
  [
    "without ink beside a picture",
    async (page, pdf, font) => {
      page.drawImage(await pdf.embedPng(await makePng(["LOGO"])), { x: 80, y: 300, width: 80, height: 30 });
      drawInvisible(page, font);
    },
  ],
])("text in a PDF that is %s is reported", async (_what, draw) => {
  expect(await warningsWith(draw)).toEqual(WARNING);
});

test.each<[string, (page: PDFPage, pdf: PDFDocument, font: PDFFont) => unknown]>([
  [
    "white on a dark ground",
    (page, _pdf, font) => {
      page.drawRectangle({ ...AROUND, color: rgb(0, 0.2, 0.4) });
      page.drawText(WORDS, { ...PLACE, font, color: rgb(1, 1, 1) });
    },
  ],
  [
    "light grey",
    (page, _pdf, font) => page.drawText(WORDS, { ...PLACE, font, color: rgb(0.85, 0.85, 0.85) }),
  ],
  [
    "recognized on a scan",
    async (page, pdf, font) => {
      page.drawImage(await pdf.embedPng(await makePng([WORDS])), { x: 0, y: 0, width: 595, height: 742 });
      drawInvisible(page, font);
    },
  ],
  [
    "below a transparent box",
    (page, _pdf, font) => {
      page.drawText(WORDS, { ...PLACE, font });
      page.drawRectangle({ ...AROUND, color: rgb(1, 1, 0), opacity: 0.4 });
    },
  ],
  [
    "in a group beside a box",
    async (page, pdf) => {
      const group = await groupOf(pdf, (one) =>
        one.drawRectangle({ ...IN_GROUP, y: 60, height: 20, color: rgb(0, 0, 0) }),
      );
      page.drawPage(group, { x: 60, y: 500 });
    },
  ],
  [
    "below a frame",
    (page, _pdf, font) => {
      page.drawText(WORDS, { ...PLACE, font });
      page.drawRectangle({ ...AROUND, borderColor: rgb(0, 0, 0), borderWidth: 2 });
    },
  ],
  [
    "recognized below the picture of a scan",
    async (page, pdf, font) => {
      page.drawText(WORDS, { ...PLACE, font });
      const scan = await makePng(Array.from({ length: 30 }, () => WORDS));
      page.drawImage(await pdf.embedPng(scan), { x: 0, y: 0, width: 595, height: 742 });
    },
  ],
  ["a few letters", (page, _pdf, font) => page.drawText("page 1", { ...PLACE, font, color: rgb(1, 1, 1) })],
  [
    "turned",
    (page, _pdf, font) =>
      page.drawText(WORDS, { ...PLACE, font, rotate: { type: "degrees", angle: 90 } as never }),
  ],
])("text in a PDF that is %s is not", async (_what, draw) => {
  expect(await warningsWith(draw)).toEqual([]);
});
