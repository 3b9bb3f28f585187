import { numberWordsIn } from "../frameworks/number-words.rules.ts";
import type { Language } from "../texts/language.rules.ts";
import { inEnglish } from "./german-question.rules.ts";
import {
  requestedControls,
  requestedEvidence,
  requestedFindings,
  type RequestedControls,
  type RequestedEvidence,
  type RequestedFindings,
} from "./list-question.rules.ts";

/** What a question about figures asks for. */
export type Figure =
  | { kind: "gaps" | "milestones" | "owner" }
  /** Whether also how it is computed. */
  | { kind: "score"; isExplained: boolean }
  /** Null: their number. */
  | { kind: "findings"; list: RequestedFindings | null }
  | { kind: "controls"; list: RequestedControls }
  | { kind: "evidence"; list: RequestedEvidence };

/** The figures that a question asks for, of one control if it names one. */
export type FigureQuestion = Figure & {
  /** The number of the control in the question. */
  control: string | null;
  /** It means the control under discussion. */
  isAboutThis: boolean;
  language: Language;
};

const CONTROL = /\b(?:CC|PI|A|C|P)\.?\d{1,2}\.\d{1,2}\b/i;
const EVERY_CONTROL = new RegExp(CONTROL, "gi");

interface Sign {
  test(text: string): boolean;
}

/**
 * One after the other, with anything in between. Two scans of the text; a single expression would scan once
 * per start position.
 */
const inOrder = (first: RegExp, then: RegExp): Sign => ({
  test: (text) => {
    const found = first.exec(text);
    return found !== null && then.test(text.slice(found.index + found[0].length));
  },
});

const EVIDENCE = /\b(?:evidence|proof|documents?|files?)\b/;
const NEEDED = /\b(?:needs?|needed|required|must)\b/;

type ReadFigure = (text: string) => Figure | null;

const namedBy =
  (signs: readonly Sign[], read: (text: string) => Figure): ReadFigure =>
  (text) =>
    signs.some((sign) => sign.test(text)) ? read(text) : null;

const EXPLAINED = /\b(?:computed|calculated)\b/;
const gaps = () => ({ kind: "gaps" }) as const;

/** The first that a text asks for counts. Documents mention all of these too. */
const FIGURES: readonly ReadFigure[] = [
  namedBy([inOrder(/\bwho\b/, /\b(?:owns|owner|responsible)\b/), /\bowner of\b/], () => ({ kind: "owner" })),
  namedBy([/\bmilestones?\b/, /\bdeadlines?\b/], () => ({ kind: "milestones" })),
  namedBy(
    [/\bfindings?\b/, /\brisk (?:score|level)\b/, /\bour risk\b/, /\bhow (?:high|big|low) is the risk\b/],
    (text) => ({ kind: "findings", list: requestedFindings(text) }),
  ),
  namedBy(
    [
      inOrder(/\b(?:improve|raise|increase)\b/, /\bscore\b/),
      inOrder(/\bscore\b/, /\b(?:improve|raise|increase)\b/),
    ],
    gaps,
  ),
  namedBy(
    [
      /\bscore\b/,
      /\bcompliant\b/,
      /\bhow (?:far|complete)\b/,
      /\bready\b/,
      /\bhow many controls\b/,
      /\bwhere do we stand\b/,
      /\b(?:progress|status) (?:of )?(?:the |this )?(?:project|control)\b/,
    ],
    (text) => ({ kind: "score", isExplained: EXPLAINED.test(text) }),
  ),
  (text) => {
    const list = requestedControls(text);
    return list && { kind: "controls", list };
  },
  namedBy(
    [
      inOrder(EVIDENCE, NEEDED),
      inOrder(NEEDED, EVIDENCE),
      /\bgaps?\b/,
      /\bmiss(?:es|ing)?\b/,
      /\black(?:s|ing)?\b/,
      /\bdo (?:next|first)\b/,
      /\bleft to do\b/,
      /\b(?:open|remaining) controls\b/,
      /\bcontrols remain\b/,
      /\boutstanding\b/,
      inOrder(
        /\bcontrols? (?:are|is|have|has|without)\b/,
        /\b(?:no|not|incomplete|unfinished|open|behind|evidence)\b/,
      ),
    ],
    gaps,
  ),
  (text) => {
    const list = requestedEvidence(text);
    return list && { kind: "evidence", list };
  },
];

function figureIn(text: string): Figure | null {
  for (const read of FIGURES) {
    const figure = read(text);
    if (figure !== null) return figure;
  }
  return null;
}

/**
 * The words that a question about figures may contain. Any other word refers to something that only documents
 * know.
 */
const PLAIN_WORDS: ReadonlySet<string> = new Set(
  [
    "a all also and any anything are at by can could currently do does else d enough every everything exactly for from",
    "give got have has hello hey hi how i in is it its know like list m many me most much must my near need needs needed no not now of",
    "ok on only or our please re right s shall should show so some something stand still summarise summarize tell thank",
    "thanks that the their them there these they thing things this those to today us ve want we what where which who why with",
    "without yet you about far along next first moment left still remain remaining overall current total whole one bad good",
    "audit certification compliance compliant control controls criteria criterion framework project iso iec",
    "soc soc2 2 27001 2022 document documents evidence file files proof",
    "score level number percent points progress status risk improve raise increase get",
    "owns owner owners unowned responsible gap gaps miss misses missing lack lacks lacking behind furthest worst biggest largest main top important required",
    "complete completed done finished incomplete unfinished started approved pending ready",
    "was were when coming computed calculated applicable apply applies scope due late date dates soon upcoming milestone milestones deadline deadlines table tables",
    "expire expires expired expiring rejected quarantine quarantined waiting waits awaiting awaits review approval",
    "finding findings open active unresolved overdue outstanding critical high medium low severe severity big",
  ].flatMap((line) => line.split(" ")),
);
const WHO = /\bwho\b/;
/** Asks for a definition. */
const DEFINITION = /^what(?:'s| is| are) an? /;

const plain = (question: string, number: string | null): string =>
  (number === null ? question : question.replaceAll(mentionOf(number), "control"))
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(EVERY_CONTROL, "control")
    .replaceAll(/\s+/g, " ")
    .trim();

/** The number of a control in the text, as in CC6.1; null if there is none. */
export const controlIn = (text: string): string | null => CONTROL.exec(text)?.[0].toUpperCase() ?? null;

/** Questions name few controls, and each word is looked up. */
const MAX_NUMBERS = 20;
const DIGITS_ONLY = /^\p{N}*$/u;
const HAS_DIGIT = /\p{N}/u;

/**
 * What may be numbers of controls in the text, in the order of the text: imported frameworks number theirs as they like.
 * Each in the usual spellings.
 */
export function numbersIn(text: string): string[] {
  const words = numberWordsIn(text)
    .filter((word) => HAS_DIGIT.test(word) && !DIGITS_ONLY.test(word))
    .slice(0, MAX_NUMBERS);
  const spelled = words.flatMap((word) => [
    ...(CONTROL.test(word) ? spellingsOf(word.toUpperCase()) : [word]),
    word.toLowerCase(),
    word.toUpperCase(),
  ]);
  return [...new Set(spelled)];
}

/** Finds this number, and not one that merely contains it. */
const mentionOf = (number: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}.-])${RegExp.escape(number)}(?![\\p{L}\\p{N}(-]|\\.\\p{N})`, "giu");

/**
 * The usual spellings of a number: with or without the first dot, which SOC 2 omits and ISO 27001 does not.
 */
export const spellingsOf = (number: string): string[] => [
  number,
  number.replace(/^([A-Z]+)(\.?)/, (_all, letters: string, dot: string) =>
    dot === "" ? `${letters}.` : letters,
  ),
];

/** The control with this number, in any of its spellings. */
export function controlNumbered<C extends { number: string }>(
  controls: readonly C[],
  number: string,
): C | undefined {
  const spellings = spellingsOf(number);
  return controls.find((one) => spellings.includes(one.number));
}

/** The control whose figures are requested: the one in the question, otherwise the one under discussion. */
export const controlMeant = (
  { kind, control, isAboutThis }: FigureQuestion,
  talkedAbout: string | null,
): string | null => control ?? (kind === "gaps" || isAboutThis ? talkedAbout : null);

const isPlain = (word: string): boolean => PLAIN_WORDS.has(word);
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The text in English words, and its language; null if it has words that only documents know. */
function understood(text: string): { text: string; language: Language } | null {
  if (wordsOf(text).every(isPlain)) return { text, language: "en" };
  const english = inEnglish(text, isPlain);
  return english === null ? null : { text: english, language: "de" };
}

/**
 * The figures that the question, in English or German, asks for: it names one, and nothing outside the project's figures.
 * Null if documents must answer. `number` is that of the control under discussion.
 */
export function figureQuestionOf(question: string, number: string | null = null): FigureQuestion | null {
  const found = understood(plain(question, number));
  if (found === null || DEFINITION.test(found.text)) return null;
  const { text, language } = found;
  const figure = figureIn(text);
  if (figure === null) return null;
  const isAboutThis = /\bth(?:is|at) control\b/.test(text);
  const control = number !== null && mentionOf(number).test(question) ? number : controlIn(question);
  const isOfOne = control !== null || isAboutThis;
  // Otherwise a question for a person is one for documents.
  if (figure.kind === "owner" ? !isOfOne : WHO.test(text)) return null;
  return { ...figure, control, isAboutThis, language };
}
