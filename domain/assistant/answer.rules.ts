import type { Usage } from "./language-model.ts";

/** A passage of evidence that was found. */
export interface Passage {
  chunkId: string;
  evidenceId: string;
  title: string;
  fileName: string;
  page: number | null;
  heading: string | null;
  text: string;
  /** 0..1; around 0.5 and above means that the passage answers. Null for neighbours, which nothing was asked of. */
  similarity: number | null;
}

/** What an answer rests on. The quote stands in the passage, word for word. */
export interface Citation {
  evidenceId: string;
  chunkId: string;
  page: number | null;
  title: string;
  fileName: string;
  quote: string;
}

/** `model`: a language model wrote it. `extractive`: sentences picked from the evidence. `figures`: made of the project's figures. */
export const ANSWER_MODES = ["model", "extractive", "figures"] as const;
export type AnswerMode = (typeof ANSWER_MODES)[number];

export interface Answer {
  message: string;
  mode: AnswerMode;
  /** False: the evidence says nothing about it, and neither do the figures. */
  found: boolean;
  citations: Citation[];
  usage: Usage;
  /** What did not answer, so that a thin answer is not taken for thin evidence. */
  degraded: string[];
}

export const NOT_FOUND_MESSAGE = "Not found in the evidence of this project.";
