/** The message for each reason why a file could not be read; users see nothing else. */
const SENTENCES: Readonly<Record<string, string>> = {
  empty: "The file is empty",
  unsupported_type: "Files of this type cannot be read",
  content_mismatch: "The content of the file does not match its name",
  encrypted: "The file is protected with a password and cannot be read",
  macros: "The file contains macros, which are not accepted",
  zip_bomb: "The file expands too much when unpacked and cannot be read",
  corrupt: "The file is damaged and cannot be read",
  too_large_to_scan:
    "The file is too large for the malware scanner: upload it in parts, or ask an operator to raise the scanner's limit",
  timeout: "Reading the file took too long",
  memory: "Reading the file needs more memory than is allowed",
  output_too_large: "The file contains more text than can be handled",
  crashed: "The file's parser failed on every attempt",
};

const OTHERWISE = "The file could not be read: an operator can find the reason in the log";

export const INGESTION_CANCELLED = "An operator cancelled the reading of the file";

/** The message for a reason; a compromised reader may send any text. */
export const ingestionFailure = (reason: unknown): string =>
  typeof reason === "string" && Object.hasOwn(SENTENCES, reason) ? SENTENCES[reason]! : OTHERWISE;
