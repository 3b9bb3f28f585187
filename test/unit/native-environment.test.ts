import { expect, test } from "@jest/globals";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { makeTestFolder } from "../support/make-test-folder.ts";

const ENVIRONMENT = new URL("../../dev/jest/native-environment.ts", import.meta.url).href;
const SCRIPT = `
  const { NativeEnvironment } = await import(${JSON.stringify(ENVIRONMENT)});
  await new NativeEnvironment().teardown();
  console.log("done");
  setInterval(() => undefined, 1_000);`;

test("the end of a test file saves the compiled code, so that little is left for the end of its process", async () => {
  const cache = await makeTestFolder();
  const env = { ...process.env, NODE_COMPILE_CACHE: cache };
  const child = spawn(process.execPath, ["--input-type=module", "--eval", SCRIPT], { env, stdio: "pipe" });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  const files = await readdir(cache, { recursive: true, withFileTypes: true });
  expect(files.filter((entry) => entry.isFile()).length).toBeGreaterThan(0);
});
