import { describe, expect, test } from "@jest/globals";
import { isRetryable } from "../../domain/workflows.ts";
import { refusalToRetry } from "../../domain/housekeeping/failed-workflow.rules.ts";
import { isForeignStore, isOldFolder, safelyBefore } from "../../domain/housekeeping/stray-folders.rules.ts";

const HOUR_MS = 3_600_000;
const MADE = Date.UTC(2026, 2, 1, 12);
/** An id of version 7 that was made at that time. */
const idMadeAt = (at: number): string => {
  const hex = at.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};
const after = (hours: number): Date => new Date(MADE + hours * HOUR_MS);

describe("a folder without a row", () => {
  test.each([
    ["just made", 0, false],
    ["made a day ago", 24, false],
    ["made more than a day ago", 24.001, true],
    ["made in the future", -1, false],
  ])("%s: may go: %s hours, %s", (_when, hours, may) =>
    expect(isOldFolder(idMadeAt(MADE), after(hours))).toBe(may),
  );

  test.each([
    ["no id", "staging"],
    ["nothing", ""],
    ["an id of another version", idMadeAt(MADE).replace("-7000-", "-4000-")],
    ["an id of another variant", idMadeAt(MADE).replace("-8000-", "-c000-")],
    ["an id in capitals", idMadeAt(MADE).replace("-8000-", "-A000-")],
    ["an id with more after it", `${idMadeAt(MADE)}0`],
    ["an id with more before it", `x${idMadeAt(MADE)}`],
  ])("stays if its name is %s", (_what, name) => expect(isOldFolder(name, after(1_000))).toBe(false));

  test("is older than any running transaction after a day", () =>
    expect(safelyBefore(after(24))).toEqual(new Date(MADE)));
});

test.each([
  [0, 0, false],
  [20, 20, false],
  [21, 21, true],
  [21, 42, false],
  [22, 42, true],
  [500, 500, true],
])("a store with %i folders without a row, of %i, belongs to another database: %s", (stray, folders, is) =>
  expect(isForeignStore({ stray, folders })).toBe(is),
);

describe("a failed workflow", () => {
  test.each([
    ["ingestEvidence", true],
    ["deleteProject", true],
    ["passwordReset", false],
    ["deliverWebhook", false],
    ["housekeeping", false],
    ["unknown", false],
    ["toString", false],
    ["", false],
  ])("%j can be started again: %s", (type, may) => expect(isRetryable(type)).toBe(may));

  test("is started again unless it is running, did not fail, or is of another type", () => {
    const run = { type: "ingestEvidence", isRunning: false, status: "failed" } as const;
    const refusalOf = (change: object) => refusalToRetry({ ...run, ...change }, isRetryable);
    expect(refusalOf({})).toBeNull();
    expect(refusalOf({ status: "terminated" })).toBeNull();
    expect(refusalOf({ isRunning: true, status: null })).toMatchObject({ reason: "workflow_running" });
    expect(refusalOf({ status: null })).toEqual({ message: expect.stringContaining("did not fail") });
    expect(refusalOf({ type: "housekeeping" })).toEqual({ message: expect.stringContaining("housekeeping") });
  });
});
