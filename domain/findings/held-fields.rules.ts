import { SEVERITY_WEIGHTS, type Severity } from "./finding.rules.ts";

/** What a finding says is wrong, and until when it has to be put right, by the names of the API. */
export interface Said {
  title: string;
  description: string;
  severity: Severity;
  control_id: string | null;
  due_date: Date | null;
  /** Somebody said when it is due; otherwise its severity does. */
  due_given: boolean;
}

export type ToSay = { [F in Exclude<keyof Said, "due_given">]?: Said[F] | undefined };

/** Without a date the severity says when it is due: that takes away only one that somebody gave. */
function isLater(to: Date | null, { due_date, due_given }: Said): boolean {
  return to === null ? due_given : due_date !== null && to > due_date;
}

interface Held {
  field: keyof ToSay;
  /** What may not be done to it. */
  what: string;
  isHeldFrom: (said: Said, to: ToSay) => boolean;
}

/** A finding may be taken more seriously than it was raised, and not less. */
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
 * What speaks against a change by somebody who neither raised the finding nor decides about findings; null when nothing
 * does. Otherwise the audited party could make what an auditor found disappear without a decision.
 */
export function refusalOfHeld(said: Said, to: ToSay): { field: string; error: string } | null {
  const held = HELD.find(({ isHeldFrom }) => isHeldFrom(said, to));
  if (held === undefined) return null;
  const { field, what } = held;
  const error = `Somebody else raised this finding, so you may not ${what}: comment on it, or ask an auditor`;
  return { field, error };
}
