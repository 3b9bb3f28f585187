/** The main topic of a policy, which selects the requirements of an industry. */
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
  /** Testable statements: who must do what, how often or how fast. */
  readonly rules: readonly string[];
}

export interface PolicyProcedure {
  readonly name: string;
  readonly steps: readonly string[];
}

/**
 * The specific texts of one type of policy; `renderPolicy` adds the common ones. Texts may contain
 * `{company}`, `{data}`, `{systems}`, `{notice}` and `{retention}`; the last four come from the industry.
 */
export interface PolicyTemplate {
  /** As in requests: `access_control`. */
  readonly type: string;
  readonly title: string;
  /** Its scope, in one sentence. */
  readonly description: string;
  readonly theme: PolicyTheme;
  /** The responsible role. */
  readonly owner: string;
  readonly purpose: string;
  readonly scope: readonly string[];
  /** Roles and their duties. */
  readonly roles: Readonly<Record<string, string>>;
  readonly statements: readonly PolicyStatements[];
  readonly procedures: readonly PolicyProcedure[];
  /** Metrics and their targets. */
  readonly measures: Readonly<Record<string, string>>;
  /** Records, who keeps them, and for how long. */
  readonly records: readonly (readonly [record: string, keeper: string, kept: string])[];
  readonly terms: Readonly<Record<string, string>>;
  /** The controls it serves: numbers by framework. */
  readonly controls: Readonly<Record<string, readonly string[]>>;
}
