import { SEVERITY_WEIGHTS, type Severity } from "./finding.rules.ts";

/** The protected fields of a finding, by API name. */
export interface Said {
  title: string;
  description: string;
  severity: Severity;
  control_id: string | null;
  due_date: Date | null;
  /** True if someone set the due date; otherwise the severity determines it. */
  due_given: boolean;
}

export type ToSay = { [F in Exclude<keyof Said, "due_given">]?: Said[F] | undefined };

/** Without a date the severity determines it, so null only removes one that someone set. */
function isLater(to: Date | null, { due_date, due_given }: Said): boolean {
  return to === null ? due_given : due_date !== null && to > due_date;
}

interface Held {
  field: keyof ToSay;
  /** The forbidden change, for the message. */
  what: string;
  isHeldFrom: (said: Said, to: ToSay) => boolean;
}

/** A finding's severity may be raised, but not lowered. */
const HELD: readonly Held[] = [
  {
    field: "severity",
    what: "lower its severity",
    isHeldFrom: (said, { severity = said.severity }) =>
      SEVERITY_WEIGHTS[severity] < SEVERITY_WEIGHTS[said.severity],
  },
  {
    field: "due_date",
    what: "postpone or remove its due_date",
    isHeldFrom: (said, { due_date: to }) => to !== undefined && isLater(to, said),
  },
  {
    field: "control_id",
    what: "change its control_id",
    isHeldFrom: (said, { control_id = said.control_id }) => control_id !== said.control_id,
  },
  {
    field: "title",
    what: "rewrite its title",
    isHeldFrom: (said, { title = said.title }) => title !== said.title,
  },
  {
    field: "description",
    what: "rewrite its description",
    isHeldFrom: (said, { description = said.description }) => description !== said.description,
  },
];

/**
 * Why a change is refused for someone who neither raised the finding nor decides about findings; null if it
 * is allowed. Otherwise the audited party could hide an auditor's finding without a decision.
 */
export function refusalOfHeld(said: Said, to: ToSay): { field: string; error: string } | null {
  const held = HELD.find(({ isHeldFrom }) => isHeldFrom(said, to));
  if (held === undefined) return null;
  const { field, what } = held;
  const error = `Somebody else raised this finding, so you may not ${what}: comment on it, or ask an auditor`;
  return { field, error };
}
