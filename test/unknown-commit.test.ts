import { describe, expect, test } from "@jest/globals";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { newId } from "../platform/ids.ts";
import { createCommitCutter } from "./support/commit-cutter.ts";
import { untilIngested } from "./support/until-ingested.ts";
import { waitFor } from "./support/wait-for.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { newProject } from "./support/new-project.ts";
import { formWith } from "../testkit/form-with.ts";

const cutter = await stopAfterAll(createCommitCutter(process.env["TEST_DATABASE_URL"]!));
const product = await startProductForFile({ parts: ["worker"], databaseAddress: cutter.address });
const customer = await product.signIn("customer");
const projectId = await newProject(customer);
const pdf = await makePdf({ pages: [["Access reviews take place every quarter."]] });

interface Sent {
  status: number;
  replayed: boolean;
  id: string;
}

async function upload(title: string, key: string): Promise<Sent> {
  const form = formWith(
    { project_id: projectId, control_id: "CC6.1", title },
    { name: "review.pdf", bytes: pdf },
  );
  const response = await customer.fetch("/api/v1/evidence", {
    method: "POST",
    body: form,
    headers: { "idempotency-key": key },
  });
  const { data } = (await response.json()) as { data?: { id: string } };
  const replayed = response.headers.get("idempotent-replayed") === "true";
  return { status: response.status, replayed, id: data?.id ?? "" };
}

/** Retries until accepted, because PostgreSQL may still hold the lock of the first attempt. */
const retried = (title: string, key: string): Promise<Sent> =>
  waitFor(
    () => upload(title, key),
    ({ status }) => status === 201,
  );

const rows = (title: string): Promise<number> => product.orm.em.fork().count(Evidence, { title });
const folders = async (): Promise<number> =>
  (await readdir(join(product.config.DATA_DIR, "blobs", "evidence")).catch(() => [])).length;

async function expectRead(id: string): Promise<void> {
  const file = await customer.fetch(`/api/v1/evidence/${id}/file`);
  expect(file.status).toBe(200);
  expect(Buffer.from(await file.arrayBuffer()).equals(pdf)).toBe(true);
  await untilIngested(customer, id);
}

describe("an upload whose connection is cut", () => {
  test("after the COMMIT keeps its file, whatever the caller got", async () => {
    const [title, key] = [`After ${newId()}`, newId()];
    const cut = cutter.cut(title, "after");
    const first = await upload(title, key);
    await cut;
    expect([201, 503]).toContain(first.status);
    const again = await retried(title, key);
    expect(again.replayed).toBe(true);
    expect(await rows(title)).toBe(1);
    await expectRead(again.id);
  });

  test("after the COMMIT, with an unknown result, keeps its file", async () => {
    const [title, key] = [`Away ${newId()}`, newId()];
    cutter.shutAfterCut();
    const cut = cutter.cut(title, "after");
    const first = await upload(title, key);
    await cut;
    expect(first.status).toBe(503);
    cutter.open();
    const again = await retried(title, key);
    expect(again.replayed).toBe(true);
    await expectRead(again.id);
  });

  test("before the COMMIT leaves neither row nor file, and the retry is processed", async () => {
    const before = await folders();
    const [title, key] = [`Before ${newId()}`, newId()];
    const cut = cutter.cut(title, "before");
    const first = await upload(title, key);
    await cut;
    expect(first.status).toBe(503);
    expect([await rows(title), await folders()]).toEqual([0, before]);
    const again = await retried(title, key);
    expect(again.replayed).toBe(false);
    expect(await rows(title)).toBe(1);
    await expectRead(again.id);
  });
});
