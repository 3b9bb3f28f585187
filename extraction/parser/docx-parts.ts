import { buffer } from "node:stream/consumers";
import type { Entry } from "yauzl";
import { withBoxes } from "./docx-boxes.ts";
import { withAttributeTexts } from "./docx-old-forms.ts";
import { openZipOfBuffer } from "../inspection/open-zip-of-buffer.ts";

/** The parts of a Word document by name, decompressed on demand. */
export interface DocxParts {
  entries: ReadonlyMap<string, Entry>;
  read(name: string): Promise<Buffer>;
}

export async function openDocxParts(file: Buffer): Promise<DocxParts> {
  const zip = await openZipOfBuffer(file);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return {
    entries,
    async read(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw new Error(`its part ${name} is missing`);
      return buffer(await zip.openReadStreamPromise(entry));
    },
  };
}

/** Elements around text that mammoth drops: fields, text in another direction, and words with their reading. */
const DROPPED = /(?<=<\/?w:)(?:fldSimple|bdo|dir|ruby|rubyBase)(?=[\s/>])/g;
/** An element of which mammoth reads the contents. */
const READ = "smartTag";

/** Line breaks and tabs that mammoth drops, which would join words. */
const BLANKS = /<w:(?:ptab|cr)(?=[\s/>])/g;

/** Shapes that may have text boxes, of which mammoth reads only rectangles. */
const SHAPES = /(?<=<\/?v:)(?:oval|arc|curve|line|polyline)(?=[\s/>])/g;

/** Formulas have runs and texts of their own, in any structure. */
const MATHS = /(?<=<\/?)m:(\w+)(?=[\s/>])/g;

/** XML with the elements whose text mammoth would drop as others that it reads. */
const readable = (xml: string): string =>
  withBoxes(withAttributeTexts(xml))
    .replaceAll(DROPPED, READ)
    .replaceAll(SHAPES, "rect")
    .replaceAll(BLANKS, "<w:tab")
    .replaceAll(MATHS, (_all, name: string) => `w:${name === "r" || name === "t" ? name : READ}`);

/** The document as mammoth reads packages, in readable XML. `prepare` gets the XML of each part last. */
export function forMammoth(
  { entries, read }: DocxParts,
  prepare: (xml: string) => string,
): { buffer: Buffer } {
  const file = {
    exists: (name: string) => entries.has(name),
    async read(name: string, encoding?: BufferEncoding) {
      const bytes = await read(name);
      if (encoding === undefined) return bytes;
      const text = bytes.toString(encoding);
      return /^word\/[^/]+\.xml$/.test(name) ? prepare(readable(text)) : text;
    },
  };
  // mammoth's types lack this option.
  return { file } as unknown as { buffer: Buffer };
}
