import { keysOf } from "../keys-of.rules.ts";

/** What a report failed on; users see nothing else. A sentence about a file names its evidence. */
const SENTENCES = {
  too_large: "The project is too large for this report: request the CSV tables instead",
  not_built: "The report could not be built: request it again later",
  cancelled: "The report was cancelled by an operator",
} as const;
const OF_FILE = {
  file_changed: "differs from the uploaded file: its SHA-256 has changed",
  file_missing: "no longer exists",
} as const;
type FileReason = keyof typeof OF_FILE;
export type ReportReason = keyof typeof SENTENCES | FileReason;

export const REPORT_REASONS = [...keysOf(SENTENCES), ...keysOf(OF_FILE)] satisfies ReportReason[];

export const reportSentence = (reason: keyof typeof SENTENCES): string => SENTENCES[reason];

/** `called` names the file, such as `evidence <id>`: titles do not belong in the histories of workflows. */
export const reportFileSentence = (reason: FileReason, called: string): string =>
  `The stored file of ${called} ${OF_FILE[reason]}`;

export const callEvidence = (id: string): string => `evidence ${id}`;

/** Why a report failed, and on which evidence. */
export interface ReportFailure {
  reason: ReportReason;
  evidence_id: string | null;
}

const ABOUT_EVIDENCE = /^The stored file of evidence ([0-9a-f-]{36}) (.+)$/;

const keyOf = <K extends string>(sentences: Readonly<Record<K, string>>, sentence: string): K | undefined =>
  keysOf(sentences).find((key) => sentences[key] === sentence);

/** The reason that a stored sentence is for; null for one of another version. */
export function reportFailureOf(sentence: string | null): ReportFailure | null {
  if (sentence === null) return null;
  const [, id = null, what = ""] = ABOUT_EVIDENCE.exec(sentence) ?? [];
  const reason = id === null ? keyOf(SENTENCES, sentence) : keyOf(OF_FILE, what);
  return reason === undefined ? null : { reason, evidence_id: id };
}
