import type { Passage } from "./passage.ts";
import { shapeOf, type QuestionShape } from "./question-shape.rules.ts";
import { statementsOf, type CitedStatement } from "./statements.rules.ts";
import { coverageOf, meaningsOf } from "./words.rules.ts";

const MAX_SENTENCES = 3;
/** A statement with less than this share of the best one's score adds nothing. */
const NEAR_THE_BEST = 0.8;

/** The value of a question's word by its position: in the sentence, above it, before it, in the title. */
const IN_HEADING = 0.8;
const BEFORE = 0.6;
const IN_TITLE = 0.5;
/** The time of its deletion answers "How long is it kept?". */
const AS_OPPOSITE = 0.8;
const OPPOSITES = new Map(
  [["keep", "delete"]].flatMap((pair) => {
    const [one = "", other = ""] = pair.flatMap((word) => [...meaningsOf(word)]);
    return [
      [one, other],
      [other, one],
    ] as const;
  }),
);

/** The information in a word: none if no passage contains it, little if all do. */
const WEIGHT_OF_MISSING = 1.6;
const WEIGHT_OF_COMMON = 0.5;
/** With fewer passages, no word is common or rare. */
const FEWEST_TO_COMPARE = 3;
/** Units and phrasing, which do not indicate the topic. */
const FRAME = meaningsOf(
  "day days hour hours minute minutes week weeks month months year years date time number share percent percentage kind name company country city place region happen happens carried carry handled handle made make done do find found",
);
const WEIGHT_OF_FRAME = 0.3;
/** Identifies one of several similar things, such as S1. */
const HAS_DIGIT = /\p{N}/u;
const WEIGHT_OF_NUMBER = 2;

type Weights = ReadonlyMap<string, number>;

/** The words of the question, weighted by how well each distinguishes the passages. */
function weightsFor(question: string, passages: readonly Passage[]): Weights {
  const texts = passages.map(({ title, heading, text }) => meaningsOf([title, heading, text].join(" ")));
  const byShare = (share: number): number => {
    if (share === 0) return WEIGHT_OF_MISSING;
    return texts.length < FEWEST_TO_COMPARE ? 1 : 1 + (1 - share) * 0.5 - share * (1 - WEIGHT_OF_COMMON);
  };
  const weightOf = (word: string): number => {
    const weight = byShare(texts.filter((words) => words.has(word)).length / Math.max(texts.length, 1));
    if (HAS_DIGIT.test(word)) return weight * WEIGHT_OF_NUMBER;
    return FRAME.has(word) ? weight * WEIGHT_OF_FRAME : weight;
  };
  return new Map(Array.from(meaningsOf(question), (word) => [word, weightOf(word)]));
}

/** Where a statement contains the words of the question. */
interface StatementParts {
  sentence: ReadonlySet<string>;
  headings: ReadonlySet<string>;
  before: ReadonlySet<string>;
  title: ReadonlySet<string>;
}

const partsOf = ({ sentence, headings, before, passage }: CitedStatement): StatementParts => ({
  sentence: meaningsOf(sentence),
  headings: meaningsOf(headings.join(" ")),
  before: meaningsOf(before),
  title: meaningsOf(passage.title),
});

function worthOf(word: string, { sentence, headings, before, title }: StatementParts): number {
  if (sentence.has(word)) return 1;
  if (sentence.has(OPPOSITES.get(word) ?? "")) return AS_OPPOSITE;
  if (headings.has(word)) return IN_HEADING;
  if (before.has(word)) return BEFORE;
  return title.has(word) ? IN_TITLE : 0;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const covers = (weights: Weights, parts: StatementParts): number => {
  const whole = sum([...weights.values()]);
  return whole === 0
    ? 0
    : sum(Array.from(weights, ([word, weight]) => weight * worthOf(word, parts))) / whole;
};

const OFFICES =
  /\b(?:manager|officer|lead|leader|head|team|board|committee|owner|administrator|director|engineer|desk|auditor|controller|processor|authority|chief|department|supplier|employee|staff|everybody|nobody)s?\b/i;
const NAMES = /\b\p{Lu}\. ?\p{Lu}\p{Ll}+|\b\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|^\p{Lu}\p{Ll}+ \p{Ll}+s\b/u;
const TIME =
  /\d|\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|at once|immediately|day|week|month|year)s?\b/i;
const AMOUNT =
  /\d|\b(?:once|twice|no|none|never|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|half|all|every|each|daily|weekly|monthly|quarterly|yearly|annually|at once|immediately)\b/i;
/** An interval, or a number of times; "every system" is neither. */
const FREQUENCY =
  /\b(?:(?:hour|dai|night|week|month|quarter|year|annual|continuous|regular)ly|once|twice|never|times|(?:each|every|per|an?) (?:[\p{L}\d]+ )?(?:hour|day|night|week|month|quarter|year|time)s?)\b/iu;
const PLACE =
  /\b(?:in|at|from|within|outside) (?:the )?\p{Lu}\p{Ll}|\b(?:Location|Country|Place|Site|Region): /u;
const SIGNS = {
  person: [OFFICES, NAMES],
  time: [TIME],
  frequency: [FREQUENCY],
  amount: [AMOUNT],
  place: [PLACE],
  anything: [/(?:)/],
};
const hasSign = (wants: QuestionShape["wants"], { sentence }: CitedStatement): boolean =>
  SIGNS[wants].some((sign) => sign.test(sentence));
const DENIAL = /\b(?:no|not|none|never|without|nobody|nothing)\b/i;

const WITHOUT_SIGN = -0.3;
const KINDS = { prose: 0, row: 0, heading: -0.3, meta: -1 };
function fits(statement: CitedStatement, shape: QuestionShape): number {
  const { kind, sentence } = statement;
  const { wants, isAboutDocument, isDenied } = shape;
  return sum([
    kind === "meta" && isAboutDocument ? 0.2 : KINDS[kind],
    hasSign(wants, statement) ? 0 : WITHOUT_SIGN,
    isDenied && !DENIAL.test(sentence) ? WITHOUT_SIGN : 0,
  ]);
}

/** Asks for a person by office: holders of other offices are no answer. */
const OFFICE =
  /^who(?: is|'s|’s) (?:our |the |your )?((?:[\p{L}-]{1,30} ){0,4}(?:officer|manager|leader|lead|director|administrator|engineer|auditor|head|chair|counsel)(?: (?:of|for) [\p{L} -]{1,40})?)\??$/iu;

const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s-]+/g, " ");

function isOfAnother(question: string, { sentence, headings }: CitedStatement): boolean {
  const [, office] = OFFICE.exec(question.trim()) ?? [];
  return office !== undefined && !plain([sentence, ...headings].join(" ")).includes(plain(office));
}

/** A statement, and how well it answers a question. */
export interface JudgedStatement {
  statement: CitedStatement;
  coverage: number;
  score: number;
}

/** Every statement of the passages, best first. */
export function judge(question: string, passages: readonly Passage[]): JudgedStatement[] {
  const weights = weightsFor(question, passages);
  const shape = shapeOf(question);
  return passages
    .flatMap(statementsOf)
    .flatMap((statement) => {
      const parts = partsOf(statement);
      if (isOfAnother(question, statement)) return [];
      const coverage = covers(weights, parts);
      const own = coverageOf(new Set(weights.keys()), parts.sentence);
      const similarity = statement.passage.similarity ?? 0;
      return [{ statement, coverage, score: coverage + similarity + own / 2 + fits(statement, shape) }];
    })
    .toSorted((a, b) => b.score - a.score);
}
/** The best statements, each sentence once. */
export function pick(judged: readonly JudgedStatement[]): JudgedStatement[] {
  const best = judged[0]?.score ?? 0;
  return judged
    .filter(({ score }) => score > 0 && score >= best * NEAR_THE_BEST)
    .filter(
      ({ statement }, i, all) =>
        all.findIndex((other) => other.statement.sentence === statement.sentence) === i,
    )
    .slice(0, MAX_SENTENCES);
}

/** "How often?" is answered by those that say so; the others count only if none does. */
export function preferFrequency(
  question: string,
  judged: readonly JudgedStatement[],
): readonly JudgedStatement[] {
  if (shapeOf(question).wants !== "frequency") return judged;
  const fitting = judged.filter(({ statement }) => hasSign("frequency", statement));
  return fitting.length > 0 ? fitting : judged;
}

const PASSIVE = /\b(?:is|are|was|were|be) /i;
const PARTICIPLE = /(?<!\p{L})(\p{L}+(?:ed|en|pt|ld|ht))[?\s]*$/u;

/**
 * Keeps the statements about the verb of the question: "how long is data kept?" asks about keeping, whatever
 * else is said about data.
 */
export function fitsWell(question: string): (judged: JudgedStatement) => boolean {
  const { wants } = shapeOf(question);
  if (wants === "person" || wants === "anything") return () => true;
  const [, participle = ""] = PASSIVE.test(question) ? (PARTICIPLE.exec(question) ?? []) : [];
  const verbs = [...meaningsOf(participle)];
  return ({ statement }) =>
    hasSign(wants, statement) && verbs.every((verb) => worthOf(verb, partsOf(statement)) >= IN_HEADING);
}
