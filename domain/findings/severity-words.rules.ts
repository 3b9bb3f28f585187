import { SEVERITIES, type Severity } from "./finding.rules.ts";
import { ownValue } from "../own-value.rules.ts";

/** Scanners' names of severities, in lower case. */
const WORDS: Readonly<Record<string, Severity>> = {
  critical: "Critical",
  blocker: "Critical",
  fatal: "Critical",
  high: "High",
  error: "High",
  major: "High",
  important: "High",
  medium: "Medium",
  moderate: "Medium",
  warning: "Medium",
  low: "Low",
  minor: "Low",
  note: "Low",
  info: "Info",
  informational: "Info",
  information: "Info",
  negligible: "Info",
  none: "Info",
};

/** The minimum score of each severity, as in CVSS version 3 and later; any other score above 0 is low. */
const SCORES: readonly (readonly [number, Severity])[] = [
  [9, "Critical"],
  [7, "High"],
  [4, "Medium"],
  [Number.MIN_VALUE, "Low"],
  [0, "Info"],
];
const SCORE = /^\d{1,2}(\.\d{1,3})?$/;

function severityOfScore(score: number): Severity | null {
  if (score > 10) return null;
  return SCORES.find(([least]) => score >= least)?.[1] ?? null;
}

/** The severity of a scanner's word or CVSS score; null if it is neither. */
export function severityMeant(value: unknown): Severity | null {
  if (typeof value === "number") return severityOfScore(value);
  if (typeof value !== "string") return null;
  const word = value.trim().toLowerCase();
  if (SCORE.test(word)) return severityOfScore(Number(word));
  return ownValue(WORDS, word) ?? null;
}

export const SEVERITY_HINT = `write ${SEVERITIES.join(", ")}, a scanner's own word such as error, warning or note, or a CVSS score from 0 to 10`;
