import { canonicalJson } from "../audit-log/audit-chain.rules.ts";
import { SEVERITY_WEIGHTS, isActive, type FindingStatus, type Severity } from "./finding.rules.ts";
import { keysOf } from "../keys-of.rules.ts";

/** The possible results of a row. */
export const IMPORT_OUTCOMES = ["created", "updated", "unchanged", "skipped", "invalid"] as const;

/** The report of an integration about a finding, stored for comparison with the next one. */
export interface ReportedValues {
  title: string;
  description: string;
  severity: Severity;
  category: string;
  control_id: string | null;
  /** ISO 8601. */
  due_date: string | null;
  integration_data: Record<string, unknown> | null;
}

/**
 * The fields in which the integration's report differs from its previous one. Only these are updated: users'
 * changes stay until the integration has news about the field. A finding that it never reported takes all
 * fields.
 */
export const newsOf = (before: ReportedValues | null, now: ReportedValues): (keyof ReportedValues)[] =>
  keysOf(now).filter(
    // PostgreSQL does not preserve the order of keys.
    (field) => before === null || canonicalJson(before[field]) !== canonicalJson(now[field]),
  );

/**
 * Whether news reopens a finding. One that is resolved, closed, accepted or marked stays so, however often it
 * is reported, unless the integration reports a higher severity than before.
 */
export const reopens = (status: FindingStatus, before: Severity, now: Severity): boolean =>
  !isActive(status) && SEVERITY_WEIGHTS[now] > SEVERITY_WEIGHTS[before];
