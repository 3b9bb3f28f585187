import { RejectedFileError, damagedFile } from "../rejected-file-error.ts";
import type { ByteSource } from "./byte-source.ts";
import { openCompoundFile, type CompoundEntry, type CompoundFile } from "./compound-file.ts";

const BIFF_READ_BYTES = 4096;
const RECORD_BOF = 0x0809;
const RECORD_FILE_PASS = 0x002f;
const RECORD_EOF = 0x000a;
const FIB_BYTES = 32;
/** Word 97 and later, and Word 6/95. */
const FIB_MAGICS = [0xa5ec, 0xa5dc];
const FIB_ENCRYPTED = 0x0100;

const encrypted = () =>
  new RejectedFileError(
    "encrypted",
    "The file is protected with a password. Remove the password and try again.",
  );

/** Password protection is a FilePass record at the start of the workbook ([MS-XLS] 2.4.117). */
async function checkWorkbook(file: CompoundFile, workbook: CompoundEntry): Promise<void> {
  const bytes = await file.readStart(workbook, BIFF_READ_BYTES);
  if (bytes.length < 4 || bytes.readUInt16LE(0) !== RECORD_BOF)
    throw damagedFile("its workbook does not start like an Excel workbook");
  for (let at = 0; at + 4 <= bytes.length; at += 4 + bytes.readUInt16LE(at + 2)) {
    const record = bytes.readUInt16LE(at);
    if (record === RECORD_FILE_PASS) throw encrypted();
    if (record === RECORD_EOF) return;
  }
}

async function checkWordDocument(file: CompoundFile, document: CompoundEntry): Promise<void> {
  const fib = await file.readStart(document, FIB_BYTES);
  if (fib.length < FIB_BYTES || !FIB_MAGICS.includes(fib.readUInt16LE(0)))
    throw damagedFile("its text does not start like a Word document");
  if ((fib.readUInt16LE(10) & FIB_ENCRYPTED) !== 0) throw encrypted();
}

/** The content of a compound file: `doc`, `xls`, or null for other formats in this container. */
async function contentOf(file: CompoundFile): Promise<"doc" | "xls" | null> {
  const stream = (...names: string[]) =>
    file.topLevel.find((e) => e.kind === "stream" && names.includes(e.name));
  if (stream("EncryptedPackage", "EncryptionInfo")) throw encrypted();
  const document = stream("WordDocument");
  const workbook = stream("Workbook", "Book");
  if (document) await checkWordDocument(file, document);
  else if (workbook) await checkWorkbook(file, workbook);
  return document ? "doc" : workbook ? "xls" : null;
}

/**
 * Determines the content of a compound file (OLE), and refuses encrypted files and macros. Throws
 * RejectedFileError `encrypted`, `macros` or `corrupt`.
 */
export async function inspectCompoundFile(source: ByteSource): Promise<"doc" | "xls" | null> {
  const file = await openCompoundFile(source);
  const content = await contentOf(file);
  // In nested storages too: an embedded object can have its own macros.
  if (file.entries.some((e) => e.kind === "storage" && e.name.toUpperCase() === "VBA"))
    throw new RejectedFileError("macros", "The file contains macros. Save it without macros and try again.");
  return content;
}
