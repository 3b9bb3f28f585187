import { counted } from "../counted.rules.ts";
import { isInCalendar } from "../days.rules.ts";
import type { Framework } from "../frameworks/framework.rules.ts";
import { keysOf } from "../keys-of.rules.ts";

type Values = Readonly<Record<string, string | number | null>>;

const recognized = ", by character recognition: upload the original document if there is one";
const hard =
  ", by character recognition from pictures that are hard to read: compare it with the file, or upload the original document";
const incomplete = "; parts of the file were not: its warnings say which";
const read = ({ characters }: Values): string =>
  `${counted(Number(characters), "character")} of text ${characters === 1 ? "was" : "were"} read`;
const period = ({ start, end }: Values): string => {
  if (start === null) return `until ${end}`;
  return end === null ? `from ${start}` : `${start} to ${end}`;
};
const covers = (degree: string): string => `The content ${degree} covers what its control requires`;

/** The possible results of the checks, in words. */
const SENTENCES = {
  no_text: () => "No text could be read",
  text: read,
  text_recognized: (values: Values) => read(values) + recognized,
  text_incomplete: (values: Values) => read(values) + incomplete,
  text_hard_to_read: (values: Values) => read(values) + hard,
  text_hard_to_read_incomplete: (values: Values) => read(values) + hard + incomplete,
  text_recognized_incomplete: (values: Values) => read(values) + recognized + incomplete,
  dated: ({ date }: Values) => `Dated ${date}`,
  undated: () => "No date was found: set the date it was collected",
  no_period: () => "The project sets no observation period",
  inside_period: (values: Values) => `A date lies inside the period ${period(values)}`,
  outside_period: (values: Values) => `No date lies inside the period ${period(values)}`,
  covers_clearly: () => covers("clearly"),
  covers_partly: () => covers("partly"),
  covers_hardly: () => covers("hardly"),
  original: () => "No other evidence in the project has the same content",
  duplicate: ({ title }: Values) => `The project already has the same file as "${title}"`,
  rejected_before: ({ title, note }: Values) =>
    `The same file was rejected before as "${title}"${note === "" ? "" : `: ${note}`}`,
  described: () => "It states what it shows and who is responsible",
  lacks_description: () => "It lacks a description of what it shows",
  lacks_responsible: () => "It lacks who is responsible",
  lacks_both: () => "It lacks a description of what it shows and who is responsible",
} satisfies Record<string, (values: Values) => string>;

export type QualityResult = keyof typeof SENTENCES;
export const QUALITY_RESULTS = keysOf(SENTENCES);

/**
 * One component of a quality score: what was checked, its points, and a sentence that suggests what to do.
 */
export interface QualityReason {
  check: "readable" | "dated" | "in_period" | "relevant" | "original" | "descriptive";
  /** Points, 0 to `of`. */
  points: number;
  of: number;
  message: string;
  /** The message as a code with its values, for other languages. Older rows have none. */
  result?: QualityResult;
  values?: Values;
}

/** The facts about a file from the ingestion. Dates are `YYYY-MM-DD`. */
export interface QualityFacts {
  /** Characters of extracted text. */
  characters: number;
  ocr: boolean;
  /** Some of the recognized text may be wrong. */
  hardToRead: boolean;
  /** Something that may contain text was not read. */
  partial: boolean;
  /** Dates in the text, or the one that the uploader gave. */
  dates: readonly string[];
  /** The observation period: that of the evidence, otherwise the project's. */
  period: { start: string | null; end: string | null };
  /** Cosine between the control and the closest passage, -1 to 1; null without text. */
  relevance: number | null;
  /** Title of older evidence in the project with the same bytes. */
  duplicateOf: string | null;
  /** The earlier rejection of the same bytes. */
  rejectedAs: { title: string; note: string } | null;
  description: string;
  /** The text names a responsible role, a person or an approval. */
  namesResponsible: boolean;
}

/** What the content is compared with: the requirement as worded in the catalogue, or else the control's title. */
export function requirementOf(
  { number, title }: { number: string; title: string },
  framework: Framework | null,
): string {
  const control = framework?.controls.find((one) => one.number === number);
  return control === undefined
    ? `${number} ${title}`
    : [title, control.summary, ...control.evidenceHints].join("\n");
}

export interface Quality {
  /** 0 to 100. */
  score: number;
  reasons: QualityReason[];
}

/** Below this, the file contains no usable text. */
const ENOUGH_CHARACTERS = 200;
/** The share of the points for text if OCR produced it, if that may be wrong, and if some of it was not read. */
const BY_RECOGNITION = 0.8;
const HARD_TO_READ = 0.5;
const IN_PARTS = 0.6;
/**
 * Cosines of the default model: unrelated text is near 0.1, a passage about the control's topic above 0.45.
 */
const RELEVANCE_NONE = 0.1;
const RELEVANCE_FULL = 0.45;
const ENOUGH_DESCRIPTION = 20;

const shareOf = (value: number, none: number, full: number): number =>
  Math.min(1, Math.max(0, (value - none) / (full - none)));

type Judged = Omit<QualityReason, "message" | "result"> & { result: QualityResult };

function readable({ characters, ocr, hardToRead, partial }: QualityFacts): Judged {
  const source = hardToRead ? HARD_TO_READ : ocr ? BY_RECOGNITION : 1;
  const share = shareOf(characters, 0, ENOUGH_CHARACTERS) * source * (partial ? IN_PARTS : 1);
  const how = hardToRead ? "_hard_to_read" : ocr ? "_recognized" : "";
  const result = characters === 0 ? "no_text" : (`text${how}${partial ? "_incomplete" : ""}` as const);
  return { check: "readable", points: Math.round(25 * share), of: 25, result, values: { characters } };
}

/** The newest date, but not that of a next review after the period, if there is an earlier one. */
function dateOf({ dates, period: { end } }: QualityFacts): string | undefined {
  const inOrder = dates.toSorted();
  return inOrder.findLast((date) => end === null || date <= end) ?? inOrder.at(-1);
}

function dated(facts: QualityFacts): Judged {
  const newest = dateOf(facts);
  if (newest === undefined) return { check: "dated", points: 0, of: 15, result: "undated" };
  return { check: "dated", points: 15, of: 15, result: "dated", values: { date: newest } };
}

function inPeriod(facts: QualityFacts): Judged {
  const { start, end } = facts.period;
  if (start === null && end === null) return { check: "in_period", points: 15, of: 15, result: "no_period" };
  const inside = facts.dates.some(
    (date) => (start === null || date >= start) && (end === null || date <= end),
  );
  const values = { start, end };
  if (inside) return { check: "in_period", points: 15, of: 15, result: "inside_period", values };
  return { check: "in_period", points: 0, of: 15, result: "outside_period", values };
}

function relevant(facts: QualityFacts): Judged {
  const points =
    facts.relevance === null ? 0 : Math.round(25 * shareOf(facts.relevance, RELEVANCE_NONE, RELEVANCE_FULL));
  const result = points >= 20 ? "covers_clearly" : points >= 8 ? "covers_partly" : "covers_hardly";
  return { check: "relevant", points, of: 25, result };
}

function original({ rejectedAs, duplicateOf }: QualityFacts): Judged {
  if (rejectedAs !== null)
    return { check: "original", points: 0, of: 10, result: "rejected_before", values: { ...rejectedAs } };
  if (duplicateOf === null) return { check: "original", points: 10, of: 10, result: "original" };
  return { check: "original", points: 0, of: 10, result: "duplicate", values: { title: duplicateOf } };
}

function descriptive(facts: QualityFacts): Judged {
  const described = facts.description.trim().length >= ENOUGH_DESCRIPTION;
  const { namesResponsible: named } = facts;
  const points = (described ? 5 : 0) + (named ? 5 : 0);
  const result = described
    ? named
      ? "described"
      : "lacks_responsible"
    : named
      ? "lacks_description"
      : "lacks_both";
  return { check: "descriptive", points, of: 10, result };
}

function withSentence({ result, values = {}, ...judged }: Judged): QualityReason {
  return { ...judged, message: SENTENCES[result](values), result, values };
}

/**
 * Scores a file as evidence: 0 to 100, the sum of six components. The same facts always give the same score.
 */
export function judgeQuality(facts: QualityFacts): Quality {
  const reasons = [readable, dated, inPeriod, relevant, original, descriptive].map((check) =>
    withSentence(check(facts)),
  );
  return { score: reasons.reduce((sum, reason) => sum + reason.points, 0), reasons };
}

const MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december";
/** Alone, or at the beginning of a timestamp as in logs. */
const ISO_DATE = /\b(?:20\d\d|19\d\d)-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?=\b|T\d)/g;
const LONG_DATE = new RegExp(
  `\\b(?:(\\d{1,2})(?:st|nd|rd|th)?(?:\\s+of)?\\s+(${MONTHS})|(${MONTHS})\\s+(\\d{1,2})(?:st|nd|rd|th)?),?\\s+((?:19|20)\\d\\d)\\b`,
  "gi",
);

const pad = (value: number): string => String(value).padStart(2, "0");

/**
 * The unambiguous dates in a text (ISO, or with the name of the month), as `YYYY-MM-DD`. `03/04/2026` is
 * skipped because it has two readings, and so are days that no calendar has.
 */
export function datesIn(text: string): string[] {
  // Word processors write these so that a date is not divided at the end of a line.
  const iso = [...text.replaceAll(/[\u2010\u2011]/g, "-").matchAll(ISO_DATE)].map((m) => m[0]);
  const long = [...text.matchAll(LONG_DATE)].map((m) => {
    const month = MONTHS.split("|").indexOf((m[2] ?? m[3])!.toLowerCase()) + 1;
    return `${m[5]}-${pad(month)}-${pad(Number(m[1] ?? m[4]))}`;
  });
  return [...new Set([...iso, ...long])].filter(isInCalendar);
}

const RESPONSIBLE =
  /\b(approved|reviewed|prepared|signed|owned|performed|authori[sz]ed) by\b|\b(owner|approver|reviewer|author|responsible|CISO|CTO|CEO|manager|administrator|officer)\b/i;

/** Whether the text names someone who did it or is responsible. */
export const namesResponsible = (text: string): boolean => RESPONSIBLE.test(text);
