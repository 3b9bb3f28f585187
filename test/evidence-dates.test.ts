import { expect, test } from "@jest/globals";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import type { Answer, UploadFields } from "./support/api-client.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";

const { product, customer, pdf, upload, uploaded } = await startEvidenceProject();
const OVER = "2020-01-01T00:00:00Z";

const put = (id: string, body: object) => customer.send("PUT", `/api/v1/evidence/${id}`, body);
const version = (id: string, fields: object) =>
  customer.upload({ name: "a.pdf", bytes: pdf }, fields as UploadFields, `/api/v1/evidence/${id}/versions`);
const refusedBy = ({ status, body }: Answer) => [status, body.error.code, body.error.details["field"]];
const refused = (field: string) => [400, "VALIDATION_ERROR", field];

const wrong: [string, Record<string, string>][] = [
  ["period_end", { period_start: "2026-03-31", period_end: "2026-01-01" }],
  ["collected_at", { collected_at: "2999-01-01" }],
  ["expires_at", { expires_at: OVER }],
];

test.each(wrong)("every route with dates refuses an impossible %s", async (field, dates) => {
  const id = await uploaded();
  const count = () => product.orm.em.fork().count(Evidence);
  const before = await count();
  expect(refusedBy(await upload("a.pdf", pdf, dates))).toEqual(refused(field));
  expect(refusedBy(await version(id, dates))).toEqual(refused(field));
  expect(refusedBy(await put(id, dates))).toEqual(refused(field));
  expect([await count(), (await customer.get(`/api/v1/evidence/${id}`)).data.status]).toEqual([
    before,
    "pending",
  ]);
});

test("a change is validated against the existing dates", async () => {
  const id = await uploaded({ period_start: "2026-01-01", period_end: "2026-03-31" });
  expect(refusedBy(await put(id, { period_end: "2025-12-31" }))).toEqual(refused("period_end"));
  expect(refusedBy(await put(id, { period_start: "2026-04-01" }))).toEqual(refused("period_start"));
  expect((await put(id, { period_start: "2026-04-01", period_end: "2026-06-30" })).status).toBe(200);
});

test("an expiry date that has passed in the meantime does not prevent other changes", async () => {
  const id = await uploaded();
  await product.orm.em.fork().nativeUpdate(Evidence, { id }, { expiresAt: new Date(OVER) });
  expect((await put(id, { title: "Other", expires_at: OVER })).data).toMatchObject({ title: "Other" });
  expect((await put(id, { expires_at: null })).data.expires_at).toBeNull();
});
