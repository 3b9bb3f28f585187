import { expect, test } from "@jest/globals";
import { isRunning } from "../../dev/stack/is-running.ts";

test("a process counts only while it runs the program", () => {
  expect(isRunning(process.pid, "node")).toBe(true);
  expect(isRunning(process.pid, "dev/start")).toBe(false);
  // Larger than any process id.
  expect(isRunning(2 ** 30, "node")).toBe(false);
});
