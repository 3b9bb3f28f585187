/** What a policy is mainly about: it decides which demands of an industry go into it. */
export type PolicyTheme =
  | "access"
  | "data"
  | "privacy"
  | "incident"
  | "supplier"
  | "people"
  | "engineering"
  | "operations"
  | "continuity"
  | "workplace"
  | "governance";

export interface PolicyStatements {
  readonly topic: string;
  /** Each can be tested: it says who must do what, and how often or how fast. */
  readonly rules: readonly string[];
}

export interface PolicyProcedure {
  readonly name: string;
  readonly steps: readonly string[];
}

/**
 * What is particular to one type of policy. What all of them share is written by `renderPolicy`. Texts may name
 * `{company}`, `{data}`, `{systems}`, `{notice}` and `{retention}`; the last four come from the industry.
 */
export interface PolicyTemplate {
  /** What callers write: `access_control`. */
  readonly type: string;
  readonly title: string;
  /** What it governs, in one sentence. */
  readonly description: string;
  readonly theme: PolicyTheme;
  /** The role that answers for it. */
  readonly owner: string;
  readonly purpose: string;
  readonly scope: readonly string[];
  /** Role and what it must do. */
  readonly roles: Readonly<Record<string, string>>;
  readonly statements: readonly PolicyStatements[];
  readonly procedures: readonly PolicyProcedure[];
  /** What is measured, and what it must be. */
  readonly measures: Readonly<Record<string, string>>;
  /** The record that is left, who keeps it, and for how long. */
  readonly records: readonly (readonly [record: string, keeper: string, kept: string])[];
  readonly terms: Readonly<Record<string, string>>;
  /** The controls it serves: by framework their numbers. */
  readonly controls: Readonly<Record<string, readonly string[]>>;
}
