import { expect, test } from "@jest/globals";
import { spawn } from "node:child_process";
import { once } from "node:events";

const PROGRAM = `
  import { onStopSignal } from "${new URL("../../platform/process/on-stop-signal.ts", import.meta.url).href}";
  const logger = { info: () => undefined, error: (_about, text) => console.log(text) };
  onStopSignal(() => new Promise(() => setInterval(() => undefined, 1_000)), logger, 200);
  setInterval(() => undefined, 1_000);
  console.log("ready");
`;

test("a process whose parts hang while stopping ends anyway, and reports it", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", PROGRAM]);
  let output = "";
  child.stdout.on("data", (part: Buffer) => (output += part.toString()));
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  const [code] = (await once(child, "exit")) as [number];
  expect([code, output]).toEqual([1, expect.stringContaining("could not stop in time")]);
});
