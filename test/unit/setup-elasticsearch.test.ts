import { beforeEach, describe, expect, test } from "@jest/globals";
import { execFile } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeTestFolder } from "../support/make-test-folder.ts";

/** A separate process, because it reads JAVA_HOME and CACHE_DIR. */
const SCRIPT = `
  const { findElasticsearch } = await import(process.argv[1]);
  const { isElasticsearchReady } = await import(process.argv[2]);
  console.log(JSON.stringify({ found: findElasticsearch()?.split("/").at(-1) ?? null, ready: isElasticsearchReady() }));`;

let folder: string;
beforeEach(async () => {
  folder = await makeTestFolder();
  // As root, servers are kept in a folder that their own user can enter.
  await chmod(folder, 0o755);
});

async function program(path: string, text = ""): Promise<void> {
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, text);
  await chmod(path, 0o755);
}

async function choiceWith(java: number, unpacked: readonly string[]) {
  await program(join(folder, "java", "bin", "java"));
  await writeFile(join(folder, "java", "release"), `JAVA_VERSION="${java}.0.1"\n`);
  for (const part of unpacked) await program(join(folder, "cache", part));
  const env = {
    PATH: process.env["PATH"],
    JAVA_HOME: join(folder, "java"),
    CACHE_DIR: join(folder, "cache"),
  };
  const modules = ["elasticsearch-releases.mjs", "elasticsearch.mjs"].map(
    (name) => new URL(`../../dev/setup/${name}`, import.meta.url).href,
  );
  const args = ["--input-type=module", "-e", SCRIPT, ...modules];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout) as { found: string | null; ready: boolean };
}

const NEW = "elasticsearch-9.2.8";
const OLD = "elasticsearch-8.19.21";

describe("the Elasticsearch that runs here", () => {
  test.each([
    [25, [NEW, OLD], NEW, true],
    [17, [NEW, OLD], OLD, true],
    [17, [OLD], OLD, true],
    [11, [NEW, OLD], null, false],
    [21, [], null, false],
  ])("with Java %s and %j is %s", async (java, unpacked, found, ready) =>
    expect(
      await choiceWith(
        java,
        unpacked.map((name) => join(name, "bin", "elasticsearch")),
      ),
    ).toEqual({ found, ready }),
  );

  test("is an older one, but not ready, until the newest is fetched", async () =>
    expect(await choiceWith(21, [join(OLD, "bin", "elasticsearch")])).toEqual({ found: OLD, ready: false }));

  test("needs no Java if it includes one", async () =>
    expect(
      await choiceWith(11, [join(NEW, "bin", "elasticsearch"), join(NEW, "jdk", "bin", "java")]),
    ).toEqual({ found: NEW, ready: true }));
});

describe("a Maven repository that lacks the newest release", () => {
  const PLAN = `
    const { planElasticsearch } = await import(process.argv[1]);
    const lines = [];
    try {
      const work = await planElasticsearch({ isOffered: async () => false });
      console.log(JSON.stringify({ result: await work((line) => lines.push(line)), lines }));
    } catch ({ name, message }) {
      console.log(JSON.stringify({ name, message, lines }));
    }`;

  async function planWith(unpacked: readonly string[]) {
    await program(
      join(folder, "bin", "mvn"),
      "#!/bin/sh\necho '[ERROR] Could not find the artifact'\nexit 1\n",
    );
    await program(join(folder, "java", "bin", "java"));
    await writeFile(join(folder, "java", "release"), 'JAVA_VERSION="25"\n');
    for (const name of unpacked) await program(join(folder, "cache", name, "bin", "elasticsearch"));
    const env = {
      PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
      JAVA_HOME: join(folder, "java"),
      CACHE_DIR: join(folder, "cache"),
    };
    const plan = new URL("../../dev/setup/elasticsearch.mjs", import.meta.url).href;
    const args = ["--input-type=module", "-e", PLAN, plan];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return JSON.parse(stdout) as object;
  }

  test("leads to the one before it", async () =>
    expect(await planWith([OLD])).toEqual({
      result: "8.19.21, which is here already",
      lines: ["fetching 100 MB with Maven", "Maven could not fetch version 9.2.8"],
    }));

  test("and all others is reported with Maven's reason", async () =>
    expect(await planWith([])).toMatchObject({
      name: "SetupError",
      message:
        "Maven could not fetch Elasticsearch ([ERROR] Could not find the artifact): " +
        "check the network, or set ELASTICSEARCH_URL to a running Elasticsearch 8.19 or 9.",
    }));
});
