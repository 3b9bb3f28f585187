import { globSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { de } from "../../domain/texts/de.ts";
import { workflows } from "../../domain/workflows.ts";
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
