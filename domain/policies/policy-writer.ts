/** A policy request: the type, and for whom. */
export interface PolicyRequest {
  type: string;
  framework: string;
  /** The number of the control that it must fulfil, if any. */
  control: string | null;
  companyName: string;
  /** In the caller's words. */
  industry: string;
}

/** One line of the revision history. */
export interface PolicyRevision {
  version: number;
  /** YYYY-MM-DD */
  date: string;
  author: string;
  change: string;
}

export const POLICY_MODES = ["template", "model", "edited"] as const;
/** The author of a version: only our template, a model that adapted it, or a person. */
export type PolicyMode = (typeof POLICY_MODES)[number];

export interface PolicyDraft {
  /** The requester's id. */
  person: string;
  request: PolicyRequest;
  /** All of the framework. */
  controls: readonly { number: string }[];
  /** The whole policy from our template, as markdown. */
  content: string;
}

export interface WrittenPolicy {
  /** Markdown. */
  content: string;
  mode: Exclude<PolicyMode, "edited">;
}

/**
 * Adapts and extends a draft. Without a model, or if it does not answer in time, returns the draft itself.
 * Called in no transaction.
 */
export type PolicyWriter = (draft: PolicyDraft) => Promise<WrittenPolicy>;

/** For installations without a model. */
export const templateWriter: PolicyWriter = async ({ content }) => ({ content, mode: "template" });
