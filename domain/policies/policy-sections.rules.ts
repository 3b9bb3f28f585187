/** The sections of a policy, in order. */
export const POLICY_SECTIONS = [
  "Purpose",
  "Scope",
  "Roles and responsibilities",
  "Policy statements",
  "Procedures",
  "Industry requirements",
  "Exceptions",
  "Enforcement",
  "Measurement and review",
  "Records and evidence",
  "Definitions",
  "Mapped controls",
  "Revision history",
] as const;

export type PolicySection = (typeof POLICY_SECTIONS)[number];

/** The section before the revision history in a policy for a specific control. */
export const fulfilmentHeading = (number: string): string => `How this policy fulfils ${number}`;
