import { describe, expect, test } from "@jest/globals";
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
  const others = entries.filter(({ name }) => !(name in parts));
  return makeZip([...others, ...Object.entries(parts).map(([name, data]) => ({ name, data }))]);
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

const box = `<w:txbxContent><w:p>${run("3.2")}</w:p></w:txbxContent>`;
const shape = `<w:drawing><wp:inline><a:graphic><a:graphicData><wps:wsp><wps:txbx>${box}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>`;
const choice = `<mc:Choice Requires="wps">${shape}</mc:Choice>`;
const old = (name: string) => `<w:pict><v:${name}><v:textbox>${box}</v:textbox></v:${name}></w:pict>`;

test.each([
  ["in the new notation", shape],
  ["without an alternative", `<mc:AlternateContent>${choice}</mc:AlternateContent>`],
  ["with an empty alternative", `<mc:AlternateContent>${choice}<mc:Fallback/></mc:AlternateContent>`],
  [
    "in both notations",
    `<mc:AlternateContent>${choice}<mc:Fallback>${old("rect")}</mc:Fallback></mc:AlternateContent>`,
  ],
  ["in an oval", old("oval")],
])("a Word document includes the text of a box %s, once", async (_what, contents) => {
  const { blocks } = await extract(await docxOf(`${run("Version")}<w:r>${contents}</w:r>`), "docx");
  expect(texts(blocks)).toEqual(["Version", "3.2"]);
});

const wordArt = (text: string): string =>
  `<w:r><w:pict><v:shape id="a"><v:textpath style="font-size:1pt" string="${text}"/></v:shape></w:pict></w:r>`;

test("a Word document includes the text of WordArt", async () => {
  const { blocks } = await extract(await docxOf(`${run("Version")}${wordArt("DRAFT &amp; secret")}`), "docx");
  expect(texts(blocks)).toEqual(["Version", "DRAFT & secret"]);
});

test("a Word document includes the watermark in its header, once", async () => {
  const header = `<w:hdr xmlns:w="w"><w:p>${wordArt("DRAFT")}${run("Example Ltd")}</w:p></w:hdr>`;
  const parts = { "word/header1.xml": header, "word/header2.xml": header };
  const { blocks } = await extract(await docxOf(run("Text."), parts), "docx");
  expect(texts(blocks)).toEqual(["DRAFT", "Example Ltd", "Text."]);
});

/** An old drop-down list, as fields of forms are stored. */
const dropDown = (chosen: string, result = ""): string => {
  const entries = ["Never", "Yes &amp; No", "Always"].map((entry) => `<w:listEntry w:val="${entry}"/>`);
  const mark = (kind: string, data = "") =>
    `<w:r><w:fldChar w:fldCharType="${kind}">${data}</w:fldChar></w:r>`;
  return [
    mark(
      "begin",
      `<w:ffData><w:name w:val="D"/><w:ddList>${chosen}${entries.join("")}</w:ddList></w:ffData>`,
    ),
    "<w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r>",
    mark("separate"),
    result,
    mark("end"),
  ].join("");
};

test.each([
  ["the chosen entry", dropDown('<w:result w:val="1"/><w:default w:val="2"/>'), "Yes & No"],
  ["the default entry", dropDown('<w:default w:val="2"/>'), "Always"],
  ["the first entry", dropDown(""), "Never"],
  ["a stored text", dropDown('<w:result w:val="1"/>', run("Yes &amp; No")), "Yes & No"],
])("a Word document includes %s of an old drop-down list, once", async (_what, contents, text) => {
  const { blocks } = await extract(
    await docxOf(`${run("Reviewed: ")}${contents}${run(", says Ada.")}`),
    "docx",
  );
  expect(texts(blocks)).toEqual([`Reviewed: ${text}, says Ada.`]);
});

test.each(["ptab", "cr"])("a Word document has words apart with <w:%s/> between them", async (name) => {
  const { blocks } = await extract(await docxOf(`${run("a")}<w:r><w:${name}/></w:r>${run("b")}`), "docx");
  expect(texts(blocks)).toEqual(["a b"]);
});

test("a Word document includes the comments of reviewers, after its text", async () => {
  const comments = `<w:comments xmlns:w="w"><w:comment w:id="0" w:author="Ada &amp; Co"><w:p>${run("Agreed,")}</w:p>
    <w:p>${run("valid from May.")}</w:p></w:comment><w:comment w:id="1" w:author="B"><w:p/></w:comment></w:comments>`;
  const { blocks } = await extract(await docxOf(run("Text."), { "word/comments.xml": comments }), "docx");
  expect(texts(blocks)).toEqual(["Text.", "Comment by Ada & Co: Agreed, valid from May."]);
});

test("a Word document has headings in styles of its template, by their outline level", async () => {
  const style = (id: string, name: string, contents: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${contents}</w:style>`;
  const styles = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
    ${style("H1", "heading 1", '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>')}
    ${style("A", "ACME Kapitel", '<w:basedOn w:val="H1"/>')}
    ${style("B", "ACME Abschnitt", '<w:basedOn w:val="A"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr>')}
    ${style("C", "heading 8", '<w:pPr><w:outlineLvl w:val="7"/></w:pPr>')}
    ${style("D", "Plain", '<w:basedOn w:val="E"/>')}${style("E", "Loop", '<w:basedOn w:val="D"/>')}
  </w:styles>`;
  const paragraph = (id: string) => `<w:p><w:pPr><w:pStyle w:val="${id}"/></w:pPr>${run(id)}</w:p>`;
  const contents = `${run("Text")}</w:p>${["H1", "A", "B", "C", "D"].map(paragraph).join("")}<w:p>`;
  const { blocks } = await extract(await docxOf(contents, { "word/styles.xml": styles }), "docx");
  expect(blocks).toMatchObject([
    { kind: "paragraph" },
    { kind: "heading", level: 1, text: "H1" },
    { kind: "heading", level: 1, text: "A" },
    { kind: "heading", level: 2, text: "B" },
    { kind: "heading", level: 6, text: "C" },
    { kind: "paragraph", text: "D" },
  ]);
});

test("a Word document that is nested too deeply is refused as such", async () => {
  const [open, close] = ["<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>"].map((tags) => tags.repeat(2_000));
  const file = await docxOf(`</w:p>${open}<w:p>${run("x")}</w:p>${close}<w:p>`);
  await expect(extract(file, "docx")).rejects.toMatchObject({ reason: "too_deep", retryable: false });
});

describe("a Word document warns", () => {
  const hidden = run("secret").replace("<w:t", "<w:rPr><w:b/><w:vanish/></w:rPr><w:t");
  test.each<[string, string, Record<string, string>, string]>([
    ["of tracked changes", `<w:ins w:id="1" w:author="A">${run("new")}</w:ins>`, {}, "tracked changes"],
    ["of hidden text", hidden, {}, "hidden text"],
    ["of a diagram", run("x"), { "word/diagrams/data1.xml": "<a/>" }, "not read"],
    ["of an embedded file", run("x"), { "word/embeddings/list.xlsx": "PK" }, "not read"],
  ])("%s", async (_what, contents, parts, warning) => {
    const { warnings } = await extract(await docxOf(contents, parts), "docx");
    expect(warnings).toEqual([expect.stringContaining(warning)]);
  });

  test("of nothing else", async () => {
    const mark = "<w:r><w:rPr><w:vanish/></w:rPr><w:instrText> XE entry </w:instrText></w:r>";
    expect((await extract(await docxOf(`${mark}${run("x")}`), "docx")).warnings).toEqual([]);
  });
});
