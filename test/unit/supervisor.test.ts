import { expect, test } from "@jest/globals";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSupervisor } from "../../dev/stack/supervisor.ts";

const PRINTS = "let n = 0; setInterval(() => console.log(`line ${n++}`), 20)";

test("a program outlives a log that cannot be written, as on a full disk, and continues it afterwards", async () => {
  const folder = mkdtempSync(join(tmpdir(), "supervisor-"));
  const logs = join(folder, "logs");
  const supervisor = createSupervisor();
  const seen = Promise.withResolvers<void>();
  const child = supervisor.spawn({
    name: "printer",
    command: process.execPath,
    args: ["-e", PRINTS],
    env: {},
    logFile: join(logs, "printer.log"),
    stage: "product",
    onLine: (line) => {
      if (line === "line 5") mkdirSync(logs);
      if (line === "line 15") seen.resolve();
    },
  });
  await seen.promise;
  expect(child.hasExited()).toBe(false);
  await supervisor.stopAll();
  expect(readFileSync(child.logFile, "utf8")).toContain("line 14\n");
  rmSync(folder, { recursive: true, force: true });
});
