import { DAY_MS } from "../days.rules.ts";
import { numberWordsIn } from "../frameworks/number-words.rules.ts";
import { escapeMarkdown } from "./markdown.rules.ts";
import { reviewDatesIn } from "./next-review.rules.ts";
import { POLICY_SECTIONS } from "./policy-sections.rules.ts";
import { keysOf } from "../keys-of.rules.ts";

type Values = Readonly<Record<string, string | number>>;

/** The sentence for each result. Other languages have their own, by the same codes. */
const SENTENCES = {
  sections_complete: () => "No section is missing",
  sections_missing: ({ missing }: Values) => `Add the missing sections: ${missing}`,
  control_not_named: ({ control }: Values) =>
    `State how the policy fulfils ${control}, for which it was requested`,
  controls_mapped: ({ named }: Values) => `Mapped to ${named} controls of the framework`,
  controls_few: ({ wanted }: Values) =>
    `Name at least ${wanted} controls of the framework that the policy serves`,
  no_placeholders: () => "No placeholders remain",
  placeholders: ({ found }: Values) => `Fill in the placeholders: ${found}`,
  rules_measurable: ({ measurable, rules }: Values) =>
    `${measurable} of ${rules} rules state a number, a time or a frequency`,
  rules_vague: ({ measurable, wanted }: Values) =>
    `Only ${measurable} rules are measurable: state who must do what, how often and how fast in at least ${wanted}`,
  company_named: () => "Names the company",
  company_not_named: ({ company: name }: Values) => `Name ${name} in the text`,
  review_stated: () => "The date of the next review is stated",
  review_not_stated: () =>
    "State the date of the next review (next review: YYYY-MM-DD), at most a year ahead",
  long_enough: ({ words }: Values) => `${words} words`,
  too_brief: ({ words }: Values) => `Only ${words} words: too short to be complete`,
} satisfies Record<string, (values: Values) => string>;
export type PolicyResult = keyof typeof SENTENCES;
export const POLICY_RESULTS = keysOf(SENTENCES);

/** One component of a quality score: what was checked, its points, what to do. */
export interface PolicyReason {
  check: "sections" | "controls" | "placeholders" | "measurable" | "company" | "review" | "length";
  /** Points, 0 to `of`. */
  points: number;
  of: number;
  message: string;
  /** The message as a code with its values, for other languages. Older rows have none. */
  result?: PolicyResult;
  values?: Values;
}
/** A component before its sentence. */
type Judged = Omit<PolicyReason, "message" | "result"> & { result: PolicyResult };

export interface PolicyQuality {
  /** 0 to 100. */
  score: number;
  reasons: PolicyReason[];
}

export interface PolicyFacts {
  content: string;
  /** All of the framework. */
  controls: readonly { number: string }[];
  control: string | null;
  companyName: string;
  /** YYYY-MM-DD */
  today: string;
}

const ENOUGH_CONTROLS = 3;
const ENOUGH_RULES = 12;
const ENOUGH_NAMINGS = 3;
const ENOUGH_WORDS = 900;
/** A review is due a year after approval; this allows some delay. */
const LATEST_REVIEW_DAYS = 400;
/** Bounded, because many unclosed openings would take quadratic time. */
const PLACEHOLDER =
  /\{[a-z_]{1,100}\}|\{\{|\[(?:your|company|insert|name|date|tbd|todo)[^\]]{0,200}\](?!\()|<(?:your|company|insert)[^>]{0,200}>|\b(?:TBD|TODO|X{3,50}|lorem ipsum)\b/gi;
const MEASURE =
  /\b(?:\d+|once|twice|daily|weekly|monthly|quarterly|yearly|annually|at once|immediately|never)\b/i;
const DUTY = /\b(?:must|shall|may not|forbidden|required)\b/i;

const share = (part: number, whole: number, of: number): number => Math.round(Math.min(1, part / whole) * of);

function sections({ content }: PolicyFacts): Judged {
  const headings = (content.match(/^#{1,4} .*$/gm) ?? []).join("\n").toLowerCase();
  const missing = POLICY_SECTIONS.filter((name) => !headings.includes(name.toLowerCase()));
  const points = share(POLICY_SECTIONS.length - missing.length, POLICY_SECTIONS.length, 30);
  const about = { check: "sections", points, of: 30 } as const;
  return missing.length === 0
    ? { ...about, result: "sections_complete" }
    : { ...about, result: "sections_missing", values: { missing: missing.join(", ") } };
}

/** What may be numbers of controls in the text: whole words, because A.8.1 is not in A.8.15, and the parts of A.8.1-A.8.3. */
const wordsIn = (content: string): Set<string> =>
  new Set(numberWordsIn(content).flatMap((word) => [word, word.replace(/\)$/, ""), ...word.split(/[-()]/)]));

function controls({ content, controls: all, control }: PolicyFacts): Judged {
  const words = wordsIn(content);
  const named = all.filter(({ number }) => words.has(number));
  const about = { check: "controls", of: 15 } as const;
  if (control !== null && !words.has(control))
    return { ...about, points: 0, result: "control_not_named", values: { control } };
  const points = share(named.length, ENOUGH_CONTROLS, 15);
  return points === 15
    ? { ...about, points, result: "controls_mapped", values: { named: named.length } }
    : { ...about, points, result: "controls_few", values: { wanted: ENOUGH_CONTROLS } };
}

function placeholders({ content }: PolicyFacts): Judged {
  const found = [...new Set(content.match(PLACEHOLDER) ?? [])];
  const about = { check: "placeholders", of: 10 } as const;
  return found.length === 0
    ? { ...about, points: 10, result: "no_placeholders" }
    : { ...about, points: 0, result: "placeholders", values: { found: found.slice(0, 5).join(", ") } };
}

function measurable({ content }: PolicyFacts): Judged {
  const rules = content
    .split("\n")
    .filter((line) => /^\s*(?:[-*]|\d+\.) /.test(line))
    // The number of a statement is not part of its requirement.
    .map((line) => line.replace(/^\s*(?:[-*]|\d+\.) (?:\*\*[\d.]+\*\* )?/, ""))
    .filter((line) => DUTY.test(line));
  const count = rules.filter((line) => MEASURE.test(line)).length;
  const points = share(count, ENOUGH_RULES, 20);
  const about = { check: "measurable", points, of: 20 } as const;
  return points === 20
    ? { ...about, result: "rules_measurable", values: { measurable: count, rules: rules.length } }
    : { ...about, result: "rules_vague", values: { measurable: count, wanted: ENOUGH_RULES } };
}

function company({ content, companyName }: PolicyFacts): Judged {
  const namings = content.split(escapeMarkdown(companyName)).length - 1;
  const about = { check: "company", points: share(namings, ENOUGH_NAMINGS, 5), of: 5 } as const;
  return about.points === 5
    ? { ...about, result: "company_named" }
    : { ...about, result: "company_not_named", values: { company: companyName } };
}

function review({ content, today }: PolicyFacts): Judged {
  const left = reviewDatesIn(content).map((date) => (Date.parse(date) - Date.parse(today)) / DAY_MS);
  const about = { check: "review", of: 10 } as const;
  return left.some((days) => days > 0 && days <= LATEST_REVIEW_DAYS)
    ? { ...about, points: 10, result: "review_stated" }
    : { ...about, points: 0, result: "review_not_stated" };
}

function length({ content }: PolicyFacts): Judged {
  const words = content.match(/[\p{L}\d]+/gu)?.length ?? 0;
  const points = share(words, ENOUGH_WORDS, 10);
  const result = points === 10 ? "long_enough" : "too_brief";
  return { check: "length", points, of: 10, result, values: { words } };
}

const CHECKS = [sections, controls, placeholders, measurable, company, review, length];

const withSentence = ({ result, values = {}, ...judged }: Judged): PolicyReason => ({
  ...judged,
  message: SENTENCES[result](values),
  result,
  values,
});

/** The quality of a policy, with reasons that suggest what to do. */
export function policyQuality(facts: PolicyFacts): PolicyQuality {
  const reasons = CHECKS.map((check) => withSentence(check(facts)));
  return { score: reasons.reduce((sum, { points }) => sum + points, 0), reasons };
}
