import { expect, test } from "@jest/globals";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startEvidenceProject } from "./support/evidence-project.ts";

const { product, customer, pdf, uploaded } = await startEvidenceProject();

test("a file that was swapped in the store is never downloaded as a complete file", async () => {
  const id = await uploaded();
  const path = `/api/v1/evidence/${id}/file`;
  const stored = join(product.config.DATA_DIR, "blobs", "evidence", id, "original");
  expect(Buffer.from(await (await customer.fetch(path)).arrayBuffer())).toEqual(pdf);
  const swapped = Buffer.from(pdf);
  swapped[swapped.length - 1] = swapped.at(-1)! ^ 1;
  await writeFile(stored, swapped);
  const download = async (): Promise<ArrayBuffer> => (await customer.fetch(path)).arrayBuffer();
  await expect(download()).rejects.toThrow();
  expect(await readFile(stored)).toEqual(swapped);
});
