import { globSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { de } from "../../domain/texts/de.ts";
import { workflows } from "../../domain/workflows.ts";
import { codeOfCause } from "../../web/src/features/workflows/code-of-cause.ts";
import { messages } from "../../web/src/i18n/de/messages.ts";

const SOURCES = ["api/**/*.ts", "domain/**/*.ts", "platform/**/*.ts"];
/** Reasons in events and workflows, and why a key or a session ended: not of errors. */
const NOT_OF_ERRORS = new Set([
  "credential_ended",
  "deleted",
  "fail",
  "failing",
  "gone",
  "not_rotated",
  "other",
  "pass",
  "planned",
  "revoked",
]);
/** Errors of calls that neither the console nor a page makes. */
const NOT_SHOWN = new Set(["one_format"]);

const isIn = (group: unknown, code: string): boolean =>
  code.split(".").reduce((at, name) => (Object(at) as Record<string, unknown>)[name], group) !== undefined;

test("every workflow has a German summary", () => {
  expect(Object.keys(workflows).filter((type) => !isIn(messages.workflow, type))).toEqual([]);
});

test("every error with a code has a German sentence", () => {
  const codes = globSync(SOURCES).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/reason: "([a-z_.]+)"/g)].map(([, code]) => code!),
  );
  expect(codes.length).toBeGreaterThan(50);
  const lacking = codes.filter(
    (code) =>
      !NOT_OF_ERRORS.has(code) &&
      !NOT_SHOWN.has(code) &&
      ![...Object.values(messages), de.explanations, de.rules].some((group) => isIn(group, code)),
  );
  expect(lacking).toEqual([]);
});

test.each([
  ["The file is damaged and cannot be read", "ingestion.corrupt"],
  ["The search did not answer: retry later", "questionnaire.search_away"],
  ["The report could not be built: request it again later", "report.not_built"],
  ["The workflow timed out", "workflowEnd.timed_out"],
])("the cause of a failed workflow, %j, has a German sentence", (failure, code) => {
  expect(codeOfCause(failure)).toBe(code);
  expect(isIn(messages, code)).toBe(true);
});

test("the cause of a failed workflow in the words of another system has none", () => {
  expect(codeOfCause("connect ECONNREFUSED 127.0.0.1:25")).toBeNull();
});
