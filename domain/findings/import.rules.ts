import { SEVERITY_WEIGHTS, isActive, type FindingStatus, type Severity } from "./finding.rules.ts";

/** What may become of a row. */
export const IMPORT_OUTCOMES = ["created", "updated", "unchanged", "skipped", "invalid"] as const;

/** What an integration says about a finding, as it is kept to be compared with what it says next time. */
export interface Report {
  title: string;
  description: string;
  severity: Severity;
  category: string;
  control_id: string | null;
  /** ISO 8601. */
  due_date: string | null;
  integration_data: Record<string, unknown> | null;
}

/** JSON with its keys in order, because PostgreSQL does not keep theirs. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join()}}`;
}

/**
 * The fields about which an integration says something else than the last time. Only these are taken over: what people
 * changed stays until the integration has news about it. A finding it never reported takes all of them.
 */
export const newsOf = (before: Report | null, now: Report): (keyof Report)[] =>
  (Object.keys(now) as (keyof Report)[]).filter(
    (field) => before === null || canonical(before[field]) !== canonical(now[field]),
  );

/**
 * Whether news about a finding put it back to `open`. What people resolved, closed, accepted or marked stays so, however
 * often it is reported, unless the integration says that it is worse than it said before.
 */
export const reopens = (status: FindingStatus, before: Severity, now: Severity): boolean =>
  !isActive(status) && SEVERITY_WEIGHTS[now] > SEVERITY_WEIGHTS[before];
