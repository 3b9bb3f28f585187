import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../testkit/free-port.ts";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { createApiClient, type ApiClient } from "./support/api-client.ts";
import { startApiProcess } from "./support/api-process.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";

/** The most that the limited process can write; beyond that the system fails as for a full disk. */
const KILOBYTES = 256;

const { product, customer, fields, pdf, projectId } = await startEvidenceProject();
let limited: { url: string; stop(): Promise<void> };
let uploader: ApiClient;

beforeAll(async () => {
  limited = await startApiProcess(product.config, await freePort(), { fileKilobytes: KILOBYTES });
  uploader = createApiClient(limited.url, customer.token);
});
afterAll(() => limited.stop());

const files = async (): Promise<string[]> => {
  const folder = join(product.config.DATA_DIR, "blobs");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};
const count = () => product.orm.em.fork().count(Evidence, { project: projectId });

test.each([300_000, 5_000_000, 60_000_000])(
  "refuses an upload of %d bytes without room for it, and leaves nothing behind",
  async (size) => {
    const [before, rows] = [await files(), await count()];
    const bytes = Buffer.concat([pdf, randomBytes(size)]);
    const { status, body } = await uploader.upload({ name: "a.pdf", bytes }, fields());
    expect([status, body.error.code]).toEqual([507, "SERVICE_UNAVAILABLE"]);
    expect(body.error.message).toMatch(/Storage is full/i);
    expect(await files()).toEqual(before);
    expect(await count()).toBe(rows);
  },
);

test("accepts what fits", async () => {
  expect((await uploader.upload({ name: "a.pdf", bytes: pdf }, fields())).status).toBe(201);
});
