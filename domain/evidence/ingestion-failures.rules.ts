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
const SAVE_AGAIN = "save or download it again, then upload that file";
const SPLIT = "split it into several files and upload these";
/** What the person who uploaded the file can do, after the sentence. */
const ADVICE: Partial<Record<keyof typeof SENTENCES, string>> = {
  empty: SAVE_AGAIN,
  content_mismatch: "rename it, or save it in the format of its name",
  encrypted: "remove the password, then upload it again",
  macros: "save it without macros, then upload it again",
  zip_bomb: SPLIT,
  corrupt: SAVE_AGAIN,
  timeout: SPLIT,
  memory: SPLIT,
  output_too_large: SPLIT,
  crashed: "save it as a PDF and upload that",
};

type IngestionReason = keyof typeof SENTENCES | "malware";

const isReason = (value: unknown): value is keyof typeof SENTENCES =>
  typeof value === "string" && Object.hasOwn(SENTENCES, value);

export const INGESTION_CANCELLED = SENTENCES.cancelled;

/** The message for a reason; a compromised reader may send any text. */
export function ingestionFailure(reason: unknown): string {
  const known = isReason(reason) ? reason : "unreadable";
  const advice = ADVICE[known];
  return advice === undefined ? SENTENCES[known] : `${SENTENCES[known]}: ${advice}`;
}

const MALWARE = "Malware was found: ";

/** The message for a file that the malware scanner rejected. */
export const malwareFound = (name: string): string => `${MALWARE}${name}`;

export const INGESTION_REASONS = [...keysOf(SENTENCES), "malware"] satisfies IngestionReason[];

/** Earlier versions stored the sentence alone. */
const isFor = (message: string, reason: keyof typeof SENTENCES): boolean =>
  message === SENTENCES[reason] || message === ingestionFailure(reason);

/** The reason that a stored message is for; null for one of another version. */
export function ingestionReason(message: string | null): IngestionReason | null {
  if (message === null) return null;
  if (message.startsWith(MALWARE)) return "malware";
  return INGESTION_REASONS.find((reason) => isReason(reason) && isFor(message, reason)) ?? null;
}
