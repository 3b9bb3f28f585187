import type { ZipFile } from "yauzl";
import type { EvidenceFormat } from "../document.ts";
import { RejectedFileError, damagedFile } from "../rejected-file-error.ts";
import type { ByteSource } from "./byte-source.ts";
import { readJpegSize, readPngSize, type ImageSize } from "./image-size.ts";

/*
 * The inspectors are loaded on first use: in a parser child, which handles one document, loading takes longer
 * than inspecting.
 */

/** Access to the bytes of a file; the zip library opens files and buffers differently. */
export interface FileContent {
  source: ByteSource;
  /** Opens the file as a zip, with `lazyEntries: true, autoClose: false`. */
  openZip: () => Promise<ZipFile>;
}

const HEAD_BYTES = 4096;
/** Readers accept a PDF header anywhere in the first kilobyte. */
const PDF_HEADER_WINDOW = 1024;
const PDF_HEADER = "%PDF-";
const COMPOUND_FILE_HEADER = Buffer.from("d0cf11e0a1b11ae1", "hex");
const ZIP_HEADER = "PK\u0003\u0004";
const PNG_HEADER = Buffer.from("89504e470d0a1a0a", "hex");
const JPEG_HEADER = Buffer.from("ffd8ff", "hex");
const MAX_PIXELS = 100_000_000;
const MAX_SIDE = 32_000;

async function inspectPackage(content: FileContent): Promise<"docx" | "xlsx" | null> {
  let zip;
  try {
    zip = await content.openZip();
  } catch (error) {
    throw damagedFile("its package (zip) is incomplete", error);
  }
  const { inspectZip } = await import("./inspect-zip.ts");
  return inspectZip(zip);
}

async function inspectCompound(source: ByteSource): Promise<"doc" | "xls" | null> {
  const { inspectCompoundFile } = await import("./inspect-compound-file.ts");
  return inspectCompoundFile(source);
}

/** The usual extension of a file of another kind. */
async function guessOther(head: Buffer): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import("file-type");
  return (await fileTypeFromBuffer(head))?.ext;
}

const WEB_PAGE = /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head)\b/i;
/** Some programs name such exports like Word documents. */
const WEB_ARCHIVE = /^(?:MIME-Version|From|Received|Return-Path|Content-Type):/im;

/** What a file with an unknown head is. */
function guessText(head: Buffer): string {
  // The last letter may end after these bytes.
  const text = new TextDecoder().decode(head, { stream: true });
  if (text.includes("\0") || text.includes("\ufffd")) return "something else";
  if (WEB_PAGE.test(text)) return "a web page";
  return WEB_ARCHIVE.test(text) ? "a mail or web archive" : "plain text";
}

function mismatch(format: EvidenceFormat, found: EvidenceFormat | null, other: string): RejectedFileError {
  const advice = found === null ? "" : `give it a name that ends with .${found}, or `;
  const message = `The name says ${format}, but the content is ${other}: ${advice}save it as ${format} with its program. Then upload that file.`;
  return new RejectedFileError("content_mismatch", message);
}

async function isPdf(head: Buffer): Promise<boolean> {
  const at = head.subarray(0, PDF_HEADER_WINDOW).toString("latin1").indexOf(PDF_HEADER);
  // A program with a PDF header further down is still a program.
  return at === 0 || (at > 0 && [undefined, "pdf"].includes(await guessOther(head)));
}

/** The format of the bytes, whatever the name says; null if it is not an accepted one. */
async function formatOf(content: FileContent, head: Buffer): Promise<EvidenceFormat | null> {
  if (head.subarray(0, 8).equals(COMPOUND_FILE_HEADER)) return inspectCompound(content.source);
  if (head.toString("latin1", 0, 4) === ZIP_HEADER) return inspectPackage(content);
  if (head.subarray(0, 8).equals(PNG_HEADER)) return "png";
  if (head.subarray(0, 3).equals(JPEG_HEADER)) return "jpg";
  return (await isPdf(head)) ? "pdf" : null;
}

function checkImageSize({ width, height }: ImageSize): void {
  if (width === 0 || height === 0) throw damagedFile("its width or height is zero", undefined, "image");
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS)
    throw new RejectedFileError(
      "zip_bomb",
      `The image is too large (${width} x ${height} pixels): at most 100 megapixels and ${MAX_SIDE} a side.`,
    );
}

/**
 * Checks that the bytes match `format` and contain nothing that is refused. Reads a few kilobytes. Throws
 * RejectedFileError.
 */
export async function inspectContent(content: FileContent, format: EvidenceFormat): Promise<void> {
  const { source } = content;
  if (source.size === 0)
    throw new RejectedFileError(
      "empty",
      "The file is empty. Save or download it again, then upload that file.",
    );
  const head = await source.read(0, Math.min(HEAD_BYTES, source.size));
  const found = await formatOf(content, head);
  if (found !== format) {
    throw mismatch(format, found, found ?? (await guessOther(head)) ?? guessText(head));
  }
  if (found === "png") checkImageSize(await readPngSize(source));
  if (found === "jpg") checkImageSize(await readJpegSize(source));
}
