import { describe, expect, test } from "@jest/globals";
import type { Context } from "@temporalio/activity";
import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";
import { pino } from "pino";
import { BlobChanged } from "../../platform/blobs/verified.ts";
import { temporalLogger } from "../../workers/temporal-logger.ts";
import { plainFailures } from "../../workers/plain-failures.ts";

const INFO = 30;
const WARN = 40;
const ERROR = 50;

type Line = { level: number; msg: string; err?: { message: string } };

function openLog() {
  const lines: Line[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  return { lines, logger: pino({}, stream) };
}

async function fail(error: Error, attempt = 1): Promise<{ lines: Line[]; thrown: unknown }> {
  const { lines, logger } = openLog();
  const info = { activityType: "extractEvidence", attempt, workflowExecution: { workflowId: "ingest-1" } };
  const context = { info, cancellationSignal: new AbortController().signal } as unknown as Context;
  const { inbound } = plainFailures(logger)(context);
  const next = () => Promise.reject(error);
  const thrown = await inbound!.execute!({ args: [], headers: {} }, next).catch((caught: unknown) => caught);
  return { lines, thrown };
}

const unreadable = (category?: ApplicationFailureCategory) =>
  ApplicationFailure.create({
    message: "The file is protected with a password",
    ...(category !== undefined && { category }),
    nonRetryable: true,
    cause: new Error("parser: encrypted"),
  });

describe("a failed step", () => {
  test("whose cause is the user's file is no warning, and its cause stays out of the history", async () => {
    const { lines, thrown } = await fail(unreadable(ApplicationFailureCategory.BENIGN));
    expect(lines).toEqual([]);
    expect(thrown).toMatchObject({ message: "The file is protected with a password", cause: undefined });
  });
  test.each([
    ["of another kind", unreadable()],
    ["that is unexpected", new Error("socket closed")],
  ])("%s is a warning with its cause", async (_what, error) => {
    const { lines } = await fail(error);
    expect(lines).toMatchObject([{ level: WARN, step: "extractEvidence", attempt: 1 }]);
  });
});

test("a stored file that differs again is an error: someone must restore it", async () => {
  const changed = new BlobChanged("evidence/1/original");
  expect((await fail(changed)).lines).toMatchObject([{ level: WARN }]);
  expect((await fail(changed, 2)).lines).toMatchObject([{ level: ERROR, attempt: 2 }]);
});

describe("Temporal's messages", () => {
  test("about failed workflows, which the console lists, are no warnings and name the cause", () => {
    const { lines, logger } = openLog();
    const error = new Error("extractEvidence: The file is protected with a password");
    temporalLogger(logger).warn("Workflow failed", { error, workflowId: "ingest-1" });
    expect(lines).toMatchObject([
      { level: INFO, msg: "Workflow failed", workflowId: "ingest-1", err: { message: error.message } },
    ]);
  });
  test("about anything else are warnings", () => {
    const { lines, logger } = openLog();
    temporalLogger(logger).warn("Activity failed");
    expect(lines).toMatchObject([{ level: WARN, msg: "Activity failed" }]);
  });
});
