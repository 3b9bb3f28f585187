import { SEVERITIES, dueDateFor, type Severity } from "../../../../domain/findings/finding.rules.ts";
import { dayOf, endOfDay } from "../../i18n/day-bounds.ts";
import type { FindingDetail } from "./finding.queries.ts";

/** The editable fields of a finding. */
export interface FindingFacts {
  title: string;
  description: string;
  severity: Severity;
  controlId: string | null;
  /** The last day in the user's time zone, as YYYY-MM-DD; empty for the one that the severity implies. */
  due: string;
}

type Seen = Pick<
  FindingDetail,
  "title" | "description" | "severity" | "control_id" | "due_date" | "created_at"
>;

type Due = Pick<Seen, "severity" | "created_at" | "due_date">;

export const factsOf = (finding: Seen, timeZone: string): FindingFacts => ({
  title: finding.title,
  description: finding.description,
  severity: finding.severity,
  controlId: finding.control_id,
  due: finding.due_date === null ? "" : dayOf(finding.due_date, timeZone),
});

/** The changed fields in the API's format, so that other fields keep what someone else changes. */
export interface FindingChange {
  title?: string;
  description?: string;
  severity?: Severity;
  control_id?: string | null;
  due_date?: string | null;
}

export function changeOf(facts: FindingFacts, seen: Seen, timeZone: string): FindingChange {
  const before = factsOf(seen, timeZone);
  const { description, severity, controlId, due } = facts;
  const title = facts.title.trim();
  return {
    ...(title === before.title ? {} : { title }),
    ...(description === before.description ? {} : { description }),
    ...(severity === before.severity ? {} : { severity }),
    ...(controlId === before.controlId ? {} : { control_id: controlId }),
    ...(due === before.due ? {} : { due_date: due === "" ? null : endOfDay(due, timeZone) }),
  };
}

/** The due date that someone set; null for one that follows from the severity. */
export function ownDueOf({ severity, created_at: at, due_date: due }: Due): string | null {
  return due === dueDateFor(severity, new Date(at))?.toISOString() ? null : due;
}

/** What undoes a change. A due date that followed from the severity does so again. */
export function reverseOf(change: FindingChange, seen: Seen): FindingChange {
  const before = { ...seen, due_date: ownDueOf(seen) };
  const names = Object.keys(change) as (keyof FindingChange)[];
  return Object.fromEntries(names.map((name) => [name, before[name]]));
}

/** The severities from this one up. */
export const severitiesFrom = (severity: Severity): readonly Severity[] =>
  SEVERITIES.slice(0, SEVERITIES.indexOf(severity) + 1);
