import { judge, pick } from "../answers/judge-statements.rules.ts";
import type { Passage } from "../answers/passage.ts";
import { statementsFor } from "../answers/statements-for.rules.ts";
import type { Texts } from "../texts/en.ts";
import type { Citation } from "./answer.rules.ts";
import { citationOf } from "./quotes.rules.ts";

/** The sentences closest to a text by their words, however distant. */
export function nearestSentences(text: string, passages: readonly Passage[]): Citation[] {
  return pick(
    judge(
      text,
      passages.map((passage) => ({ ...passage, similarity: null })),
    ),
  ).map(({ statement }) => citationOf(statement.passage, statement.sentence));
}

const quotesFor = (question: string, passages: readonly Passage[]): Citation[] =>
  statementsFor(question, passages).map(({ passage, sentence }) => citationOf(passage, sentence));

export interface ExtractedAnswer {
  message: string;
  citations: Citation[];
}

/** The results for each question. */
export interface QuestionPassages {
  question: string;
  passages: readonly Passage[];
}

/** The best sentences of the passages with their sources; without any, "not found". */
export function extractAnswer(
  looked: readonly QuestionPassages[],
  { assistant: words }: Pick<Texts, "assistant">,
): ExtractedAnswer {
  const found = looked.map(({ question, passages }) => ({ question, quotes: quotesFor(question, passages) }));
  const citations = found.flatMap(({ quotes }) => quotes);
  if (citations.length === 0) return { message: words.notFound, citations: [] };
  const lines = citations.map(({ quote }, i) => `${quote} [${i + 1}]`);
  const missed = found
    .filter(({ quotes }) => quotes.length === 0)
    .map(({ question }) => words.notFoundOf(question));
  return { message: [words.evidenceSays, ...lines, ...missed].join("\n"), citations };
}
