import { expect, it } from "@jest/globals";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { untilPrinted } from "../../testkit/until-printed.ts";

const run = (script: string) =>
  spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });

it("waits for a text, and keeps reading what the process prints", async () => {
  const child = run(
    `process.stdout.on("error", () => process.exit(3));
     process.once("SIGTERM", () => process.stdout.write("x".repeat(1_000_000), () => process.exit(0)));
     setInterval(() => {}, 1e6);
     console.log("is running");`,
  );
  await untilPrinted(child, "is running", 10_000);
  const ended = once(child, "exit");
  child.kill();
  expect(await ended).toEqual([0, null]);
});

it("fails with the output of a process that ends first", async () => {
  await expect(untilPrinted(run(`console.log("no database")`), "is running", 10_000)).rejects.toThrow(
    'The process ended before it printed "is running":\nno database\n',
  );
});

it("fails at the deadline, and ends the process", async () => {
  const child = run(`console.log("waiting"); setInterval(() => {}, 1e6);`);
  const ended = once(child, "exit");
  await expect(untilPrinted(child, "is running", 500)).rejects.toThrow(
    /^The process did not print "is running" within 0\.5 s:\n/,
  );
  expect(await ended).toEqual([null, "SIGKILL"]);
});
