import { expect, test } from "@jest/globals";
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFString, type PDFObject } from "pdf-lib";
import { languageOf } from "../../platform/documents/markdown/language-of.ts";
import { markdownToPdf } from "../../platform/documents/markdown/markdown-pdf.ts";
import { sheetToPdf } from "../../platform/documents/pdf/sheet-pdf.ts";

const about = { title: "Access policy", asOf: new Date(0) };

const nameIn = (dictionary: PDFDict, key: string): string =>
  dictionary.lookup(PDFName.of(key), PDFName).decodeText();

/** The types of the elements of a structure, as in `Table(TR(TH TH) TR(TD TD))`. */
function structureOf(pdf: PDFDocument, object: PDFObject | undefined): string {
  const element = object === undefined ? undefined : pdf.context.lookup(object);
  if (element instanceof PDFArray)
    return element
      .asArray()
      .map((one) => structureOf(pdf, one))
      .filter((text) => text !== "")
      .join(" ");
  if (!(element instanceof PDFDict) || !element.has(PDFName.of("S"))) return "";
  const below = structureOf(pdf, element.get(PDFName.of("K")));
  return nameIn(element, "S") + (below === "" ? "" : `(${below})`);
}

async function read(bytes: Buffer) {
  const pdf = await PDFDocument.load(bytes);
  const root = pdf.catalog.lookup(PDFName.of("StructTreeRoot"), PDFDict);
  const language = pdf.catalog.lookupMaybe(PDFName.of("Lang"), PDFString)?.decodeText();
  return { pdf, language, structure: structureOf(pdf, root.get(PDFName.of("K"))) };
}

test("a policy as PDF has a language, a title, and tags for its structure", async () => {
  const markdown = `# Access policy\n\nEvery account **of** the company is reviewed.\n\n- one\n- two\n\n> Quote\n
| Name | Role |\n|---|---|\n| Ada | |\n`;
  const { pdf, language, structure } = await read(await markdownToPdf(markdown, about));
  expect({ language, title: pdf.getTitle() }).toEqual({ language: "en", title: "Access policy" });
  expect(pdf.catalog.lookup(PDFName.of("MarkInfo"), PDFDict).toString()).toContain("/Marked true");
  expect(structure).toBe(
    "Document(H1 P L(LI(LBody(P)) LI(LBody(P))) BlockQuote(P) Table(TR(TH TH) TR(TD TD)))",
  );
});

test("a report as PDF has tags, and heads of tables once, although each page shows them", async () => {
  const rows = Array.from({ length: 120 }, (_, n) => [`Row ${n}`, "x"]);
  const columns = [
    { head: "A", width: 50 },
    { head: "B", width: 50 },
  ];
  const bytes = await sheetToPdf(
    [
      { kind: "title", text: "Summary" },
      { kind: "heading", text: "Score" },
      { kind: "bars", bars: [{ label: "Score", share: 0.5, value: "50%" }] },
      { kind: "table", title: "All of them", columns, rows },
    ],
    { ...about, language: "de" },
  );
  const { pdf, language, structure } = await read(bytes);
  expect(pdf.getPageCount()).toBeGreaterThan(1);
  expect(language).toBe("de");
  expect(structure).toBe(
    `Document(H1 H2 P Table(Caption TR(TH TH) ${rows.map(() => "TR(TD TD)").join(" ")}))`,
  );
});

test.each([
  ["Every account is reviewed by the owner of the system.", "en"],
  ["Jedes Konto wird von der Person geprüft, die für das System und die Daten zuständig ist.", "de"],
  ["Chaque compte est contrôlé par le responsable du système, et les exceptions sont notées.", "fr"],
  ["כל חשבון נבדק על ידי בעליו", null],
  ["ISO 27001, SOC 2", null],
  ["", null],
])("the language of %j is %j", (text, language) => expect(languageOf(text)).toBe(language));
