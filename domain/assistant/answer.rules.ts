import type { Usage } from "../language-model/language-model.ts";

/** A source of an answer. The quote occurs in the passage verbatim. */
export interface Citation {
  evidenceId: string;
  chunkId: string;
  page: number | null;
  title: string;
  fileName: string;
  quote: string;
}

/**
 * `model`: written by a language model. `extractive`: sentences from the evidence. `figures`: built from the
 * project's figures.
 */
export const ANSWER_MODES = ["model", "extractive", "figures"] as const;
export type AnswerMode = (typeof ANSWER_MODES)[number];

export interface AssistantAnswer {
  message: string;
  mode: AnswerMode;
  /** False if neither the evidence nor the figures answer the question. */
  found: boolean;
  citations: Citation[];
  usage: Usage;
  /** The parts that did not answer, so that a poor answer is not mistaken for poor evidence. */
  degraded: string[];
}

export const NO_USAGE: Usage = { promptTokens: 0, completionTokens: 0 };

export const addUsage = (a: Usage, b: Usage): Usage => ({
  promptTokens: a.promptTokens + b.promptTokens,
  completionTokens: a.completionTokens + b.completionTokens,
});
