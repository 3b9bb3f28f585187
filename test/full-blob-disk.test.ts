import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startWorkerProcess, type WorkerProcess } from "../testkit/worker-process.ts";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { startProduct, type Product, type SignedIn } from "./support/product.ts";
import { waitFor } from "./support/wait-for.ts";

const WAIT_MS = 180_000;

/** A separate file system of `size`; null if the system does not allow mounting. */
function mountDisk(size: string): string | null {
  const folder = mkdtempSync(join(tmpdir(), "small-disk-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return null;
}

const disk = mountDisk("16m");
if (disk === null) console.warn("skipped: mounting a small disk takes root, in a place that lets it");

const describeIf = disk === null ? describe.skip : describe;
describeIf("a blob store on a disk that is really full", () => {
  const folder = disk!;
  const ballast = join(folder, "ballast");
  let product: Product;
  let worker: WorkerProcess | null = null;
  let customer: SignedIn;
  let projectId: string;
  let pdf: Buffer;
  beforeAll(async () => {
    const environment = { DATA_DIR: join(folder, "data"), MIN_FREE_BYTES: "0" };
    product = await startProduct({ environment });
    customer = await product.signIn("customer");
    projectId = (await customer.send("POST", "/api/v1/projects", { name: "P", framework: "soc2" })).data.id;
    pdf = await makePdf({ pages: [["Access reviews take place every quarter."]] });
  });
  afterAll(async () => {
    await worker?.stop();
    await product.stop();
    spawnSync("umount", [folder]);
    rmSync(folder, { recursive: true });
  });

  async function fill(): Promise<void> {
    const file = await open(ballast, "w");
    const block = Buffer.alloc(4_096);
    try {
      for (;;) await file.write(block);
    } catch (error) {
      expect(error).toMatchObject({ code: "ENOSPC" });
    } finally {
      await file.close();
    }
  }
  const upload = () =>
    customer.upload({ name: "a.pdf", bytes: pdf }, { project_id: projectId, control_id: "CC6.1" });
  const stateOf = async (id: string) => (await customer.get(`/api/v1/evidence/${id}/ingestion`)).data;

  test("refuses uploads with 507; accepted files wait, and are read when there is space", async () => {
    const taken = [(await upload()).data.id, (await upload()).data.id];
    await fill();
    const refused = await upload();
    expect([refused.status, refused.body.error.code]).toEqual([507, "SERVICE_UNAVAILABLE"]);
    // A worker that starts in the meantime waits as well.
    worker = await startWorkerProcess(product.config);
    for (const id of taken) {
      const state = await waitFor(
        () => stateOf(id),
        ({ attempts }) => attempts > 2,
        WAIT_MS,
      );
      expect(state).toMatchObject({ chunking_status: "PROCESSING", error: null });
      expect(state.waiting).toMatch(/disk is full/);
    }
    expect((await customer.fetch(`/api/v1/evidence/${taken[0]}/file`)).status).toBe(200);
    await rm(ballast);
    for (const id of taken)
      await waitFor(
        () => stateOf(id),
        ({ chunking_status: state }) => state === "COMPLETED",
        WAIT_MS,
      );
    expect((await upload()).status).toBe(201);
  }, 500_000);
});
