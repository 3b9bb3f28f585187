import { fitsWell, judge, pick, preferFrequency, type JudgedStatement } from "./judge-statements.rules.ts";
import type { Passage } from "./passage.ts";
import { shapeOf, topicOf } from "./question-shape.rules.ts";
import { isRecord, statementsOf, type CitedStatement } from "./statements.rules.ts";
import { contentWords, coverageOf } from "./words.rules.ts";

/**
 * Tuned on the development halves of the questions of `npm run eval:assistant`; see docs/performance.md for
 * the others.
 */
const THRESHOLDS = {
  /** Share of a topic's words that the title of a document must contain for it to be about the topic. */
  name: 0.5,
  /**
   * Share of the question's words that a statement and its headings must contain, however similar they are.
   */
  coverage: 0.5,
  /** Sum of the passage's similarity and the coverage. */
  total: 1.2,
} as const;
interface Thresholds {
  name: number;
  coverage: number;
  total: number;
}

const isEnough =
  ({ coverage: least, total }: Thresholds) =>
  ({ statement, coverage }: JudgedStatement): boolean =>
    coverage >= least && coverage + (statement.passage.similarity ?? 0) >= total;

/** If the question asks for rules, records of individual cases count only if there is no rule. */
function withoutRecords(question: string, judged: readonly JudgedStatement[]): readonly JudgedStatement[] {
  const rules = judged.filter(({ statement }) => !isRecord(statement));
  return shapeOf(question).isAboutRules && rules.length > 0 ? rules : judged;
}
const MAX_OF_TOPIC = 5;

/**
 * The statements under a heading that matches the topic better than the document's title: the topic is that
 * section.
 */
function sectionOn(wanted: ReadonlySet<string>, statements: readonly CitedStatement[]): CitedStatement[] {
  const ofTitle = contentWords(statements[0]?.passage.title ?? "");
  const own = new Set([...wanted].filter((word) => !ofTitle.has(word)));
  const shareOf = ({ headings: [heading = ""] }: CitedStatement) => coverageOf(own, contentWords(heading));
  const most = Math.max(0, ...statements.map(shareOf));
  return most < THRESHOLDS.coverage ? [] : statements.filter((statement) => shareOf(statement) === most);
}

/**
 * The first statements of each section of the document on a topic, or those of the matching section; none if
 * no document is about it.
 */
function overviewOf(topic: string, passages: readonly Passage[], leastOfName: number): CitedStatement[] {
  const wanted = contentWords(topic);
  const nameOf = ({ title, fileName, heading }: Passage) =>
    contentWords([title, fileName, heading].join(" "));
  const [nearest] = passages.toSorted(
    (a, b) => coverageOf(wanted, nameOf(b)) - coverageOf(wanted, nameOf(a)),
  );
  if (nearest === undefined || coverageOf(wanted, nameOf(nearest)) < leastOfName) return [];
  const own = passages.filter(({ evidenceId }) => evidenceId === nearest.evidenceId);
  const inOrder = own.toSorted((a, b) => a.chunkId.localeCompare(b.chunkId));
  const statements = inOrder.flatMap(statementsOf).filter(({ kind }) => kind === "prose" || kind === "row");
  const section = sectionOn(wanted, statements);
  return (section.length > 0 ? section : statements.filter(({ isFirst }) => isFirst)).slice(0, MAX_OF_TOPIC);
}
interface Strictness {
  /** Which statements may be used. */
  isAllowed?: (statement: CitedStatement) => boolean;
  thresholds?: Thresholds;
  /** Whether a time, an amount or a place is required if the question asks for one. */
  mustFit?: boolean;
}
/** The statements of the passages that answer one question, best first; none if none does. */
export function statementsFor(
  question: string,
  passages: readonly Passage[],
  { isAllowed = () => true, thresholds = THRESHOLDS, mustFit = false }: Strictness = {},
): CitedStatement[] {
  const topic = topicOf(question);
  const overview = topic === null ? [] : overviewOf(topic, passages, thresholds.name).filter(isAllowed);
  if (overview.length > 0) return overview;
  const subject = topic ?? question;
  const judged = judge(subject, passages)
    .filter(({ statement }) => isAllowed(statement))
    .filter(isEnough(thresholds))
    .filter(mustFit ? fitsWell(subject) : () => true);
  return pick(preferFrequency(subject, withoutRecords(subject, judged))).map(({ statement }) => statement);
}
