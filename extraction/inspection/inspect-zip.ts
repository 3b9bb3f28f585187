import { extname } from "node:path";
import type { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { TextDecoder } from "node:util";
import { Parser } from "htmlparser2";
import type { Entry, ZipFile } from "yauzl";
import { RejectedFileError, damagedFile } from "../rejected-file-error.ts";

const MEGABYTE = 1024 * 1024;
const MAX_ZIP_ENTRIES = 10_000;
/** A part of an office file contains some ten megabytes of text at most; parsers need many times its size. */
const MAX_ENTRY_BYTES = 192 * MEGABYTE;
const MAX_TOTAL_BYTES = 512 * MEGABYTE;
/** Office XML compresses by a factor of 5 to 60, bombs by 200 to 1000. Small parts are exempt. */
const MAX_RATIO = 150;
const RATIO_FREE_BYTES = 4 * MEGABYTE;
/** Blank drawings have any compression ratio, and no parser here expands them further. */
const MEDIA = /(^|\/)media\//i;
const MAX_CONTENT_TYPES_BYTES = MEGABYTE;
/**
 * A valid file has a root and its children; each further level costs the parser time for every open level.
 */
const MAX_CONTENT_TYPES_DEPTH = 10;
const CONTENT_TYPES = "[Content_Types].xml";

const MAIN_PART = {
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml": "docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml": "xlsx",
} as const;

const MACRO_PART = /(^|[\\/])(vbaProject\.bin$|macrosheets[\\/])/i;
const MACRO_TYPE = /macroEnabled|vbaProject|macrosheet/i;

const bomb = (why: string) =>
  new RejectedFileError(
    "zip_bomb",
    `The file is refused because unpacking it could exhaust the server: ${why}.`,
  );
const macros = () =>
  new RejectedFileError("macros", "The file contains macros. Save it without macros and try again.");
const corrupt = (cause: unknown) => damagedFile("its package (zip) cannot be read", cause);

function checkEntrySize(entry: Entry): void {
  const { uncompressedSize: full, compressedSize: packed } = entry;
  if (full > MAX_ENTRY_BYTES) throw bomb(`one part grows to ${Math.round(full / MEGABYTE)} MB`);
  if (full > RATIO_FREE_BYTES && full / Math.max(1, packed) > MAX_RATIO && !MEDIA.test(entry.fileName))
    throw bomb(`one part grows ${Math.round(full / Math.max(1, packed))} times when unpacked`);
}

/** Overlapping parts let a small file decompress the same bytes repeatedly. */
function checkOverlap(entries: readonly Entry[]): void {
  const sorted = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let end = 0;
  for (const entry of sorted) {
    if (entry.relativeOffsetOfLocalHeader < end) throw bomb("its parts overlap");
    end = entry.relativeOffsetOfLocalHeader + entry.compressedSize;
  }
}

function checkSizes(entries: readonly Entry[]): void {
  for (const entry of entries) checkEntrySize(entry);
  const total = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (total > MAX_TOTAL_BYTES) throw bomb(`its parts together grow to ${Math.round(total / MEGABYTE)} MB`);
  checkOverlap(entries);
}

async function readEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MAX_ZIP_ENTRIES) throw bomb(`it has ${zip.entryCount} parts`);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted())
      throw new RejectedFileError(
        "encrypted",
        "The file is protected with a password. Remove it and try again.",
      );
    if (MACRO_PART.test(entry.fileName)) throw macros();
    entries.push(entry);
  }
  return entries;
}

/** Decodes text as its bytes arrive, yielding to other work in between. */
async function* decodeCapped(stream: Readable, maxBytes: number): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) throw bomb("its list of contents is too long");
    decoder ??= new TextDecoder(part[0] === 0xff && part[1] === 0xfe ? "utf-16le" : "utf-8");
    yield decoder.decode(part, { stream: true });
    await turn();
  }
}

/** The content types of existing parts: writers also declare defaults for extensions they do not use. */
async function contentTypesIn(xml: AsyncIterable<string>, entries: readonly Entry[]): Promise<Set<string>> {
  const extensions = new Set(entries.map((entry) => extname(entry.fileName).slice(1).toLowerCase()));
  const types = new Set<string>();
  let depth = 0;
  const onclosetag = () => (depth -= 1);
  const onopentag = (_name: string, attributes: Record<string, string>) => {
    depth += 1;
    if (depth > MAX_CONTENT_TYPES_DEPTH) throw bomb("its list of contents is nested too deep");
    const { ContentType: type, Extension: extension } = attributes;
    const isUsed = extension === undefined || extensions.has(extension.toLowerCase());
    if (type === undefined || !isUsed) return;
    if (MACRO_TYPE.test(type)) throw macros();
    types.add(type);
  };
  const parser = new Parser({ onopentag, onclosetag }, { xmlMode: true, decodeEntities: true });
  for await (const piece of xml) parser.write(piece);
  parser.end();
  return types;
}

function formatOfTypes(types: ReadonlySet<string>): "docx" | "xlsx" | null {
  const main = Object.entries(MAIN_PART).find(([type]) => types.has(type));
  return main?.[1] ?? null;
}

/**
 * Checks a zip by its directory only, then determines its office format (null for another kind of zip). `zip`
 * must be open with `lazyEntries: true, autoClose: false`; the caller closes it. Throws RejectedFileError
 * `zip_bomb`, `macros`, `encrypted` or `corrupt`.
 */
export async function inspectZip(zip: ZipFile): Promise<"docx" | "xlsx" | null> {
  try {
    const entries = await readEntries(zip);
    checkSizes(entries);
    const list = entries.find((entry) => entry.fileName === CONTENT_TYPES);
    if (list === undefined) return null;
    const xml = decodeCapped(await zip.openReadStreamPromise(list), MAX_CONTENT_TYPES_BYTES);
    return formatOfTypes(await contentTypesIn(xml, entries));
  } catch (error) {
    throw error instanceof RejectedFileError ? error : corrupt(error);
  }
}
