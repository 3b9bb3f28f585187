import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { fork, type ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { askChild } from "../../bench/support/ask-child.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

let folder: string;
let child: ChildProcess;
beforeEach(async () => {
  folder = await makeTestFolder();
  const program = join(folder, "child.mjs");
  writeFileSync(
    program,
    `process.on("message", (text) => (text === "end" ? process.exit(4) : process.send({ text })));`,
  );
  child = fork(program);
});
afterEach(() => {
  child.kill();
});

it("returns the answer to each message", async () => {
  expect(await askChild(child, "one")).toEqual({ text: "one" });
  expect(await askChild(child, "two")).toEqual({ text: "two" });
  expect(child.listenerCount("exit") + child.listenerCount("message")).toBe(0);
});

it("fails if the process ends without an answer", async () => {
  await expect(askChild(child, "end")).rejects.toThrow("A process of the benchmark ended (exit code 4)");
});
