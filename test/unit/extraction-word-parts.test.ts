import { expect, test } from "@jest/globals";
import { makeDocx } from "../../dev/sample-files/make-docx.ts";
import { texts, useExtractor } from "../support/extraction.ts";
import { makeZip } from "../support/files/make-zip.ts";
import { readZip } from "../support/read-zip.ts";

const { extract } = await useExtractor();

const BODY = "word/document.xml";
const PLACE = "PLACE";
const MATHS = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';

/** A document with one paragraph of these contents, and other parts. */
async function docxOf(contents: string, parts: Record<string, string> = {}): Promise<Buffer> {
  const entries = [...(await readZip(await makeDocx([{ paragraph: PLACE }])))].map(([name, data]) => ({
    name,
    data: name === BODY ? data.toString().replace(/<w:r>.*PLACE.*?<\/w:r>/, contents) : data,
  }));
  return makeZip([...entries, ...Object.entries(parts).map(([name, data]) => ({ name, data }))]);
}

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;

test.each([
  ["a field", `<w:fldSimple w:instr=" DOCPROPERTY Version ">${run("3.2")}</w:fldSimple>`],
  ["text in another direction", `<w:dir w:val="rtl">${run("3.2")}</w:dir>`],
  [
    "a word with its reading",
    `<w:r><w:ruby><w:rt>${run("x")}</w:rt><w:rubyBase>${run("3.2")}</w:rubyBase></w:ruby></w:r>`,
  ],
  ["a formula", `<m:oMath ${MATHS}><m:f><m:num><m:r><m:t>3.2</m:t></m:r></m:num></m:f></m:oMath>`],
])("a Word document includes %s", async (_what, contents) => {
  const { blocks } = await extract(await docxOf(`${run("Version ")}${contents}${run(" is valid.")}`), "docx");
  expect(texts(blocks)).toEqual(["Version 3.2 is valid."]);
});
