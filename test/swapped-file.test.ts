import { expect, test } from "@jest/globals";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startEvidenceProject } from "./support/evidence-project.ts";

const { product, customer, pdf, uploaded } = await startEvidenceProject();

const whole = (path: string, headers: Record<string, string> = {}) => customer.fetch(path, { headers });

async function swapLastByte(id: string): Promise<{ stored: string; swapped: Buffer }> {
  const stored = join(product.config.DATA_DIR, "blobs", "evidence", id, "original");
  const swapped = Buffer.from(pdf);
  swapped[swapped.length - 1] = swapped.at(-1)! ^ 1;
  await writeFile(stored, swapped);
  return { stored, swapped };
}

test("a file that was swapped in the store is never downloaded as a complete file", async () => {
  const id = await uploaded();
  const path = `/api/v1/evidence/${id}/file`;
  expect(Buffer.from(await (await whole(path)).arrayBuffer())).toEqual(pdf);
  const { stored, swapped } = await swapLastByte(id);
  const download = async (): Promise<ArrayBuffer> => (await whole(path)).arrayBuffer();
  await expect(download()).rejects.toThrow();
  expect(await readFile(stored)).toEqual(swapped);
});

test("no part of it is sent either, not even one that is unchanged, until the file is back", async () => {
  const id = await uploaded();
  const part = (range: string) => whole(`/api/v1/evidence/${id}/file`, { range });
  expect(Buffer.from(await (await part("bytes=0-9")).arrayBuffer())).toEqual(pdf.subarray(0, 10));
  const { stored } = await swapLastByte(id);
  for (const range of ["bytes=0-9", "bytes=-10", "bytes=0-9"]) {
    const answer = await part(range);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ error: { details: { reason: "file_changed" } } });
    expect(answer.headers.has("content-range")).toBe(false);
  }
  await writeFile(stored, pdf);
  const again = await Promise.all(Array.from({ length: 20 }, () => part("bytes=-10")));
  for (const answer of again) expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf.subarray(-10));
});

test("a lost file is reported as lost, not as unknown, until it is back", async () => {
  const id = await uploaded();
  const stored = join(product.config.DATA_DIR, "blobs", "evidence", id, "original");
  await rm(stored);
  const answer = await whole(`/api/v1/evidence/${id}/file`);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ error: { details: { reason: "file_missing" } } });
  await writeFile(stored, pdf);
  expect((await whole(`/api/v1/evidence/${id}/file`)).status).toBe(200);
});
