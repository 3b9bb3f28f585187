/** What a question asks of the project's figures rather than of its documents: of one control where it names one. */
export interface Asked {
  kind: "score" | "gaps" | "findings";
  /** The number of the control that the question names. */
  control: string | null;
}

const CONTROL = /\b(?:CC|PI|A|C|P)\.?\d{1,2}\.\d{1,2}\b/i;
const EVERY_CONTROL = new RegExp(CONTROL, "gi");

interface Sign {
  test(text: string): boolean;
}

/** One behind the other, with anything in between. The text is read once for each: as one expression, once for each beginning. */
const inOrder = (first: RegExp, then: RegExp): Sign => ({
  test: (text) => {
    const found = first.exec(text);
    return found !== null && then.test(text.slice(found.index + found[0].length));
  },
});

/** What names a figure, the first that fits. Documents speak of all of these as well. */
const NAMES: readonly [Asked["kind"], readonly Sign[]][] = [
  [
    "findings",
    [/\bfindings?\b/, /\brisk (?:score|level)\b/, /\bour risk\b/, /\bhow (?:high|big|low) is the risk\b/],
  ],
  ["gaps", [inOrder(/\b(?:improve|raise|increase)\b/, /\bscore\b/)]],
  [
    "score",
    [
      /\bscore\b/,
      /\bcompliant\b/,
      /\bhow (?:far|complete|ready)\b/,
      /\bhow many controls\b/,
      /\bwhere do we stand\b/,
      /\b(?:progress|status) of (?:the )?(?:project|control)\b/,
    ],
  ],
  [
    "gaps",
    [
      /\bgaps?\b/,
      /\bmiss(?:es|ing)?\b/,
      /\black(?:s|ing)?\b/,
      /\bdo (?:next|first)\b/,
      /\bleft to do\b/,
      inOrder(
        /\bcontrols? (?:are|is|have|has|without)\b/,
        /\b(?:no|not|in progress|incomplete|unfinished|behind|evidence)\b/,
      ),
    ],
  ],
];

/** The words a question about figures can be made of. Any other names something that only documents know of. */
const PLAIN_WORDS: ReadonlySet<string> = new Set(
  [
    "a all also and any anything are at by can could currently do does else d enough every everything exactly for from",
    "give got have has hello hey hi how i in is it its know like list m many me most much must my near need needs needed no not now of",
    "ok on only or our please re right s shall should show so some something stand still summarise summarize tell thank",
    "thanks that the their them there these they thing things this those to today us ve want we what where which why with",
    "without yet you about far along next first moment left remaining overall current total whole one bad good",
    "audit certification compliance compliant control controls criteria criterion framework project iso iec",
    "soc soc2 2 27001 2022 document documents evidence file files proof",
    "score level number percent points progress status risk improve raise increase get",
    "gap gaps miss misses missing lack lacks lacking behind furthest worst biggest largest main top important required",
    "complete completed done finished incomplete unfinished started approved pending ready",
    "finding findings open active unresolved overdue outstanding critical high medium low severe severity big",
  ].flatMap((line) => line.split(" ")),
);
/** Asks what a word means. */
const DEFINITION = /^what(?:'s| is| are) an? /;

const plain = (question: string): string =>
  question
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(EVERY_CONTROL, "control")
    .replaceAll(/\s+/g, " ")
    .trim();

/** The number of a control that the text names, as in CC6.1; null when it names none. */
export const controlIn = (text: string): string | null => CONTROL.exec(text)?.[0].toUpperCase() ?? null;

/** A number as people write it: with or without the first dot, which SOC 2 leaves out and ISO 27001 does not. */
export const spellingsOf = (number: string): string[] => [
  number,
  number.replace(/^([A-Z]+)(\.?)/, (_all, letters: string, dot: string) =>
    dot === "" ? `${letters}.` : letters,
  ),
];

/** The number of the control whose figures are meant: as the question names it, else the one that is talked about. */
export function controlMeant(
  { kind, control }: Asked,
  question: string,
  talkedAbout: string | null,
): string | null {
  return control ?? (kind === "gaps" || /\bth(?:is|at) control\b/i.test(question) ? talkedAbout : null);
}

/** Whether figures answer the question: it names one, and nothing besides that is not the project's. Null when documents have to. */
export function askedOfFigures(question: string): Asked | null {
  const text = plain(question);
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (DEFINITION.test(text) || !words.every((word) => PLAIN_WORDS.has(word))) return null;
  const [kind] = NAMES.find(([, names]) => names.some((name) => name.test(text))) ?? [];
  return kind === undefined ? null : { kind, control: controlIn(question) };
}
