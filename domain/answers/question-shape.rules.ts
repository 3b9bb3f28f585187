import { wordsByStem } from "./words.rules.ts";

/** The kind of answer that a question needs, by its form. */
export interface QuestionShape {
  /** A person, a time, how often, an amount, a place, or anything. */
  wants: "person" | "time" | "frequency" | "amount" | "place" | "anything";
  /** It asks for rules: records of individual cases answer it badly. */
  isAboutRules: boolean;
  /** It asks for the document's own data, such as its version. */
  isAboutDocument: boolean;
  /** It asks for a negative. */
  isDenied: boolean;
}

const WANTS: readonly [QuestionShape["wants"], RegExp][] = [
  ["person", /\b(?:who|whom|whose|by whom)\b/i],
  ["time", /\b(?:when|what (?:date|day|time)|which (?:date|day|month|year)|until when|since when)\b/i],
  ["frequency", /\bhow (?:often|frequently)\b/i],
  [
    "amount",
    /\bhow (?:long|many|much|soon|fast|quickly|old|high|large|big)\b|\bwhat (?:share|percentage|percent|number|proportion)\b|\bwithin (?:how|what|which)\b/i,
  ],
  ["place", /\b(?:in|at) (?:which|what) (?:country|countries|city|region|place|site)\b|^where (?:is|are) /i],
];
const RULES =
  /\b(?:may|must|should|can|shall|need|needs|needed|have to|has to|allowed|required|permitted|policy|rule|rules|procedure)\b|\bhow (?:often|long|soon)\b|^(?:who|what|which) (?:approves|decides|owns|reviews|is|are)\b/i;
const DENIED = /^(?:which|what|who|where) .*\b(?:not|no|without|never)\b/i;
const OF_DOCUMENT =
  /\b(?:version|author|classification|next review|wrote|document number|effective date)\b|\bowns? (?:the|this) (?:document|policy|procedure|plan|standard)\b|\b(?:policy|procedure|plan|standard|document)(?:'s)? owner\b|\bowner of (?:the|this) [^?]{0,60}(?:policy|procedure|plan|standard|document)\b|\b(?:approved|reviewed) (?:the|this) [^?]{0,60}(?:policy|procedure|plan|standard|document)\b|\bwhen was (?:the|this) [^?]{0,60}(?:policy|procedure|plan|standard|document)\b/i;

export const shapeOf = (question: string): QuestionShape => ({
  wants: WANTS.find(([, words]) => words.test(question))?.[0] ?? "anything",
  isAboutRules: RULES.test(question),
  isAboutDocument: OF_DOCUMENT.test(question),
  isDenied: DENIED.test(question),
});

const SUMMARY =
  /^(?:please )?(?:can you |could you )?(?:summari[sz]e|give (?:me )?(?:an? )?(?:short |brief )?(?:overview|summary) of|(?:an? )?(?:overview|summary) of|tell me about|describe|explain|outline) (.+)$/i;
const ABOUT = /^what (?:is|are|does|do) (.+?) (?:about|covers?|says?|regulates?|describes?)$/i;

/** The topic of which a question wants an overview; null if it asks for something specific. */
export function topicOf(question: string): string | null {
  const text = question.trim().replace(/(?<![?.!])[?.!]+$/, "");
  const [, wanted] = SUMMARY.exec(text) ?? [];
  if (wanted !== undefined) return wanted;
  return ABOUT.exec(text)?.[1] ?? null;
}

const MAX_PARTS = 3;
/** Where another question begins. */
const NEXT_QUESTION =
  /,? and (?=(?:who|whom|what|when|where|which|why|how|is|are|was|were|does|do|did|may|must|can|should|within|until)\b)/i;
/** "What are the A of X and the B of Y" contains two questions. */
const TWO_THINGS =
  /^((?:what|who|which|when|where) (?:is|are|was|were)) (the [^,]+? of [^,]+?),? and (the .+)$/i;

const PRONOUN = /\b(?:it|its|they|them|their|those|these)\b/i;

const PREDICATE_LAST = /^(?:is|are|was|were) /i;
const COMMON_VERB =
  /^(?:keep|kept|keeps|hold|held|use|used|make|made|take|taken|store|stored|review|reviewed)$/;

/**
 * "Is the database encrypted, and who restores it": "it" refers to the words of the first question, without
 * its verb.
 */
function withSubject(part: string, first: string): string {
  const words = [...wordsByStem(first).values()].toReversed();
  const subject = PREDICATE_LAST.test(first)
    ? words.slice(0, -1)
    : words.filter((word) => !COMMON_VERB.test(word));
  return part.replace(PRONOUN, (subject.length === 0 ? words : subject).join(" "));
}

/** The parts of a compound question; usually just the question itself. */
export function questionsIn(question: string): string[] {
  const text = question.trim();
  const parts = text.split(NEXT_QUESTION);
  if (parts.length > 1 && parts.length <= MAX_PARTS) {
    const [first = "", ...others] = parts.map((part) => part.replace(/(?<![\s,?])[\s,?]+$/, ""));
    return [first, ...others.map((part) => withSubject(part, first))].map((part) => `${part}?`);
  }
  const [, beginning, one, other] = TWO_THINGS.exec(text.replace(/\?$/, "")) ?? [];
  return other === undefined ? [text] : [`${beginning} ${one}?`, `${beginning} ${other}?`];
}
