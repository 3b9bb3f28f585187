import type { Passage } from "../answers/passage.ts";
import { statementsFor } from "../answers/statements-for.rules.ts";
import { isRecord, type CitedStatement } from "../answers/statements.rules.ts";
import { splitQuestions } from "./split-questions.rules.ts";
import { coverageOf, meaningsOf } from "../answers/words.rules.ts";
import { namesPerson, surnamesIn } from "../answers/names-person.rules.ts";

/** A passage found by a search. */
export interface FoundPassage {
  chunk_id: string;
  evidence_id: string;
  title: string;
  file_name: string;
  page: number | null;
  heading: string | null;
  text: string;
  similarity: number;
}

export type PassageCitation = Omit<FoundPassage, "text" | "similarity"> & {
  /** The sentence as in the document. */
  quote: string;
  /** 0 to 1: how closely it matches the question, in words and in meaning. Older rows have none. */
  confidence?: number;
};

export interface SuggestedAnswer {
  text: string;
  citations: PassageCitation[];
}

/** A cell can contain hundreds of questions, each as expensive as a single one. */
const MAX_QUESTIONS_OF_ENTRY = 8;
/** Someone has to check every quote. */
const MAX_OF_A_QUESTION = 2;
const MAX_OF_ALL = 4;
/** Less strict than the assistant, because people decide. */
const THRESHOLDS = { name: 0.6, coverage: 0.4, total: 0.8 };

const passageOf = (found: FoundPassage): Passage => ({
  chunkId: found.chunk_id,
  evidenceId: found.evidence_id,
  title: found.title,
  fileName: found.file_name,
  page: found.page,
  heading: found.heading,
  text: found.text,
  similarity: found.similarity,
});

/** Refers to the preceding text. */
const POINTS_BACK = /^(?:it|they|this|these|that|those|both|he|she|such)\b/i;
const YES_OR_NO = /^(?:yes|no)[.!]?$/i;

/** The sentence, preceded by the previous one if it makes no sense without it. */
function quoteOf({ sentence, before }: CitedStatement): string {
  const last =
    before
      .trim()
      .split(/(?<=[.!?])\s+/)
      .at(-1) ?? "";
  const isNeeded = last !== "" && (YES_OR_NO.test(last) || POINTS_BACK.test(sentence));
  return isNeeded ? `${last} ${sentence}` : sentence;
}

/** The mean of the share of the question's words that it contains with its headings, and the passage's similarity. */
function confidenceOf({ sentence, headings, passage }: CitedStatement, question: string): number {
  const there = meaningsOf([passage.title, ...headings, sentence].join(" "));
  const mean = (coverageOf(meaningsOf(question), there) + (passage.similarity ?? 0)) / 2;
  return Math.round(100 * Math.min(1, Math.max(0, mean))) / 100;
}

interface Chosen {
  statement: CitedStatement;
  question: string;
}

const citationOf = ({ statement, question }: Chosen, quote: string): PassageCitation => ({
  ...placeOf(statement),
  quote,
  confidence: confidenceOf(statement, question),
});

const placeOf = ({ passage }: CitedStatement) => ({
  chunk_id: passage.chunkId,
  evidence_id: passage.evidenceId,
  title: passage.title,
  file_name: passage.fileName,
  page: passage.page,
  heading: passage.heading,
});

/**
 * An answer in the documents' own words: the sentences that answer each question of the entry. None of them
 * names a person, in `people` or otherwise, and none describes an individual case. Null if there is none: no
 * answer is better than a wrong one.
 */
export function answerFromPassages(
  entry: string,
  found: readonly FoundPassage[],
  people: readonly string[],
): SuggestedAnswer | null {
  const passages = found.map(passageOf);
  const names = [...people, ...surnamesIn(passages.map(({ text }) => text))];
  const isAllowed = (statement: CitedStatement): boolean =>
    (statement.kind === "prose" || statement.kind === "row") &&
    !isRecord(statement) &&
    !namesPerson(quoteOf(statement), names);
  const answersTo = (question: string): CitedStatement[] =>
    statementsFor(question, passages, { isAllowed, thresholds: THRESHOLDS, mustFit: true });
  const statements = splitQuestions(entry)
    .slice(0, MAX_QUESTIONS_OF_ENTRY)
    .flatMap(({ question, description }) => {
      const described = description === null ? [] : answersTo(description);
      const answers = described.length > 0 ? described : answersTo(question);
      return answers.slice(0, MAX_OF_A_QUESTION).map((statement) => ({ statement, question }));
    });
  const quotes = new Map(statements.map((one) => [quoteOf(one.statement), one]));
  const chosen = [...quotes].slice(0, MAX_OF_ALL);
  if (chosen.length === 0) return null;
  return {
    text: chosen.map(([quote]) => quote).join(" "),
    citations: chosen.map(([quote, one]) => citationOf(one, quote)),
  };
}

/** The confidence of a suggested answer, as a whole; null where it is not known. */
export function confidenceIn(citations: readonly PassageCitation[]): number | null {
  const known = citations.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]));
  if (known.length === 0) return null;
  return Math.round((100 * known.reduce((sum, one) => sum + one, 0)) / known.length) / 100;
}
