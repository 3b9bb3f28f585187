import { shownScore } from "../../domain/compliance/shown-score.rules.ts";
import type { ProjectData } from "../../domain/project-data/project-data.ts";
import type { Person } from "../../domain/users/read-visible-people.ts";

/** `processing_integrity` in readable form. */
export const inWords = (name: string): string => {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const percent = (value: number): string => `${shownScore(value).toFixed(1)} %`;

export function periodOf({ periodStart, periodEnd }: ProjectData["project"]): string {
  if (periodStart === null && periodEnd === null) return "not stated";
  return `${periodStart ?? "open"} to ${periodEnd ?? "open"}`;
}

/** `Ada Lovelace (auditor)`. */
export const personInWords = (person: Person | null): string =>
  person === null ? "no one" : `${person.name} (${person.role})`;
