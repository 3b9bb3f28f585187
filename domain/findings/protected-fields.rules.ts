import { SEVERITY_WEIGHTS, type Severity } from "./finding.rules.ts";

/** The protected fields of a finding, by API name. */
export interface ProtectedValues {
  title: string;
  description: string;
  severity: Severity;
  control_id: string | null;
  due_date: Date | null;
  /** True if someone set the due date; otherwise the severity determines it. */
  due_given: boolean;
}

export type RequestedValues = {
  [F in Exclude<keyof ProtectedValues, "due_given">]?: ProtectedValues[F] | undefined;
};

/** Without a date the severity determines it, so null only removes one that someone set. */
function isLater(to: Date | null, { due_date, due_given }: ProtectedValues): boolean {
  return to === null ? due_given : due_date !== null && to > due_date;
}

interface ProtectedField {
  field: keyof RequestedValues;
  /** The forbidden change, for the message. */
  what: string;
  isRefused: (current: ProtectedValues, to: RequestedValues) => boolean;
}

/** A finding's severity may be raised, but not lowered. */
const PROTECTED_FIELDS: readonly ProtectedField[] = [
  {
    field: "severity",
    what: "lower its severity",
    isRefused: (current, { severity = current.severity }) =>
      SEVERITY_WEIGHTS[severity] < SEVERITY_WEIGHTS[current.severity],
  },
  {
    field: "due_date",
    what: "postpone or remove its due_date",
    isRefused: (current, { due_date: to }) => to !== undefined && isLater(to, current),
  },
  {
    field: "control_id",
    what: "change its control_id",
    isRefused: (current, { control_id = current.control_id }) => control_id !== current.control_id,
  },
  {
    field: "title",
    what: "rewrite its title",
    isRefused: (current, { title = current.title }) => title !== current.title,
  },
  {
    field: "description",
    what: "rewrite its description",
    isRefused: (current, { description = current.description }) => description !== current.description,
  },
];

/**
 * Why a change is refused for someone who neither raised the finding nor decides about findings; null if it
 * is allowed. Otherwise the audited party could hide an auditor's finding without a decision.
 */
export function refusalOfProtected(
  current: ProtectedValues,
  to: RequestedValues,
): { field: string; error: string; reason: string } | null {
  const refused = PROTECTED_FIELDS.find(({ isRefused }) => isRefused(current, to));
  if (refused === undefined) return null;
  const { field, what } = refused;
  const error = `You did not raise this finding, so you may not ${what}: comment on it or ask an auditor`;
  return { field, error, reason: `not_yours.${field}` };
}
