import { questionsIn } from "../answers/question-shape.rules.ts";
import { contentWords } from "../answers/words.rules.ts";

const END = /(?<![?.!])[?.!]+$/;

/** Phrases around the actual question. */
const AROUND = [
  /\b(?:please|kindly|formally|formal|documented|in place|periodically|regularly|at least|currently)\b/giu,
  /\b(?:your|the|our) (?:company|organi[sz]ation|firm)(?:['’]s)?\b/giu,
  /\b(?:for|by|of) (?:all|any|every|each) (?:users?|employees|staff|personnel)\b/giu,
  /\b(?:in|within|during|over) the (?:last|past) [\p{L}\p{N}]+ (?:months?|years?)\b/giu,
  /\b(?:receive|undergo|complete|attend|allowed to|permitted to|able to|commit to|committed to|required|mandatory|enforced|implemented|in use)\b/giu,
  // "Personal devices" are one's own; otherwise "personal" adds nothing here.
  /\bpersonal(?:ly owned)? (?=devices?\b|computers?\b|laptops?\b|phones?\b)/giu,
  /\b(?:information |cyber ?)?security (?=incidents?\b|breach(?:es)?\b|events?\b)/giu,
  // `(RTO)` after the term it abbreviates.
  /\(\p{Lu}{2,8}s?\)/gu,
];
/** Employees and the like are the subject of all rules. */
const SUBJECT =
  /^((?:are|do|must|may|can|does|is) )(?:all |your |the )*(?:employees|staff|personnel|workers|users) /iu;
const ASKS_FOR = /^(?:state|provide|specify|indicate|confirm|list|give) (?=your\b|the\b|whether\b)/i;
/** "Do you have a process for X?" is answered by a description of the process. */
const EXISTENCE =
  /^(?:do you (?:have|maintain|operate|conduct|perform|carry out|run|follow)|have you had) (?:an? |any |the )?(.+?)(?: (?:performed|conducted|carried out|done|by)\b.*)?$/i;
/** Continues the previous question. */
const IF_SO = /^(?:if (?:so|yes|not|no|applicable)|where applicable)[,:]? ?/i;
/** A request for an answer, whatever the topic. */
const DEMAND =
  /^(?:please )?(?:describe|explain|elaborate|specify|comment|give|provide|state|name|list|include|attach)(?: (?:how|briefly|in detail|your answer|this|the [\p{L}-]+ in use|names?(?: and titles?)?|details?|evidence|examples?))?[?.!]*$/iu;
const BARE = /^(?:how (?:often|long|many|much|soon)|when|who|where|by whom|when was the last time)[?.!]*$/i;

const plainOf = (sentence: string): string =>
  AROUND.reduce((text, around) => text.replace(around, " "), sentence)
    .replace(/\s+/g, " ")
    .replace(/ (?=[?.,])/g, "")
    .trim()
    .replace(ASKS_FOR, "")
    .replace(SUBJECT, "$1");

/** The request for a description behind a question of existence. */
function descriptionOf(sentence: string): string | null {
  const [, what] = EXISTENCE.exec(sentence.replace(END, "")) ?? [];
  return what === undefined ? null : `describe ${what}`;
}

export interface SplitQuestion {
  question: string;
  /** The request for a description, if it is a question of existence. */
  description: string | null;
}

/** The questions of a questionnaire entry, separated and without surrounding phrases. */
export function splitQuestions(entry: string): SplitQuestion[] {
  const split: SplitQuestion[] = [];
  for (const sentence of entry.split(/(?<=[.?!])\s+/)) {
    const clause = sentence.replace(IF_SO, "").trim();
    const plain = plainOf(clause);
    const last = split.at(-1);
    if (DEMAND.test(clause)) continue;
    if (BARE.test(clause) || contentWords(plain).size === 0) {
      if (last !== undefined) last.question = `${clause.replace(END, "")} ${last.question}`;
      continue;
    }
    for (const question of questionsIn(plain)) split.push({ question, description: descriptionOf(question) });
  }
  return split.length > 0 ? split : [{ question: entry, description: null }];
}
