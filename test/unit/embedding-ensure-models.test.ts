import { describe, expect, it } from "@jest/globals";
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { writeTinyModels } from "../support/tiny-models.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

const run = promisify(execFile);

interface Options {
  cacheDir: string;
  report(line: string): void;
  env: Record<string, string>;
}
const module = (await import(new URL("../../dev/models/ensure-models.mjs", import.meta.url).href)) as {
  ensureModels(options: Options): Promise<string>;
};
const ensure = (cacheDir: string, env: Record<string, string>): Promise<string> =>
  module.ensureModels({ cacheDir, report: () => undefined, env });

describe("ensure models", () => {
  it("reports problems of MODEL_DIR and EMBEDDING_PRECISION, and what to do", async () => {
    await expect(ensure("/nowhere", { MODEL_DIR: "/nowhere" })).rejects.toThrow(
      "/nowhere/embedding is not a model folder: model.onnx is missing. Correct MODEL_DIR, or unset it.",
    );
    await expect(ensure("/nowhere", { EMBEDDING_PRECISION: "fp16" })).rejects.toThrow("use int8");
  });

  it("refuses a model that does not distinguish similar from different texts", async () => {
    const models = await writeTinyModels();
    const checker = new URL("../../dev/models/check-model.mjs", import.meta.url).href;
    const script = `await (await import("${checker}")).checkEmbeddingModel(process.argv[1])`;
    // A separate process: native tensors do not recognize arrays of the test's realm.
    const folder = join(models.modelDir, "embedding");
    const check = run(process.execPath, ["--input-type=module", "-e", script, folder]);
    await expect(check).rejects.toMatchObject({ stderr: expect.stringContaining("does not distinguish") });
    await models.remove();
  });

  it("uses cached models without any request", async () => {
    const cacheDir = await makeTestFolder();
    const folder = join(cacheDir, "models", "minilm-int8-1");
    await mkdir(join(folder, "embedding"), { recursive: true });
    await writeFile(join(folder, "embedding", "config.json"), "{}");
    expect(await ensure(cacheDir, { HF_ENDPOINT: "http://127.0.0.1:9", PATH: "" })).toBe(folder);
  });
});
