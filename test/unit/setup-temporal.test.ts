import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

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
  install) echo built > "$GOBIN/temporal" ;;
esac
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "setup-temporal-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

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
    expect(await readFile(join(folder, "cache", "temporal-1.5.1", "temporal"), "utf8")).toBe("built\n");
  });

  it("explains what to do if Go is also missing", async () => {
    const { name, message } = await setUpWith("#!/bin/sh\nexit 1\n");
    expect(name).toBe("SetupError");
    expect(message).toMatch(
      /^Temporal could not be downloaded \(the archive answered 403\)\. .*install it .* or set TEMPORAL_ADDRESS/,
    );
  });
});
