import { builtInFramework } from "../frameworks/catalogue.rules.ts";
import { escapeMarkdown } from "./markdown.rules.ts";
import { POLICY_SECTIONS } from "./policy-sections.rules.ts";

/** One component of a quality score: what was checked, its points, what to do. */
export interface PolicyReason {
  check: "sections" | "controls" | "placeholders" | "measurable" | "company" | "review" | "length";
  /** Points, 0 to `of`. */
  points: number;
  of: number;
  message: string;
}

export interface PolicyQuality {
  /** 0 to 100. */
  score: number;
  reasons: PolicyReason[];
}

export interface PolicyFacts {
  content: string;
  framework: string;
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
const DAY_MS = 86_400_000;

/** Bounded, because many unclosed openings would take quadratic time. */
const PLACEHOLDER =
  /\{[a-z_]{1,100}\}|\{\{|\[(?:your|company|insert|name|date|tbd|todo)[^\]]{0,200}\](?!\()|<(?:your|company|insert)[^>]{0,200}>|\b(?:TBD|TODO|X{3,50}|lorem ipsum)\b/gi;
const MEASURE =
  /\b(?:\d+|once|twice|daily|weekly|monthly|quarterly|yearly|annually|at once|immediately|never)\b/i;
const DUTY = /\b(?:must|shall|may not|forbidden|required)\b/i;

const share = (part: number, whole: number, of: number): number => Math.round(Math.min(1, part / whole) * of);

function sections({ content }: PolicyFacts): PolicyReason {
  const headings = (content.match(/^#{1,4} .*$/gm) ?? []).join("\n").toLowerCase();
  const missing = POLICY_SECTIONS.filter((name) => !headings.includes(name.toLowerCase()));
  const points = share(POLICY_SECTIONS.length - missing.length, POLICY_SECTIONS.length, 30);
  const message =
    missing.length === 0 ? "No section is missing" : `Add the missing sections: ${missing.join(", ")}`;
  return { check: "sections", points, of: 30, message };
}

/** Numbers with a common prefix must not match each other: A.8.1 is not in A.8.15. */
const names = (content: string, number: string): boolean =>
  new RegExp(`(?<![\\w.])${number.replaceAll(".", "\\.")}(?![\\d]|\\.\\d)`).test(content);

function controls({ content, framework, control }: PolicyFacts): PolicyReason {
  const named = (builtInFramework(framework)?.controls ?? []).filter(({ number }) => names(content, number));
  const lacks = control !== null && !names(content, control);
  const points = lacks ? 0 : share(named.length, ENOUGH_CONTROLS, 15);
  const message = lacks
    ? `State how the policy fulfils ${control}, for which it was requested`
    : points === 15
      ? `Mapped to ${named.length} controls of the framework`
      : `Name at least ${ENOUGH_CONTROLS} controls of the framework that the policy serves`;
  return { check: "controls", points, of: 15, message };
}

function placeholders({ content }: PolicyFacts): PolicyReason {
  const found = [...new Set(content.match(PLACEHOLDER) ?? [])];
  const message =
    found.length === 0
      ? "No placeholders remain"
      : `Fill in the placeholders: ${found.slice(0, 5).join(", ")}`;
  return { check: "placeholders", points: found.length === 0 ? 10 : 0, of: 10, message };
}

function measurable({ content }: PolicyFacts): PolicyReason {
  const rules = content
    .split("\n")
    .filter((line) => /^\s*(?:[-*]|\d+\.) /.test(line))
    // The number of a statement is not part of its requirement.
    .map((line) => line.replace(/^\s*(?:[-*]|\d+\.) (?:\*\*[\d.]+\*\* )?/, ""))
    .filter((line) => DUTY.test(line));
  const count = rules.filter((line) => MEASURE.test(line)).length;
  const points = share(count, ENOUGH_RULES, 20);
  const message =
    points === 20
      ? `${count} of ${rules.length} rules state a number, a time or a frequency`
      : `Only ${count} rules are measurable: state who must do what, how often and how fast in at least ${ENOUGH_RULES}`;
  return { check: "measurable", points, of: 20, message };
}

function company({ content, companyName }: PolicyFacts): PolicyReason {
  const namings = content.split(escapeMarkdown(companyName)).length - 1;
  const points = share(namings, ENOUGH_NAMINGS, 5);
  const message = points === 5 ? "Names the company" : `Name ${companyName} in the text`;
  return { check: "company", points, of: 5, message };
}

function review({ content, today }: PolicyFacts): PolicyReason {
  const dates = [...content.matchAll(/next review[^\n]{0,40}?(\d{4}-\d{2}-\d{2})/gi)].map(
    ([, date]) => date!,
  );
  const left = dates.map((date) => (Date.parse(date) - Date.parse(today)) / DAY_MS);
  const good = left.some((days) => days > 0 && days <= LATEST_REVIEW_DAYS);
  const message = good
    ? "The date of the next review is stated"
    : "State the date of the next review (next review: YYYY-MM-DD), at most a year ahead";
  return { check: "review", points: good ? 10 : 0, of: 10, message };
}

function length({ content }: PolicyFacts): PolicyReason {
  const words = content.match(/[\p{L}\d]+/gu)?.length ?? 0;
  const points = share(words, ENOUGH_WORDS, 10);
  const message = points === 10 ? `${words} words` : `Only ${words} words: too short to be complete`;
  return { check: "length", points, of: 10, message };
}

const CHECKS = [sections, controls, placeholders, measurable, company, review, length];

/** The quality of a policy, with reasons that suggest what to do. */
export function policyQuality(facts: PolicyFacts): PolicyQuality {
  const reasons = CHECKS.map((check) => check(facts));
  return { score: reasons.reduce((sum, { points }) => sum + points, 0), reasons };
}
