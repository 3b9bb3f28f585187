import type { PolicyWish } from "./policy-wish.ts";

export const POLICY_MODES = ["template", "model", "edited"] as const;
/** Who wrote a version: our template alone, a model that went on from it, or a person. */
export type PolicyMode = (typeof POLICY_MODES)[number];

export interface PolicyDraft {
  /** The id of whoever asks for it. */
  person: string;
  wish: PolicyWish;
  title: string;
  /** The whole policy from our template, as markdown. */
  content: string;
}

export interface WrittenPolicy {
  /** Markdown. */
  content: string;
  mode: Exclude<PolicyMode, "edited">;
}

/**
 * Adapts and extends a draft. Without a model, or when it does not answer in time, the draft itself is the answer. Asked
 * before anything is locked.
 */
export type PolicyWriter = (draft: PolicyDraft) => Promise<WrittenPolicy>;

/** For products without a model. */
export const templateWriter: PolicyWriter = async ({ content }) => ({ content, mode: "template" });
