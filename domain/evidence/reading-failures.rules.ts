/** The message for each reason why a file could not be read; users see nothing else. */
const SENTENCES: Readonly<Record<string, string>> = {
  empty: "The file is empty",
  unsupported_type: "Files of this type cannot be read",
  content_mismatch: "The content of the file does not fit its name",
  encrypted: "The file is protected with a password and cannot be read",
  macros: "The file contains macros and is not read",
  zip_bomb: "The file grows far beyond its size when it is unpacked and is not read",
  corrupt: "The file is damaged and cannot be read",
  too_large_to_scan:
    "The file is larger than the malware scanner takes: upload it in parts, or ask an operator to raise the scanner's limit",
  timeout: "Reading the file took too long",
  memory: "Reading the file needs more memory than is allowed",
  output_too_large: "The file contains more text than can be handled",
  crashed: "The reader of the file ended without a result, each time it was tried",
};

const OTHERWISE = "The file could not be read: an operator finds the reason in the log";

export const READING_CANCELLED = "The reading of the file was cancelled by an operator";

/** The message for a reason; a compromised reader may send any text. */
export const readingFailure = (reason: unknown): string =>
  typeof reason === "string" && Object.hasOwn(SENTENCES, reason) ? SENTENCES[reason]! : OTHERWISE;
