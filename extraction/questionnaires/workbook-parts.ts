import { posix } from "node:path";
import { Parser } from "htmlparser2";
import type { Entry, ZipFile } from "yauzl";
import { storableText } from "../../domain/storable-text.rules.ts";
import { openZipOfBuffer } from "../inspection/open-zip-of-buffer.ts";
import { ParseError } from "../parser/parse-error.ts";

/** Limit for one decompressed part; a sheet with 2000 questions has a few hundred kilobytes. */
const MAX_PART_BYTES = 16 * 1024 * 1024;

/** Limit for all parts: a workbook that could not be written back is refused. */
const MAX_BYTES = 48 * 1024 * 1024;

export interface SheetPart {
  name: string;
  /** Within the package. */
  path: string;
}

/** The parts of an xlsx package: read on demand, each with a size limit. */
export interface WorkbookParts {
  sheets: SheetPart[];
  sharedStrings: string[];
  text(path: string): Promise<string>;
  entries: readonly Entry[];
  bytes(entry: Entry): Promise<Buffer>;
  close(): void;
}

type Attributes = Record<string, string>;

/** Writers may use any prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

function eachTag(xml: string, visit: (name: string, attributes: Attributes) => void): void {
  new Parser({ onopentag: (name, attributes) => visit(localName(name), attributes) }, { xmlMode: true }).end(
    xml,
  );
}

/** The escape of a character in a workbook's strings: Excel writes a carriage return as `_x000D_`. */
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

/** A string of a workbook as displayed. */
export const displayedText = (text: string): string =>
  storableText(
    text.replaceAll(ESCAPED, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );

/** Why a workbook cannot be processed, worded for its sender. */
export class WorkbookError extends ParseError {
  constructor(message: string) {
    super("corrupt", message);
  }
}

function checkSizes(entries: readonly Entry[]): void {
  const large = entries.find(({ uncompressedSize }) => uncompressedSize > MAX_PART_BYTES);
  if (large !== undefined) throw new WorkbookError("a part of the file is too large");
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (total > MAX_BYTES) throw new WorkbookError(`unpacked it is larger than ${MAX_BYTES} bytes`);
}

async function bytesOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_PART_BYTES) throw new WorkbookError("a part of the file is too large");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Texts shared by cells, without their phonetic readings. */
function readSharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let inText = false;
  let phonetic = 0;
  const parser = new Parser(
    {
      onopentag(name) {
        const tag = localName(name);
        if (tag === "si") strings.push("");
        if (tag === "rPh") phonetic += 1;
        inText = tag === "t" && phonetic === 0;
      },
      ontext(text) {
        if (inText && strings.length > 0) strings[strings.length - 1] += text;
      },
      onclosetag(name) {
        if (localName(name) === "rPh") phonetic -= 1;
        inText = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return strings;
}

/** Targets of relationships by id and by kind, as paths within the package. */
function readRelations(
  xml: string,
  folder: string,
): { byId: Map<string, string>; byKind: Map<string, string> } {
  const byId = new Map<string, string>();
  const byKind = new Map<string, string>();
  eachTag(xml, (name, { Id = "", Type = "", Target = "" }) => {
    if (name !== "Relationship") return;
    const path = Target.startsWith("/") ? Target.slice(1) : posix.join(folder, Target);
    byId.set(Id, path);
    byKind.set(posix.basename(Type), path);
  });
  return { byId, byKind };
}

const relationsOf = (path: string): string =>
  posix.join(posix.dirname(path), "_rels", `${posix.basename(path)}.rels`);

/** Opens the package of a workbook that has been inspected. The caller closes it. */
export async function openWorkbookParts(file: Buffer): Promise<WorkbookParts> {
  const zip = await openZipOfBuffer(file);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  const bytes = (entry: Entry): Promise<Buffer> => bytesOf(zip, entry);
  const text = async (path: string): Promise<string> => {
    const entry = entries.find(({ fileName }) => fileName.toLowerCase() === path.toLowerCase());
    if (entry === undefined) throw new WorkbookError(`the part ${path} of the file is missing`);
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await bytes(entry));
    } catch (error) {
      if (error instanceof WorkbookError) throw error;
      throw new WorkbookError(`the part ${path} of the file cannot be read`);
    }
  };
  try {
    checkSizes(entries);
    const root = readRelations(await text("_rels/.rels"), "");
    const workbook = root.byKind.get("officeDocument") ?? "xl/workbook.xml";
    const relations = readRelations(await text(relationsOf(workbook)), posix.dirname(workbook));
    const sheets: SheetPart[] = [];
    eachTag(await text(workbook), (name, attributes) => {
      const id = Object.entries(attributes).find(([key]) => key !== "id" && localName(key) === "id")?.[1];
      const path = relations.byId.get(id ?? "");
      if (name === "sheet" && path !== undefined)
        sheets.push({ name: displayedText(attributes["name"] ?? ""), path });
    });
    const shared = relations.byKind.get("sharedStrings");
    const sharedStrings = shared === undefined ? [] : readSharedStrings(await text(shared));
    return { sheets, sharedStrings, text, entries, bytes, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}
