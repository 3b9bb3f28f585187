import { shownScore } from "../../domain/compliance/shown-score.rules.ts";
import type { ProjectData } from "../../domain/project-data/project-data.ts";
import { capital } from "../../domain/texts/capital.rules.ts";
import { inSentence } from "../../domain/texts/in-sentence.rules.ts";
import type { Texts } from "../../domain/texts/en.ts";
import type { Person } from "../../domain/users/read-visible-people.ts";

/** `processing_integrity` in readable form, at the start of a cell. */
export const inWords = (labels: Readonly<Record<string, string>>, name: string): string =>
  capital(inSentence(labels, name));

export const percent = ({ formats }: Texts, value: number): string => formats.percent(shownScore(value));

export const yesNo = ({ reports }: Texts, value: boolean): string => (value ? reports.yes : reports.no);

export function periodOf(
  { reports, formats }: Texts,
  { periodStart, periodEnd }: ProjectData["project"],
): string {
  if (periodStart === null && periodEnd === null) return reports.notStated;
  const dayOf = (day: string | null): string => (day === null ? reports.open : formats.day(day));
  return reports.periodOf(dayOf(periodStart), dayOf(periodEnd));
}

/** `Ada Lovelace (auditor)`. */
export const personInWords = ({ reports, labels }: Texts, person: Person | null): string =>
  person === null ? reports.noOne : `${person.name} (${labels.role[person.role]})`;
