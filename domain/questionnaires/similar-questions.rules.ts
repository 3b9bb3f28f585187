import { shapeOf } from "../answers/question-shape.rules.ts";
import { meaningsOf } from "../answers/words.rules.ts";
import { splitQuestions } from "./split-questions.rules.ts";

/** The features by which a reworded question is recognised. */
export interface QuestionFeatures {
  /** Must be equal: who, when or how much is asked, negation, and every number. */
  asks: string;
  /** The topic, which must be mostly equal. */
  words: string[];
}

/** The share of the longer question's words that the shorter one, which has no others, must contain. */
const LEAST_SHARE = 0.75;
const DENIAL = /\b(?:not|no|never|without|except|unless)\b/i;
const HAS_DIGIT = /\p{N}/u;

export function featuresOf(entry: string): QuestionFeatures {
  const questions = splitQuestions(entry).map(({ question }) => question);
  const words = [...new Set(questions.flatMap((question) => [...meaningsOf(question)]))].toSorted();
  const wants = questions.map((question) => shapeOf(question).wants);
  const numbers = words.filter((word) => HAS_DIGIT.test(word));
  const denied = DENIAL.test(entry) ? ["not"] : [];
  return {
    asks: [...wants, ...denied, ...numbers].join(" "),
    words: words.filter((word) => !HAS_DIGIT.test(word)),
  };
}

/** The possible number of words of a similar question. */
export const wordsOfSimilar = ({
  words: { length },
}: QuestionFeatures): { fewest: number; most: number } => ({
  fewest: Math.max(1, Math.ceil(length * LEAST_SHARE)),
  most: Math.floor(length / LEAST_SHARE),
});
