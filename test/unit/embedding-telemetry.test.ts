import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { promisify } from "node:util";
import { writeTinyModels, type TinyModels } from "../support/tiny-models.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

const EMBEDDER = new URL("../../retrieval/embedding/embedder.ts", import.meta.url).href;
const EMBED = `
  const { createEmbedder } = await import("${EMBEDDER}");
  const embedder = await createEmbedder({ modelDir: process.argv[1], threads: 2 });
  console.log((await embedder.embed(["access review"])).length);
  await embedder.close();`;

let models: TinyModels;
const home = await makeTestFolder();

beforeAll(async () => {
  models = await writeTinyModels();
});

afterAll(async () => {
  await models.remove();
});

test("ONNX Runtime neither identifies this machine nor stores events to send to its maker", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", EMBED, models.modelDir],
    // Nothing else, because the runtime sends no telemetry from CI either.
    { env: { PATH: process.env["PATH"], HOME: home, TMPDIR: home } },
  );
  expect(stdout).toBe("1\n");
  expect(await readdir(home, { recursive: true })).toEqual([]);
});
