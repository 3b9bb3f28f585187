import { makeZip, type ZipEntry } from "./make-zip.ts";

const MEGABYTE = 1024 * 1024;
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const WORD_WITH_MACROS = "application/vnd.ms-word.document.macroEnabled.main+xml";
const NAMESPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

const contentTypes = (main: string): ZipEntry => ({
  name: "[Content_Types].xml",
  data: `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
});

const RELATIONS: ZipEntry = {
  name: "_rels/.rels",
  data: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
    <Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
      Target="word/document.xml"/></Relationships>`,
};

const documentOf = (body: string, prologue = ""): ZipEntry => ({
  name: "word/document.xml",
  data: `<?xml version="1.0"?>${prologue}<w:document xmlns:w="${NAMESPACE}"><w:body>${body}</w:body></w:document>`,
});

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** Decompresses to 100 MB of blanks from 100 kB. */
export function makeZipBombDocx(): Buffer {
  const blanks = Buffer.alloc(100 * MEGABYTE, " ");
  return makeZip([contentTypes(WORD), RELATIONS, { name: "word/document.xml", data: blanks }]);
}

/** Like the zip bomb, but its directory claims that the part is small. */
export function makeLyingDocx(): Buffer {
  const blanks = Buffer.alloc(100 * MEGABYTE, " ");
  return makeZip([
    contentTypes(WORD),
    RELATIONS,
    { name: "word/document.xml", data: blanks, claimedBytes: 1000 },
  ]);
}

/**
 * Small enough and with a modest ratio for the zip check, but with hundreds of thousands of elements for the
 * parser.
 */
export function makeMemoryBombDocx(paragraphs = 400_000): Buffer {
  const body = Array.from({ length: paragraphs }, (_, i) => paragraph(String(i * 7919))).join("");
  return makeZip([contentTypes(WORD), RELATIONS, documentOf(body)]);
}

/** All parts at the same offset: reading them decompresses the same bytes repeatedly. */
export function makeOverlappingDocx(): Buffer {
  const parts = Array.from({ length: 5 }, (_, i) => ({ name: `word/p${i}.xml`, data: "x".repeat(5000) }));
  return makeZip([contentTypes(WORD), RELATIONS, ...parts], { overlapping: true });
}

/** A document with macros, renamed to .docx. */
export function makeMacroDocx(): Buffer {
  const macros = { name: "word/vbaProject.bin", data: Buffer.from("d0cf11e0a1b11ae1", "hex") };
  return makeZip([contentTypes(WORD_WITH_MACROS), RELATIONS, documentOf(paragraph("hello")), macros]);
}

/** Asks the parser to insert a file of the machine into the text. */
export function makeEntityDocx(target: string): Buffer {
  const prologue = `<!DOCTYPE x [<!ENTITY leak SYSTEM "${target}">]>`;
  return makeZip([contentTypes(WORD), RELATIONS, documentOf(paragraph("before &leak; after"), prologue)]);
}
