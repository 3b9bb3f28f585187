import { z } from "zod";
import { alternatives } from "./alternatives.ts";

type RawIssue = z.core.$ZodRawIssue;
type SizeIssue = Extract<RawIssue, { code: "too_small" | "too_big" }>;

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};
const FORMATS: Readonly<Record<string, string>> = {
  email: "must be an e-mail address",
  url: "must be an address such as https://example.com",
  uuid: "must be a UUID",
  date: "must be a day such as 2026-01-31",
  datetime: "must be a time such as 2026-01-31T09:00:00Z",
};
/** What the length of a value counts: one, and several. */
const COUNTED: Readonly<Record<string, readonly [string, string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
};
const OF_ANOTHER_FORM = "does not have the expected form";

const oneOf = (values: readonly unknown[]): string => `must be ${alternatives(values.map(String))}`;

function describeSize(issue: SizeIssue): string {
  const isMinimum = issue.code === "too_small";
  const limit = Number(isMinimum ? issue.minimum : issue.maximum);
  const bound = isMinimum ? "at least" : "at most";
  const counted = COUNTED[issue.origin];
  if (counted === undefined && issue.inclusive === false)
    return `must be ${isMinimum ? "more" : "less"} than ${limit}`;
  if (counted === undefined) return `must be ${bound} ${limit}`;
  if (issue.origin === "string" && isMinimum && limit === 1) return "is required";
  return `must have ${issue.exact === true ? "exactly" : bound} ${limit} ${counted[limit === 1 ? 0 : 1]}`;
}

/** The rule that a value breaks, without its subject: "must be at least 1" (docs/style.md). */
export function describeIssue(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is required";
      return `must ${issue.expected in TYPES ? `be ${TYPES[issue.expected]}` : "have another type"}`;
    case "too_small":
    case "too_big":
      return describeSize(issue);
    case "invalid_value":
      return oneOf(issue.values);
    case "invalid_union":
      // Only a discriminated union knows what it offers.
      return Array.isArray(issue.options) ? oneOf(issue.options) : OF_ANOTHER_FORM;
    case "invalid_format":
      if (issue.format === "starts_with") return `must begin with "${String(issue.prefix)}"`;
      return FORMATS[issue.format] ?? OF_ANOTHER_FORM;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `unknown field: ${issue.keys.join(", ")}`;
    case "custom":
      return "is not allowed";
    default:
      return OF_ANOTHER_FORM;
  }
}

// A schema's own sentences take precedence.
z.config({ localeError: describeIssue });
