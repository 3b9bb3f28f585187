import type { z } from "zod";
import type { FieldError } from "../../platform/errors.ts";
import { createNaming, type FindingNaming } from "./create-naming.ts";
import type { Severity } from "./finding.rules.ts";
import {
  SarifResult,
  type SarifLevel,
  type SarifLog,
  type SarifMessage,
  type SarifRule,
  type SarifRun,
} from "./sarif.ts";
import { severityMeant } from "./severity-words.rules.ts";
import { beginningOf } from "../../platform/beginning-of.ts";
import { ownValue } from "../own-value.rules.ts";

type Result = z.infer<typeof SarifResult>;
type Run = z.infer<typeof SarifRun>;

/** A result as a row of an import, or why it is skipped or invalid. */
export type SarifRow =
  | { row: Record<string, unknown> }
  | { outcome: "skipped" | "invalid"; sourceId: string | null; refused: FieldError };

/** The first problem of a result that is not SARIF, by its field within the result. */
type ProblemIn = (error: z.ZodError, sent: unknown) => FieldError;

type RulesById = ReadonlyMap<string, SarifRule>;

/** The context for reading results. */
interface Reading {
  problemIn: ProblemIn;
  run: Run;
  rules: RulesById;
  naming: FindingNaming;
}

const SEVERITY_OF_LEVEL: Readonly<Record<SarifLevel, Severity>> = {
  error: "High",
  warning: "Medium",
  note: "Low",
  none: "Info",
};

/** The rules of the tool and its extensions; of several with one id, the first. */
const rulesById = ({ tool }: Run): RulesById =>
  new Map(
    [tool.driver, ...tool.extensions]
      .flatMap(({ rules }) => rules)
      .toReversed()
      .map((rule) => [rule.id, rule]),
  );

/**
 * The rule by its index in the tool or extension, otherwise by its id; `CA1000/1` is a variant of `CA1000`
 * (SARIF 3.27.5).
 */
function ruleOf({ run: { tool }, rules: byId }: Reading, result: Result): SarifRule | undefined {
  const { rule, ruleIndex, ruleId } = result;
  const { index: extension = -1 } = rule?.toolComponent ?? {};
  const { rules } = tool.extensions[extension] ?? tool.driver;
  const byLocation = rules[rule?.index ?? ruleIndex ?? -1];
  if (byLocation !== undefined) return byLocation;
  const id = rule?.id ?? ruleId;
  if (id === undefined) return undefined;
  return byId.get(id) ?? byId.get(id.replace(/\/[^/]*$/, ""));
}

const PLACE = /\{(\d{1,3})\}/g;
const LONGEST_TEXT = 10_000;

/** Arguments of any length may be inserted thousands of times, so the result is bounded as it grows. */
function insertArguments(text: string, values: readonly string[]): string {
  let left = LONGEST_TEXT;
  const inserted = text.replace(PLACE, (whole, n: string) => {
    const value = beginningOf(values[Number(n)] ?? whole, left);
    left -= value.length;
    return value;
  });
  return beginningOf(inserted, LONGEST_TEXT);
}

/** The text of a result: its own, or that of its rule with the arguments inserted. */
function textOf(message: SarifMessage, rule: SarifRule | undefined): string {
  const strings = rule?.messageStrings ?? {};
  const { id = "default" } = message;
  const text = message.text ?? ownValue(strings, id)?.text ?? "";
  return insertArguments(beginningOf(text, LONGEST_TEXT), message.arguments);
}

interface SarifLocation {
  uri: string;
  line: number | null;
  /** The function or class, as named by the tool. */
  logical: string;
}

function locationOf({ artifacts }: Run, { locations: [first] }: Result): SarifLocation {
  const { artifactLocation, region } = first?.physicalLocation ?? {};
  const named = first?.logicalLocations[0];
  return {
    uri: artifactLocation?.uri ?? artifacts[artifactLocation?.index ?? -1]?.location?.uri ?? "",
    line: region?.startLine ?? null,
    logical: named?.fullyQualifiedName ?? named?.name ?? "",
  };
}

const isEmpty = (record: object): boolean => Object.keys(record).length === 0;
const sorted = (record: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));

/**
 * The same result has the same name in every log: by the tool's own identifiers, otherwise by rule, file and
 * text, without the line, which moves with every edit above it.
 */
function nameOf(
  naming: FindingNaming,
  ruleId: string,
  result: Result,
  { uri, logical }: SarifLocation,
  text: string,
): string {
  const { correlationGuid, fingerprints, partialFingerprints } = result;
  if (correlationGuid !== undefined) return beginningOf(correlationGuid, 200);
  if (!isEmpty(fingerprints)) return createNaming().next(ruleId, sorted(fingerprints));
  if (!isEmpty(partialFingerprints)) return naming.next(ruleId, [uri, sorted(partialFingerprints)]);
  return naming.next(ruleId, [uri, logical, text]);
}

type Cause = Pick<FieldError, "error" | "reason">;

const NO_FINDING: Readonly<Record<string, Cause>> = {
  pass: { error: "the check passed", reason: "check_passed" },
  notApplicable: { error: "the check does not apply", reason: "check_not_applicable" },
};

/** Why a result is not a finding; null if it is one. */
function reasonToSkip({ kind, baselineState, suppressions }: Result): Cause | null {
  const skipped = ownValue(NO_FINDING, kind);
  if (skipped !== undefined) return skipped;
  if (baselineState === "absent") return { error: "it no longer exists", reason: "no_longer_exists" };
  const isSuppressed =
    suppressions.length > 0 && suppressions.every(({ status = "accepted" }) => status === "accepted");
  return isSuppressed ? { error: "it is suppressed at its source", reason: "suppressed" } : null;
}

function severityOf(result: Result, rule: SarifRule | undefined): Severity {
  const SCORE = "security-severity";
  const scored = severityMeant(result.properties[SCORE] ?? rule?.properties[SCORE]);
  if (scored !== null) return scored;
  const ofKind = result.kind === "informational" ? "none" : "warning";
  return SEVERITY_OF_LEVEL[result.level ?? rule?.defaultConfiguration?.level ?? ofKind];
}

const firstTag = ({ tags }: Readonly<Record<string, unknown>>): string | undefined =>
  Array.isArray(tags)
    ? (tags as unknown[]).find((tag): tag is string => typeof tag === "string" && tag.trim() !== "")
    : undefined;

function dataOf(
  { tool }: Run,
  ruleId: string,
  { uri, line, logical }: SarifLocation,
  rule?: SarifRule,
): object {
  const { name, version } = tool.driver;
  return {
    tool: version === undefined ? name : `${name} ${version}`,
    rule: ruleId,
    ...(uri === "" ? {} : { file: beginningOf(uri, 1_000) }),
    ...(line === null ? {} : { line }),
    ...(logical === "" ? {} : { in: beginningOf(logical, 1_000) }),
    ...(rule?.helpUri === undefined ? {} : { help: beginningOf(rule.helpUri, 1_000) }),
  };
}

const inOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

const SENTENCE = /^.*?[.!?](?=\s|$)/;

/** The first sentence, without its full stop. */
function firstSentence(text: string): string {
  const line = inOneLine(beginningOf(text, 400));
  return (SENTENCE.exec(line)?.[0] ?? line).replace(/\.$/, "");
}

/** What the rule is about; without a description or a name of its own, what the result says. */
function titleOf(ruleId: string, rule: SarifRule | undefined, text: string, { uri }: SarifLocation): string {
  const name = rule?.name === ruleId ? undefined : rule?.name;
  const what = rule?.shortDescription?.text ?? name ?? firstSentence(text);
  const title = inOneLine(beginningOf(what, 400)) || ruleId;
  const placed = uri === "" ? title : `${title} in ${inOneLine(beginningOf(uri, 400))}`;
  return beginningOf(placed, 200).trim();
}

function readResult(reading: Reading, sent: unknown, path: string): SarifRow {
  const { run, naming, problemIn } = reading;
  const parsed = SarifResult.safeParse(sent);
  if (!parsed.success) {
    const { field, ...problem } = problemIn(parsed.error, sent);
    const refused = { field: field === "" ? path : `${path}.${field}`, ...problem };
    return { outcome: "invalid", sourceId: null, refused };
  }
  const result = parsed.data;
  const rule = ruleOf(reading, result);
  const ruleId = result.ruleId ?? result.rule?.id ?? rule?.id ?? "";
  const text = textOf(result.message, rule);
  const location = locationOf(run, result);
  const sourceId = nameOf(naming, ruleId, result, location, text);
  const reason = reasonToSkip(result);
  if (reason !== null) return { outcome: "skipped", sourceId, refused: { field: path, ...reason } };
  const title = titleOf(ruleId, rule, text, location);
  if (title === "") {
    const refused = { field: path, error: "has neither a rule nor a message", reason: "no_rule_or_message" };
    return { outcome: "invalid", sourceId, refused };
  }
  const category = firstTag(result.properties) ?? firstTag(rule?.properties ?? {});
  return {
    row: {
      source_id: sourceId,
      title,
      description: text,
      severity: severityOf(result, rule),
      ...(category === undefined ? {} : { category: beginningOf(category.trim(), 100) }),
      integration_data: dataOf(run, ruleId, location, rule),
    },
  };
}

/** The results of a log in order. */
export function readSarif({ runs }: z.infer<typeof SarifLog>, problemIn: ProblemIn): SarifRow[] {
  const naming = createNaming();
  return runs.flatMap((run, n) => {
    const reading = { run, rules: rulesById(run), naming, problemIn };
    return (run.results ?? []).map((sent, m) => readResult(reading, sent, `sarif.runs.${n}.results.${m}`));
  });
}
