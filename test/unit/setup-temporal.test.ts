import { beforeEach, describe, expect, it } from "@jest/globals";
import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { makeTestFolder } from "../support/make-test-folder.ts";

/**
 * A separate process, because it reads PATH and CACHE_DIR; the download fails as behind a proxy that forbids
 * it.
 */
const SCRIPT = `
  const { planTemporal } = await import(process.argv[1]);
  const download = () => Promise.reject(new Error("the archive answered 403"));
  const lines = [];
  try {
    const work = await planTemporal({ isOffered: async () => true, download });
    const result = await work((line) => lines.push(line));
    console.log(JSON.stringify({ result, lines }));
  } catch (error) {
    console.log(JSON.stringify({ name: error.name, message: error.message, lines }));
  }`;
const BUILDS = `#!/bin/sh
case "$1" in
  version) echo "go version go1.24.9 linux/amd64" ;;
  get) echo "$@" > required ;;
  build) echo "built with" $(cat required) > temporal ;;
esac
`;

let folder: string;
beforeEach(async () => {
  folder = await makeTestFolder();
});

interface Outcome {
  name?: string;
  message?: string;
  result?: string;
  lines: string[];
}

async function setUpWith(go: string): Promise<Outcome> {
  const bin = join(folder, "bin");
  await mkdir(bin);
  await writeFile(join(bin, "go"), go);
  await chmod(join(bin, "go"), 0o755);
  const env = { ...process.env, PATH: `${bin}:${process.env["PATH"]}`, CACHE_DIR: join(folder, "cache") };
  const plan = new URL("../../dev/setup/temporal.mjs", import.meta.url).href;
  const args = ["--input-type=module", "-e", SCRIPT, plan];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout) as Outcome;
}

describe("the set-up of Temporal, if the download fails although its host answers", () => {
  it("reports it in one line and builds with Go", async () => {
    const { result, lines } = await setUpWith(BUILDS);
    expect(result).toBe("1.5.1 built with Go, because the download failed (the archive answered 403)");
    expect(lines).toContain("the download failed (the archive answered 403), looking for Go");
    expect(await readFile(join(folder, "cache", "temporal-1.7.2", "temporal"), "utf8")).toBe(
      "built with get github.com/temporalio/cli/cmd/temporal@v1.5.1 modernc.org/sqlite@v1.44.3\n",
    );
  });

  it("explains what to do if Go is also missing", async () => {
    const { name, message } = await setUpWith("#!/bin/sh\nexit 1\n");
    expect(name).toBe("SetupError");
    expect(message).toMatch(
      /^Temporal could not be downloaded \(the archive answered 403\)\. .*install it .* or set TEMPORAL_ADDRESS/,
    );
  });
});

describe("the Temporal that is found", () => {
  const FIND = `console.log((await import(process.argv[1])).findTemporal());`;

  async function find(): Promise<string> {
    const env = { ...process.env, PATH: folder, HOME: folder, CACHE_DIR: join(folder, "cache") };
    const locations = new URL("../../dev/setup/locations.mjs", import.meta.url).href;
    const args = ["--input-type=module", "-e", FIND, locations];
    return (await promisify(execFile)(process.execPath, args, { env })).stdout.trim();
  }

  async function put(path: string, version: string): Promise<string> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `#!/bin/sh\necho "temporal version ${version} (Server 1.0.0, UI 2.0.0)"\n`);
    await chmod(path, 0o755);
    return path;
  }

  it("on PATH is new enough to survive callers that give up", async () => {
    await put(join(folder, "temporal"), "1.6.2");
    expect(await find()).toBe("null");
    const onPath = await put(join(folder, "temporal"), "1.10.0");
    expect(await find()).toBe(onPath);
  });

  it("is the fetched one first, whatever its version", async () => {
    await put(join(folder, "temporal"), "1.8.0");
    const fetched = await put(join(folder, "cache", "temporal-1.7.2", "temporal"), "1.5.1");
    expect(await find()).toBe(fetched);
  });
});
