import { expect, test } from "@jest/globals";
import { makeDocx } from "../../dev/sample-files/make-docx.ts";
import { listNumber } from "../../extraction/parser/list-number.ts";
import { texts, useExtractor } from "../support/extraction.ts";
import { makeZip } from "../support/files/make-zip.ts";
import { readZip } from "../support/read-zip.ts";

const { extract } = await useExtractor();

const NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

const level = (index: number, text: string, format = "decimal", more = "") =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const list = (id: number, definition: number, more = "") =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${definition}"/>${more}</w:num>`;

const NUMBERING = `<w:numbering ${NAMESPACE}>
  <w:abstractNum w:abstractNumId="0">${level(0, "%1", "decimal", '<w:pStyle w:val="H1"/>')}
    ${level(1, "%1.%2", "decimal", '<w:pStyle w:val="H2"/>')}</w:abstractNum>
  <w:abstractNum w:abstractNumId="1">${level(0, "(%1)", "lowerLetter")}${level(1, "%2.", "lowerRoman")}</w:abstractNum>
  <w:abstractNum w:abstractNumId="2">${level(0, "•", "bullet")}</w:abstractNum>
  <w:abstractNum w:abstractNumId="3"><w:numStyleLink w:val="Clauses"/></w:abstractNum>
  <w:abstractNum w:abstractNumId="4">${level(0, "Article %1", "upperRoman")}
    ${level(1, "Section %1.%2", "decimalZero", "<w:isLgl/>")}</w:abstractNum>
  ${list(1, 0)}${list(2, 1)}${list(3, 2)}${list(4, 3)}${list(5, 4)}
  ${list(6, 1, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>')}
</w:numbering>`;

const STYLES = `<w:styles ${NAMESPACE}>
  <w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/>
    <w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
  <w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/>
    <w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
  <w:style w:type="paragraph" w:styleId="House"><w:name w:val="House"/><w:basedOn w:val="H2"/></w:style>
  <w:style w:type="numbering" w:styleId="Clauses"><w:name w:val="Clauses"/>
    <w:pPr><w:numPr><w:numId w:val="5"/></w:numPr></w:pPr></w:style>
</w:styles>`;

/** A document with this body, in these styles and lists. */
async function docxOf(body: string): Promise<Buffer> {
  const parts = await readZip(await makeDocx([{ paragraph: "PLACE" }]));
  const document = parts.get("word/document.xml")!.toString();
  parts.set("word/document.xml", Buffer.from(document.replace(/<w:p>.*PLACE.*?<\/w:p>/s, body)));
  parts.set("word/styles.xml", Buffer.from(STYLES));
  parts.set("word/numbering.xml", Buffer.from(NUMBERING));
  return makeZip([...parts].map(([name, data]) => ({ name, data })));
}

const run = (text: string) => (text === "" ? "" : `<w:r><w:t>${text}</w:t></w:r>`);
const styled = (style: string, text: string, more = "") =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/>${more}</w:pPr>${run(text)}</w:p>`;
const listed = (id: number, index: number, text: string, more = "") =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${index}"/><w:numId w:val="${id}"/></w:numPr>${more}</w:pPr>${run(text)}</w:p>`;

const textsOf = async (body: string) => texts((await extract(await docxOf(body), "docx")).blocks);

test("headings of a Word document keep the numbers of their styles", async () => {
  const none = '<w:numPr><w:numId w:val="0"/></w:numPr>';
  const body = [
    styled("H1", "Purpose"),
    styled("H2", "Scope"),
    styled("House", "Roles"),
    styled("H1", "Annex", none),
    styled("H1", ""),
    styled("H1", "Access"),
    styled("H2", "Reviews"),
  ];
  const { blocks } = await extract(await docxOf(body.join("")), "docx");
  expect(texts(blocks)).toEqual(["1 Purpose", "1.1 Scope", "1.2 Roles", "Annex", "3 Access", "3.1 Reviews"]);
  expect(blocks[1]).toMatchObject({ kind: "heading", level: 2 });
});

test("lists of a Word document keep their letters and numbers, but not their bullets", async () => {
  const body = [
    listed(2, 0, "first"),
    listed(2, 1, "deep"),
    listed(2, 1, "deeper"),
    listed(3, 0, "bullet"),
    listed(2, 0, "second"),
    listed(2, 1, "again"),
    listed(6, 0, "restarted"),
    listed(6, 0, "continued"),
    listed(4, 0, "general"),
    listed(4, 1, "special"),
  ];
  expect(await textsOf(body.join(""))).toEqual([
    "(a) first",
    "i. deep",
    "ii. deeper",
    "bullet",
    "(b) second",
    "i. again",
    "(a) restarted",
    "(b) continued",
    "Article I general",
    "Section 1.1 special",
  ]);
});

test("numbered rows of a Word table keep their numbers, also in empty cells", async () => {
  const row = (text: string) =>
    `<w:tr><w:tc>${listed(2, 0, "")}</w:tc><w:tc><w:p>${run(text)}</w:p></w:tc></w:tr>`;
  expect(await textsOf(`<w:tbl>${row("one")}${row("two")}</w:tbl>`)).toEqual(["(a) one (b) two"]);
});

test("former numbers and deleted paragraphs of a Word document do not count", async () => {
  const former = `<w:pPrChange w:id="1"><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="5"/></w:numPr></w:pPr></w:pPrChange>`;
  const body = [
    listed(2, 0, "first", former),
    listed(2, 0, "", '<w:rPr><w:del w:id="2"/></w:rPr>'),
    listed(2, 0, "second"),
    listed(99, 0, "of an unknown list"),
  ];
  expect(await textsOf(body.join(""))).toEqual(["(a) first", "(b) second", "of an unknown list"]);
});

test.each([
  ["lowerLetter", 28, "bb"],
  ["upperLetter", 26, "Z"],
  ["lowerLetter", 0, "0"],
  ["lowerLetter", 1_000_000_000, "1000000000"],
  ["lowerRoman", 1994, "mcmxciv"],
  ["upperRoman", 5_000_000, "5000000"],
  ["ordinal", 111, "111th"],
  ["ordinal", 22, "22nd"],
  ["decimalZero", 7, "07"],
  ["chicago", 3, "3"],
])("a list in the format %s has the number %i as %s", (format, number, shown) => {
  expect(listNumber(number, format)).toBe(shown);
});
