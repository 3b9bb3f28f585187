import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

const TYPE = "application/vnd.openxmlformats-officedocument";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/** A zip with these parts by name. */
export function zipOf(parts: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}

const contentTypes = (main: string, more: string): string =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${main}"/>${more}</Types>`;

const relation = (kind: string, target: string): string =>
  `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/${kind}" Target="${target}"/></Relationships>`;

interface Odd {
  /** Inside the list of content types. */
  types?: string;
  parts?: Record<string, string>;
}

/** A Word file with one line of text. */
export const wordFile = ({ types = "", parts = {} }: Odd): Promise<Buffer> =>
  zipOf({
    "[Content_Types].xml": contentTypes(`${TYPE}.wordprocessingml.document.main+xml`, types),
    "_rels/.rels": relation("officeDocument", "word/document.xml"),
    "word/document.xml":
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>a</w:t></w:r></w:p></w:body></w:document>',
    ...parts,
  });

/** A workbook with one sheet; `data` is the content of its sheetData. */
export const workbook = ({
  data = "",
  strings,
  types = "",
  parts = {},
}: Odd & { data?: string; strings?: string }) =>
  zipOf({
    "[Content_Types].xml": contentTypes(`${TYPE}.spreadsheetml.sheet.main+xml`, types),
    "_rels/.rels": relation("officeDocument", "xl/workbook.xml"),
    "xl/workbook.xml": `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relation("worksheet", "worksheets/sheet1.xml"),
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${SHEET}"><sheetData>${data}</sheetData></worksheet>`,
    ...(strings === undefined ? {} : { "xl/sharedStrings.xml": `<sst xmlns="${SHEET}">${strings}</sst>` }),
    ...parts,
  });
