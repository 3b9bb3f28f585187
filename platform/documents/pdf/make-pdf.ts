import pdfMake, { type Content, type Text } from "pdfmake";
import { hasRightToLeft, isRightToLeft, wordsAndSigns } from "./order-line.ts";
import { tagContent } from "./tag-content.ts";
import { packObjects } from "./pack-objects.ts";
import { renderTaggedPages } from "./tagged-pages.ts";
import { FACES, handleOf, isLoaded } from "./fonts.ts";
import { printable, type Style } from "./printable.ts";

const MARGIN = 60;
const INK = "#212633";
const SIZE = 10;

/** Longer than a line. Breaking a word costs time proportional to its whole length for each of its lines. */
const LONG_WORD = /[^\s\u2E80-\uFFFF]{80}(?=\S)/gu;
const MAY_BREAK = "\u200b";

/** Text as content, each piece in a font that has its characters. `isToTheLeft`: its paragraph runs to the left. */
export const textOf = (text: string, style: Style = {}, isToTheLeft = isRightToLeft(text)): Text[] =>
  printable(text.replaceAll(LONG_WORD, `$&${MAY_BREAK}`), style).flatMap(({ text: whole, face }) => {
    const pieces = isToTheLeft || hasRightToLeft(text) ? wordsAndSigns(whole) : [whole];
    return pieces.map((piece) => ({ text: piece, font: face, ...(isToTheLeft && { isToTheLeft }) }));
  });

/** The side of a paragraph at which its lines begin. */
export const alignmentOf = (text: string): { alignment?: "right" } =>
  isRightToLeft(text) ? { alignment: "right" } : {};

/** pdfmake gets its fonts from memory and no other files: no content can make it open or fetch anything. */
function giveFonts(): void {
  pdfMake.setUrlAccessPolicy(() => false);
  pdfMake.setLocalAccessPolicy(() => false);
  for (const face of FACES)
    if (isLoaded(face) && !pdfMake.virtualfs.existsSync(face))
      pdfMake.virtualfs.writeFileSync(face, handleOf(face));
  const sameForAll = (face: string) => ({ normal: face, bold: face, italics: face, bolditalics: face });
  pdfMake.setFonts(Object.fromEntries(FACES.map((face) => [face, sameForAll(face)])));
}

const pageNumber = (page: number, pages: number): Content => ({
  text: `${page} / ${pages}`,
  alignment: "right",
  margin: [0, 16, MARGIN, 0],
  fontSize: 8,
});

/** Lists a text in the outline of the document, by which readers navigate. */
export const outlined = (text: string): Pick<Text, "outline" | "outlineText"> => ({
  outline: true,
  outlineText: printable(text, {})
    .map(({ text: piece }) => piece)
    .join(""),
});

/** Room for the first lines below a heading, in points. */
const ROOM = 60;

const gap = (height: number): Content => ({ canvas: [], margin: [0, 0, 0, height] });

/** Headings that move to the next page unless there is room below them, which what follows then takes. */
export const withRoom = (headings: readonly Content[]): Content[] => [
  { stack: [...headings, gap(ROOM)], unbreakable: true },
  gap(-ROOM),
];

export interface PdfAbout {
  title: string;
  /** As a BCP 47 tag, for screen readers. */
  language?: string;
  asOf: Date;
}

/** A tagged PDF on A4 with numbered pages; the same content and date produce the same bytes. */
export async function makePdf(about: PdfAbout, content: Content[]): Promise<Buffer> {
  handleOf("regular");
  giveFonts();
  renderTaggedPages();
  for (const one of content) tagContent(one, null);
  const definition = {
    ...(about.language !== undefined && { language: about.language }),
    version: "1.7",
    tagged: true,
    displayTitle: true,
    info: { title: about.title, creationDate: about.asOf, modDate: about.asOf },
    pageSize: "A4",
    pageMargins: MARGIN,
    defaultStyle: { font: "regular", fontSize: SIZE, color: INK, lineHeight: 1.25 },
    footer: pageNumber,
    content,
  };
  return packObjects(await pdfMake.createPdf(definition).getBuffer());
}
