import { beforeEach, expect, it } from "@jest/globals";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeTestFolder } from "../support/make-test-folder.ts";

const moduleOf = (name: string): string => new URL(`../../dev/setup/${name}.mjs`, import.meta.url).href;

let cache: string;
beforeEach(async () => {
  cache = await makeTestFolder();
  // Root cannot share a closed folder with other users, so it would use another one.
  await chmod(cache, 0o755);
});

/** A separate process, because the folder is read from its environment. */
function start(script: string) {
  const env = { ...process.env, CACHE_DIR: cache };
  return spawn(process.execPath, ["--input-type=module", "-e", script], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
}
const clear = () =>
  promisify(execFile)(
    process.execPath,
    ["--input-type=module", "-e", `(await import("${moduleOf("leftovers")}")).clearLeftovers()`],
    { env: { ...process.env, CACHE_DIR: cache } },
  );

it("removes leftovers of an interrupted set-up, but nothing in progress or complete", async () => {
  const fill = start(
    `const { intoPlace } = await import("${moduleOf("into-place")}");
     await intoPlace("${cache}/server-1", () => new Promise(() => { console.log("filling"); setInterval(() => {}, 1e6); }));`,
  );
  await once(fill.stdout, "data");
  const [workshop] = await readdir(cache);
  expect(workshop).toMatch(new RegExp(`^\\.partial-${fill.pid}-`));
  await clear();
  expect(await readdir(cache)).toEqual([workshop]);

  fill.kill("SIGINT");
  await once(fill, "exit");
  expect(await readdir(cache)).toEqual([workshop]);
  const dead = fill.pid!;
  for (const name of [
    `models/minilm-int8-1.${dead}.tmp`,
    "models/minilm-int8-1",
    "temporal-1.7.2/.partial-abc",
    "server-0",
  ])
    await mkdir(join(cache, name), { recursive: true });
  await mkdir(join(cache, `postgresql-18.${process.pid}.tmp`));
  await clear();
  expect((await readdir(cache)).toSorted((a, b) => a.localeCompare(b))).toEqual([
    "models",
    `postgresql-18.${process.pid}.tmp`,
    "server-0",
    "temporal-1.7.2",
  ]);
  expect(await readdir(join(cache, "models"))).toEqual(["minilm-int8-1"]);
  expect(await readdir(join(cache, "temporal-1.7.2"))).toEqual([]);
});
