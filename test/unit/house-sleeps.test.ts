import { expect, test } from "@jest/globals";
import { existsSync, globSync, readFileSync } from "node:fs";

/** Files that may let time pass, with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  "test/database-faults.test.ts": "writers back off after an error",
  "test/history.test.ts": "processes live for random times",
  "test/support/access-calls.ts": "obeys Retry-After",
  "test/support/history/run-history.ts": "people pause for random times",
  "test/support/pool-worker.ts": "a thread takes as long as its task says",
  "test/support/s3-server.ts": "a slow store is the subject",
  "test/support/wait-for.ts": "polls",
  "test/support/webhook-activities.ts": "scales the worker's pauses",
  "test/unit/create-http-server.test.ts": "a reader that is later than the sender is the subject",
  "test/unit/run-server.test.ts": "a response that outlasts the stop is the subject",
  "test/unit/stream-to-caller.test.ts": "a slow source is the subject",
  "test/upload-cut-short.test.ts": "the moment of the interruption is the subject",
  "test/webhook-relay.test.ts": "scales the worker's pauses",
};

test("tests wait for conditions, not for time", () => {
  const sleeping = globSync("test/**/*.ts").filter(
    (file) =>
      file !== "test/unit/house-sleeps.test.ts" && /\bsetTimeout(\(| as )/.test(readFileSync(file, "utf8")),
  );
  // Tests of a removed feature are gone.
  const allowed = Object.keys(ALLOWED).filter((file) => existsSync(file));
  expect(sleeping.toSorted()).toEqual(allowed.toSorted());
});
