import { open } from "node:fs/promises";
import { extname } from "node:path";
import { fromFdPromise } from "yauzl";
import type { EvidenceFormat } from "./document.ts";
import { sourceOfFile } from "./inspection/byte-source.ts";
import { inspectContent } from "./inspection/inspect-content.ts";
import { RejectedFileError } from "./rejected-file-error.ts";

export interface InspectedFile {
  format: EvidenceFormat;
  /** The media type of the format, whatever the client claimed. */
  contentType: string;
}

const CONTENT_TYPES: Record<EvidenceFormat, string> = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  png: "image/png",
  jpg: "image/jpeg",
};

const FORMAT_OF_EXTENSION: Record<string, EvidenceFormat> = {
  ".pdf": "pdf",
  ".doc": "doc",
  ".docx": "docx",
  ".xls": "xls",
  ".xlsx": "xlsx",
  ".png": "png",
  ".jpg": "jpg",
  ".jpeg": "jpg",
};

function formatOfName(fileName: string): EvidenceFormat {
  const extension = extname(fileName).toLowerCase();
  const format = FORMAT_OF_EXTENSION[extension];
  if (format !== undefined) return format;
  const message =
    extension === ""
      ? "The name has no extension: add that of its format (pdf, doc, docx, xls, xlsx, png or jpg)."
      : `Files of the kind ${extension} are not accepted: save or print it as a pdf, or upload a doc, docx, xls, xlsx, png or jpg file.`;
  throw new RejectedFileError("unsupported_type", message);
}

/**
 * Decides whether a file may become evidence, by its name, its head and its directory: a few reads, whatever
 * its size. A password-protected PDF passes, because some open without the password; extraction reports
 * `encrypted` for the others. @param path the location of the bytes @param fileName the name given by the
 * user @throws RejectedFileError with a reason and a sentence for the user
 */
export async function inspectFile(path: string, fileName: string): Promise<InspectedFile> {
  const format = formatOfName(fileName);
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const openZip = () => fromFdPromise(file.fd, { lazyEntries: true, autoClose: false });
    await inspectContent({ source: sourceOfFile(file, size), openZip }, format);
  } finally {
    await file.close();
  }
  return { format, contentType: CONTENT_TYPES[format] };
}
