import { expect, it } from "@jest/globals";
import { globSync, readFileSync } from "node:fs";

/** The longest that an activity whose worker has died may wait for its time limit alone. */
const LONGEST_MINUTES = 2;
const LIMIT = /startToCloseTimeout.*"(\d+)([mh])"/;
/** `steps` adds them in the workflow of an ingestion. */
const HEARTBEATS = /heartbeatTimeout|= steps\(/;

it("requires heartbeats of activities that may take minutes, because their worker may die", () => {
  const statements = globSync("workflows/**/*.workflow.ts").flatMap((file) =>
    readFileSync(file, "utf8")
      .split(";\n")
      .map((text) => ({ file, text })),
  );
  const long = statements.filter(({ text }) => {
    const [, number, unit] = LIMIT.exec(text) ?? [];
    return Number(number) * (unit === "h" ? 60 : 1) > LONGEST_MINUTES;
  });
  expect(long.length).toBeGreaterThan(10);
  expect(long.filter(({ text }) => !HEARTBEATS.test(text))).toEqual([]);
});
