import type { z } from "zod";
import "./describe-issue.ts";
import type { FieldError } from "./errors.ts";

type Issue = z.core.$ZodIssue;
/** A problem as a code with its values, for other languages. */
type Cause = Pick<FieldError, "reason" | "values">;

/** The codes for values of the wrong type. */
const OF_WRONG_KIND: ReadonlySet<string> = new Set(["invalid_type", "invalid_value", "invalid_union"]);
const OF_FORMAT: Readonly<Record<string, string>> = {
  email: "not_email",
  url: "not_address",
  date: "not_date",
  datetime: "not_date",
};
const REQUIRED: Cause = { reason: "required" };

const valueAt = (sent: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((at, key) => (Object(at) as Record<PropertyKey, unknown>)[key], sent);

/** A text that we split into several has no parts for its sender. */
function pathAsSent(path: readonly PropertyKey[], sent: unknown): readonly PropertyKey[] {
  const length = path.findIndex((_key, i) => typeof valueAt(sent, path.slice(0, i)) === "string");
  return length === -1 ? path : path.slice(0, length);
}

/** An omitted value is reported as missing, not as having the wrong type. */
const isMissing = ({ code, path }: Issue, sent: unknown): boolean =>
  path.length > 0 && OF_WRONG_KIND.has(code) && valueAt(sent, path) === undefined;

function causeOfSize(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): Cause {
  const [values, kind] =
    issue.code === "too_small"
      ? [{ minimum: Number(issue.minimum) }, "less"]
      : [{ maximum: Number(issue.maximum) }, "more"];
  if (issue.origin === "string" && values.minimum === 1) return REQUIRED;
  if (issue.origin === "string") return { reason: kind === "less" ? "too_short" : "too_long", values };
  if (issue.origin === "array") return { reason: kind === "less" ? "too_few" : "too_many", values };
  return { reason: kind === "less" ? "too_low" : "too_high", values };
}

function causeOf(issue: Issue): Cause {
  if (issue.code === "too_small" || issue.code === "too_big") return causeOfSize(issue);
  if (issue.code === "invalid_value" || (issue.code === "invalid_union" && "options" in issue))
    return { reason: "not_offered" };
  if (issue.code === "invalid_format" && Object.hasOwn(OF_FORMAT, issue.format))
    return { reason: OF_FORMAT[issue.format]! };
  const { reason, values } = ((issue.code === "custom" ? issue.params : null) ?? {}) as Partial<Cause>;
  return typeof reason === "string" ? { reason, ...(values === undefined ? {} : { values }) } : {};
}

/** No one reads more, and anyone may send a body with thousands of problems. */
const MOST = 100;

const problemsIn = (issue: Issue): Issue[] =>
  issue.code === "unrecognized_keys"
    ? issue.keys.slice(0, MOST).map((key) => ({ ...issue, keys: [key], path: [...issue.path, key] }))
    : [issue];

/** The limit that a size breaks, such that a narrower one is greater; null for other problems. */
function limitOf(issue: Issue): number | null {
  if (issue.code === "too_small") return Number(issue.minimum);
  return issue.code === "too_big" ? -Number(issue.maximum) : null;
}

/** Whether the value also breaks a narrower limit: whole numbers are limited to those that JSON can have, too. */
const isWiderLimit = (issue: Issue, all: readonly Issue[]): boolean => {
  const limit = limitOf(issue);
  if (limit === null) return false;
  const path = issue.path.join(".");
  return all.some(
    (other) => other.code === issue.code && other.path.join(".") === path && limitOf(other)! > limit,
  );
};

/**
 * The first problems that a schema found in the input, by field; `part` names the whole if no field is at fault. A rule of
 * our own has its code in `params.reason`, and what it names in `params.values`.
 */
export function fieldErrors(part: string, error: z.ZodError, sent: unknown): FieldError[] {
  const first = error.issues.slice(0, MOST);
  const narrowest = first.filter((issue) => !isWiderLimit(issue, first));
  const problems = narrowest.flatMap(problemsIn).slice(0, MOST);
  return problems.map((issue): FieldError => {
    const about = { field: pathAsSent(issue.path, sent).join(".") || part };
    if (issue.code === "unrecognized_keys") return { ...about, error: "unknown field" };
    if (isMissing(issue, sent)) return { ...about, error: "is required", ...REQUIRED };
    return { ...about, error: issue.message, ...causeOf(issue) };
  });
}
