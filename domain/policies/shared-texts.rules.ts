import type { PolicyTemplate } from "./policy-template.ts";

/** Months until the next review. */
export const REVIEW_MONTHS = 12;

type Owned = Pick<PolicyTemplate, "owner" | "title">;

/** Roles of every policy in addition to its own. */
export const sharedRoles = ({ owner, title }: Owned): readonly (readonly [string, string])[] => [
  [owner, `Owns the ${title}: keeps it current, decides on exceptions, reports on compliance`],
  ["Management of {company}", "Approves this policy and provides the means to follow it"],
  ["Everyone in scope", "Knows this policy, follows it, and reports violations and weaknesses"],
];

export const exceptionRules = ({ owner }: Owned): readonly string[] => [
  "An exception must be requested in writing before it is used, with the reason, the risk, a compensating control and an end date.",
  `The ${owner} must decide on it within 10 working days; if the risk is high, the Head of Information Security and management must agree.`,
  "An exception must end after at most 12 months, and be reviewed at least every 6 months. It may be renewed only by a new request.",
  "All exceptions must be recorded in one register that auditors may read. No exception may permit what the law forbids.",
];

export const enforcementRules = ({ owner }: Owned): readonly string[] => [
  `Compliance with this policy must be checked by the ${owner} at least every 6 months, and by internal audit at least every 12 months.`,
  "Violations must be reported to the security channel within 1 working day of being noticed; no one is penalised for a report in good faith.",
  "Violations may lead to disciplinary action up to dismissal, to the termination of a supplier's contract, and to legal action if the law was broken.",
  "Each violation and its outcome must be recorded, and its cause must be remedied within 30 days.",
];

export const reviewRules = ({ owner }: Owned, nextReview: string): readonly string[] => [
  `The ${owner} must review this policy at least every ${REVIEW_MONTHS} months, and within 30 days of a serious incident, a significant change or a change in the law; the next review is due on ${nextReview}.`,
  "The measures below must be reported to management at least every 3 months; each missed target must have an action with an owner and a due date.",
  "A new version takes effect when it is approved; it must be announced within 10 working days, and old versions must be kept for 5 years.",
];

/** Records of every policy in addition to its own. */
export const sharedRecords = ({ owner }: Owned): readonly (readonly [string, string, string])[] => [
  ["Approval and review of this policy", owner, "5 years"],
  ["Register of exceptions", owner, "3 years after the exception ends"],
];
