import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeTestFolder } from "../support/make-test-folder.ts";

const OWN = "postgres://me@127.0.0.1:1/restored";
const RUNNING = { DATABASE_URL: "postgres://127.0.0.1:1/running", ELASTICSEARCH_URL: "http://127.0.0.1:1" };

let folder: string;
let product: ChildProcess;
beforeEach(async () => {
  folder = await makeTestFolder();
  // Its command line names dev/start, like that of npm start.
  product = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)", "dev/start.ts"], {
    stdio: "ignore",
  });
});
afterEach(() => {
  product.kill();
});

/** The servers that a command gets, with this published by the running product. */
async function serversOf(published: object, given: Record<string, string> = {}): Promise<unknown> {
  const state = { pid: product.pid, url: "http://127.0.0.1:1", environment: published };
  writeFileSync(join(folder, "running.json"), JSON.stringify(state));
  const command = join(folder, "command.mjs");
  writeFileSync(
    command,
    "const { DATABASE_URL, ELASTICSEARCH_URL } = process.env; console.log(JSON.stringify({ DATABASE_URL, ELASTICSEARCH_URL }));",
  );
  // Empty variables are not set, and a developer's .env does not fill them in.
  const env = { ...process.env, DATABASE_URL: "", ELASTICSEARCH_URL: "", DATA_DIR: folder, ...given };
  const { stdout } = await promisify(execFile)(process.execPath, ["dev/run-on.ts", "product", command], {
    env,
  });
  return JSON.parse(stdout);
}

describe("a command for a running product", () => {
  it("uses the servers of the npm start on this machine", async () => {
    expect(await serversOf(RUNNING)).toEqual(RUNNING);
    expect(await serversOf(RUNNING, { DATABASE_URL: RUNNING.DATABASE_URL })).toEqual(RUNNING);
  });

  it("uses another database if DATABASE_URL names one, and no server of the running product", async () => {
    expect(await serversOf(RUNNING, { DATABASE_URL: OWN })).toEqual({
      DATABASE_URL: OWN,
      ELASTICSEARCH_URL: "",
    });
  });

  it("waits for no product that is still starting", async () => {
    await expect(serversOf({})).rejects.toMatchObject({
      stderr: "The product is still starting: run this again once it has printed its address.\n",
    });
  });
});
