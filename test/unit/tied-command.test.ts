import { expect, test } from "@jest/globals";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { once } from "node:events";
import { tiedCommand } from "../../testkit/tied-command.ts";
import { waitFor } from "../support/wait-for.ts";

const onLinux = existsSync("/usr/bin/setpriv") ? test : test.skip;

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

onLinux("a process started with it ends with its parent, even if that is killed", async () => {
  const parent = spawn(
    process.execPath,
    [
      "-e",
      `const [program, args] = ${JSON.stringify(tiedCommand("sleep", ["60"]))};
       console.log(require("node:child_process").spawn(program, args, { stdio: "ignore" }).pid);`,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  const pid = Number(line.toString());
  expect(runs(pid)).toBe(true);
  parent.kill("SIGKILL");
  await waitFor(
    () => Promise.resolve(runs(pid)),
    (still) => !still,
  );
});
