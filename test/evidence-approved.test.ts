import { describe, expect, test } from "@jest/globals";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import type { UploadFields } from "./support/api-client.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";

const { product, customer, auditor, pdf, uploaded } = await startEvidenceProject();
const admin = await product.signIn("admin");

const path = (id: string): string => `/api/v1/evidence/${id}`;
const review = (id: string, body: object) => auditor.send("POST", `${path(id)}/review`, body);
const addVersion = (id: string) =>
  customer.upload({ name: "a.pdf", bytes: pdf }, {} as UploadFields, `${path(id)}/versions`);
const read = async (id: string) => (await customer.get(path(id))).data;
const change = (id: string, to: Partial<Evidence>) =>
  product.orm.em.fork().nativeUpdate(Evidence, { id }, to);

async function approved(more: object = {}): Promise<string> {
  const id = await uploaded(more);
  expect((await review(id, { decision: "approve" })).status).toBe(200);
  return id;
}

async function expired(more: object = {}): Promise<string> {
  const id = await approved(more);
  await change(id, { status: "expired" });
  return id;
}

describe("what an auditor accepted is not deleted by a customer", () => {
  async function expectStays(id: string): Promise<void> {
    expect((await customer.send("DELETE", path(id))).body.error.code).toBe("FORBIDDEN");
    expect((await customer.get(path(id))).status).toBe(200);
  }

  test("while it is approved", async () => expectStays(await approved()));

  test("once a new version replaced it, which may still be taken back", async () => {
    const id = await approved();
    const version = await addVersion(id);
    expect((await read(id)).status).toBe("superseded");
    await expectStays(id);
    expect((await customer.send("DELETE", path(version.data.id))).status).toBe(200);
  });

  test("once it expired, but by an admin", async () => {
    const id = await expired();
    await expectStays(id);
    expect((await admin.send("DELETE", path(id))).status).toBe(200);
  });

  test("and what was never accepted is: rejected, or replaced before a review", async () => {
    const [rejected, replaced] = [await uploaded(), await uploaded()];
    await review(rejected, { decision: "reject", note: "Not dated" });
    await addVersion(replaced);
    for (const id of [rejected, replaced]) expect((await customer.send("DELETE", path(id))).status).toBe(200);
  });
});
