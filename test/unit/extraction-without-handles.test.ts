import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";

const SCRIPT = join(import.meta.dirname, "..", "support", "extraction-without-handles.ts");

test("a parser that cannot be started for want of file handles is not the fault of the file", async () => {
  const limited = ["-c", 'ulimit -n 64; exec "$@"', "sh", process.execPath, SCRIPT];
  const { stdout } = await promisify(execFile)("/bin/sh", limited);
  expect(JSON.parse(stdout)).toEqual(["aborted", "away", false]);
});
