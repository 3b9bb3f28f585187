/** The users who sign in, in the order of the columns. */
export const PEOPLE = [
  "customer",
  "shared customer",
  "foreign customer",
  "auditor",
  "foreign auditor",
  "manager",
  "foreign manager",
  "admin",
] as const;
export type PersonName = (typeof PEOPLE)[number];

export const NARROWED = ["token to read", "key", "key for another project"] as const;
export const MISPLACED = ["key at a wrong address", "key outside its hours"] as const;
export const VALID = ["session", ...NARROWED] as const;
export const CREDENTIALS = [...VALID, ...MISPLACED] as const;
export type Credential = (typeof CREDENTIALS)[number];
