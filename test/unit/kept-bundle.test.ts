import { beforeEach, expect, test } from "@jest/globals";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { openKeptBundle, type KeptBundle } from "../../workers/kept-bundle.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

const schema = z.object({ code: z.string() });

let folder: string;
let source: string;
let lockFile: string;
let kept: KeptBundle<{ code: string }>;

beforeEach(async () => {
  folder = await makeTestFolder();
  [source, lockFile] = [join(folder, "source.ts"), join(folder, "package-lock.json")];
  await writeFile(source, "one");
  await writeFile(lockFile, "{}");
  kept = openKeptBundle(join(folder, "dist", "bundle.json"), {
    schema,
    inputsOf: () => [source],
    always: [lockFile],
  });
});

test("a bundle is kept while its inputs are the same", async () => {
  expect(await kept.read()).toBeNull();
  await kept.write({ code: "one" });
  expect(await kept.read()).toEqual({ code: "one" });
});

test.each([
  ["a source changes", () => writeFile(source, "two")],
  ["a source is removed", () => rm(source)],
  ["the lock file changes", () => writeFile(lockFile, '{"version":2}')],
  ["the file is damaged", () => writeFile(join(folder, "dist", "bundle.json"), "{")],
])("is not used once %s", async (_, change) => {
  await kept.write({ code: "one" });
  await change();
  expect(await kept.read()).toBeNull();
});

test("is not used in a copy of the folder", async () => {
  await kept.write({ code: "one" });
  const always = [join(folder, "copy", "package-lock.json")];
  const options = { schema, inputsOf: () => [source], always };
  expect(await openKeptBundle(join(folder, "dist", "bundle.json"), options).read()).toBeNull();
});
