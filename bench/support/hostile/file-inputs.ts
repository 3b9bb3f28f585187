import type { HostileClient, HostileInput } from "./hostile-client.ts";
import { wordFile, workbook, zipOf } from "./office-file.ts";

const MEGABYTE = 1_000_000;
const PDF = Buffer.from("%PDF-1.7\n%%EOF\n");

const fill = (piece: string, letters = MEGABYTE): string => piece.repeat(Math.floor(letters / piece.length));

const override = (type: string): string => `<Override PartName="/a" ContentType="${type}"/>`;

interface UploadedFile {
  name?: string;
  bytes: Uint8Array;
  fields?: Record<string, string>;
}

const evidence = (
  client: HostileClient,
  { name = "a.pdf", bytes, fields = {} }: UploadedFile,
): Promise<number> =>
  client.upload(
    "/api/v1/evidence",
    { project_id: client.projectId, control_id: "CC6.1", title: "Hostile", ...fields },
    { name, bytes },
  );

const asEvidence = (name: string, make: () => UploadedFile | Promise<UploadedFile>): HostileInput => ({
  name: `evidence: ${name}`,
  send: async (client) => evidence(client, await make()),
});

const asQuestionnaire = (name: string, make: () => Promise<Uint8Array>): HostileInput => ({
  name: `questionnaire: ${name}`,
  send: async (client) =>
    client.upload(
      "/api/v1/questionnaires",
      { project_id: client.projectId },
      { name: "a.xlsx", bytes: await make() },
    ),
});

const word = async (odd: Parameters<typeof wordFile>[0]): Promise<UploadedFile> => ({
  name: "a.docx",
  bytes: await wordFile(odd),
});

const manyParts = (name: (n: number) => string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: 9_990 }, (_, n) => [name(n), ""]));

/** A compound file whose pointers all lead to the same sector. */
function loopingCompoundFile(): Buffer {
  const file = Buffer.alloc(512 * 400);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt16LE(6, 32);
  return file;
}

const FILES: HostileInput[] = [
  asEvidence("a name of 12,000 letters", () => ({ name: `${fill("a", 12_000)}.pdf`, bytes: PDF })),
  asEvidence("a name of 12,000 spaces", () => ({ name: `a${fill(" ", 12_000)}.pdf`, bytes: PDF })),
  asEvidence("a name of accents", () => ({ name: `${fill("\u0301", 8_000)}.pdf`, bytes: PDF })),
  asEvidence("tags that are commas", () => ({ bytes: PDF, fields: { tags: fill("a,", 64_000) } })),
  asEvidence("nested tags", () => ({ bytes: PDF, fields: { tags: fill("[", 64_000) } })),
  asEvidence("a title of spaces", () => ({ bytes: PDF, fields: { title: `a${fill(" ", 64_000)}a` } })),
  asEvidence("a PDF header without a PDF", () => ({ bytes: Buffer.from(fill("%PDF-")) })),
  asEvidence("a compound file with a circular chain", () => ({
    name: "a.doc",
    bytes: loopingCompoundFile(),
  })),
  asEvidence("1 MB of content types", () => word({ types: fill(override("a"), 999_000) })),
  asEvidence("1 MB of nested content types", () => word({ types: fill("<a>", 999_000) })),
  asEvidence("1 MB of attributes", () => word({ types: `<a ${fill('b="" ', 990_000)}/>` })),
  asEvidence("1 MB of entities", () => word({ types: override(fill("&amp;", 990_000)) })),
  asEvidence("10,000 parts", () => word({ parts: manyParts((n) => `a${n}`) })),
  asEvidence("parts with long names", () =>
    word({ parts: manyParts((n) => `${fill("/macrosheets/", 900)}\n${n}`) }),
  ),
];

const QUESTIONNAIRES: HostileInput[] = [
  asQuestionnaire("1 MB of empty cells", () => workbook({ data: `<row>${fill("<c/>")}</row>` })),
  asQuestionnaire("1 MB of empty rows", () => workbook({ data: fill("<row/>") })),
  asQuestionnaire("the last possible cell", () =>
    workbook({ data: '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' }),
  ),
  asQuestionnaire("1 MB of shared texts", () =>
    workbook({ data: '<row r="1"><c r="A1" t="s"><v>0</v></c></row>', strings: fill("<si><t>a?</t></si>") }),
  ),
  asQuestionnaire("1 MB of content types", () => workbook({ types: fill(override("a"), 999_000) })),
  asQuestionnaire("4 MB that compress badly", async () =>
    zipOf({ "xl/workbook.xml": fill("<a>", 4 * MEGABYTE) }),
  ),
];

/** Files, their names, and the fields sent with them. */
export const FILE_INPUTS: HostileInput[] = [...FILES, ...QUESTIONNAIRES];
