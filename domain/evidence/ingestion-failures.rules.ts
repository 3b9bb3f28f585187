import { keysOf } from "../keys-of.rules.ts";

/** The message for each reason why a file could not be read; users see nothing else. */
const SENTENCES = {
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
  too_deep: "The content of the file is nested too deeply to be read: simplify its tables and groups",
  crashed: "The file's parser failed on every attempt",
  unreadable: "The file could not be read: an operator can find the reason in the log",
  cancelled: "An operator cancelled the reading of the file",
} as const;
type IngestionReason = keyof typeof SENTENCES | "malware";

const isReason = (value: unknown): value is keyof typeof SENTENCES =>
  typeof value === "string" && Object.hasOwn(SENTENCES, value);

export const INGESTION_CANCELLED = SENTENCES.cancelled;

/** The message for a reason; a compromised reader may send any text. */
export const ingestionFailure = (reason: unknown): string =>
  SENTENCES[isReason(reason) ? reason : "unreadable"];

const MALWARE = "Malware was found: ";

/** The message for a file that the malware scanner rejected. */
export const malwareFound = (name: string): string => `${MALWARE}${name}`;

export const INGESTION_REASONS = [...keysOf(SENTENCES), "malware"] satisfies IngestionReason[];

/** The reason that a stored message is for; null for one of another version. */
export function ingestionReason(message: string | null): IngestionReason | null {
  if (message === null) return null;
  if (message.startsWith(MALWARE)) return "malware";
  return INGESTION_REASONS.find((reason) => isReason(reason) && SENTENCES[reason] === message) ?? null;
}
