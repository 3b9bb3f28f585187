import { expect, test } from "@jest/globals";
import { ApplicationFailure } from "@temporalio/common";
import type { Logger } from "../../platform/logger.ts";
import { temporalLogger } from "../../workers/temporal-logger.ts";

function logged(log: (logger: ReturnType<typeof temporalLogger>) => void): unknown[] {
  const lines: unknown[] = [];
  const at = (level: string) => (about: object, message: string) => void lines.push([level, message, about]);
  const logger = {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  } as unknown as Logger;
  log(temporalLogger(logger));
  return lines;
}

test("warnings and errors of Temporal become warnings: it retries by itself", () => {
  const error = new Error("no connection");
  const lines = logged((logger) => {
    logger.info("polling");
    logger.warn("slow", { taskQueue: "files" });
    logger.error("failed to poll", { error });
  });
  expect(lines).toEqual([
    ["warn", "slow", { taskQueue: "files" }],
    ["warn", "failed to poll", { err: error }],
  ]);
});

test.each([
  "Workflow failed",
  "shutdown_worker rpc errored during worker shutdown: Status { code: Cancelled }",
])("an expected message is not a warning: %s", (message) =>
  expect(logged((logger) => logger.warn(message))).toEqual([["info", message, {}]]),
);

test("a failed activity is a warning, unless its cause has been logged with the step", () => {
  const [known, stated] = ["Unavailable", "NoMail"].map((type) => ApplicationFailure.create({ type }));
  const lines = logged((logger) => {
    for (const error of [known, stated]) logger.warn("Activity failed", { error });
  });
  expect(lines).toEqual([
    ["debug", "Activity failed", { err: known }],
    ["warn", "Activity failed", { err: stated }],
  ]);
});

test("no line has the token with which anyone could complete an activity", () => {
  const about = { activityType: "indexEvidence", taskToken: "CiQwMWEy" };
  expect(logged((logger) => logger.warn("Activity failed", about))).toEqual([
    ["warn", "Activity failed", { activityType: "indexEvidence" }],
  ]);
});
