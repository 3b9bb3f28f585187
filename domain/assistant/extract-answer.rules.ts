import { NOT_FOUND_MESSAGE, type Citation, type Passage } from "./answer.rules.ts";
import { citationOf } from "./quotes.rules.ts";
import { contentWords, coverageOf } from "./words.rules.ts";

/** Tuned on the first half of the questions of `npm run eval:assistant`; docs/performance.md has the other half. */
export const THRESHOLDS = {
  /** Share of the question's words that passage, heading and title must have, however similar they are. */
  coverage: 0.4,
  /** Similarity and coverage together. */
  total: 1.2,
} as const;

const MOST_SENTENCES = 3;
/** A sentence further behind the best one than this adds nothing. */
const NEAR_THE_BEST = 0.75;
const LONGEST_SENTENCE = 500;
/** What has fewer words is a heading. */
const FEWEST_WORDS = 3;

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

const LIST_ITEM = /^(?:[-*|•]|\d+[.)](?:\s|$))/;
const TABLE_ROW = /^[^:;.]{1,40}: /;
const SMALL_LETTER = /^\p{Ll}/u;

/** Lines that may share a sentence, as one each: it cannot go on behind an empty line before a capital, in a list item or in a row of a table. */
function blocksOf(text: string): string[] {
  const blocks: string[][] = [[]];
  let isBehindGap = false;
  for (const line of text.split("\n")) {
    const said = line.trim();
    if (said !== "") {
      const isNew = isBehindGap && !SMALL_LETTER.test(said);
      if (isNew || LIST_ITEM.test(said) || TABLE_ROW.test(line)) blocks.push([]);
      blocks.at(-1)!.push(said);
    }
    isBehindGap = said === "";
  }
  return blocks.map((lines) => lines.join(" "));
}

/** The sentences of a passage; rows of tables and items of lists are sentences of their own. */
function sentencesOf(text: string): string[] {
  return blocksOf(text)
    .flatMap((block) => [...segmenter.segment(block)])
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence.length <= LONGEST_SENTENCE && contentWords(sentence).size >= FEWEST_WORDS);
}

interface Judged {
  passage: Passage;
  total: number;
}

/** How far a passage goes towards the question: its words and its meaning, each 0 to 1. */
export function judgePassage(
  wanted: ReadonlySet<string>,
  passage: Passage,
): { coverage: number; total: number } {
  const { text, heading, title, similarity } = passage;
  const coverage = coverageOf(wanted, contentWords([title, heading, text].join(" ")));
  return { coverage, total: coverage + (similarity ?? 0) };
}

function relevant(question: string, passages: readonly Passage[]): Judged[] {
  const wanted = contentWords(question);
  return passages
    .map((passage) => ({ passage, ...judgePassage(wanted, passage) }))
    .filter(({ coverage, total }) => coverage >= THRESHOLDS.coverage && total >= THRESHOLDS.total)
    .toSorted((a, b) => b.total - a.total);
}

interface Candidate extends Judged {
  sentence: string;
  score: number;
  place: number;
}

/** A sentence counts by its own words first, then by the passage around it. */
function candidatesOf(question: string, judged: readonly Judged[]): Candidate[] {
  const wanted = contentWords(question);
  return judged
    .flatMap(({ passage, total }, rank) =>
      sentencesOf(passage.text).map((sentence, i) => {
        const score = coverageOf(wanted, contentWords(sentence)) + total / 2;
        return { passage, total, sentence, score, place: rank * 1_000 + i };
      }),
    )
    .toSorted((a, b) => b.score - a.score || a.place - b.place);
}

/** The best of them, each sentence once. */
function pick(candidates: readonly Candidate[]): Candidate[] {
  const best = candidates[0]?.score ?? 0;
  return candidates
    .filter(({ score }) => score > 0 && score >= best * NEAR_THE_BEST)
    .filter(({ sentence }, i, all) => all.findIndex((other) => other.sentence === sentence) === i)
    .slice(0, MOST_SENTENCES);
}

/** The sentences that come nearest to a text by their words, however far that is. */
export function nearestSentences(text: string, passages: readonly Passage[]): Citation[] {
  const judged = passages.map((passage) => ({ passage, total: 0 }));
  return pick(candidatesOf(text, judged)).map(({ passage, sentence }) => citationOf(passage, sentence));
}

export interface ExtractedAnswer {
  message: string;
  citations: Citation[];
}

/** The sentences of the passages that answer best, each with where it stands; "not found" when none does. */
export function extractAnswer(question: string, passages: readonly Passage[]): ExtractedAnswer {
  const picked = pick(candidatesOf(question, relevant(question, passages)));
  if (picked.length === 0) return { message: NOT_FOUND_MESSAGE, citations: [] };
  const lines = picked.map(({ sentence }, i) => `${sentence} [${i + 1}]`);
  return {
    message: `The evidence says:\n${lines.join("\n")}`,
    citations: picked.map(({ passage, sentence }) => citationOf(passage, sentence)),
  };
}
