import { expect, test } from "@jest/globals";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { Project } from "../domain/projects/project.entity.ts";
import { newId } from "../platform/ids.ts";
import { eventKinds } from "./support/event-kinds.ts";
import type { ApiClient } from "./support/api-client.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";

const { product, customer, auditor, admin, foreign, projectId, pdf, uploaded } = await startEvidenceProject();

const review = (by: ApiClient, reviews: object[], project = projectId) =>
  by.send("POST", `/api/v1/projects/${project}/evidence/review`, { reviews });

test("several pieces of evidence are reviewed independently", async () => {
  const [good, bad, taken, failed] = [await uploaded(), await uploaded(), await uploaded(), await uploaded()];
  const own = await admin.upload(
    { name: "b.pdf", bytes: pdf },
    { project_id: projectId, control_id: "A1.2" },
  );
  await auditor.send("POST", `/api/v1/evidence/${taken}/review`, { decision: "reject", note: "Old" });
  await product.orm.em.fork().nativeUpdate(Evidence, { id: failed }, { chunkingStatus: "FAILED" });
  const nowhere = newId();
  const { status, data } = await review(admin, [
    { evidence_id: good, decision: "approve" },
    { evidence_id: bad, decision: "reject", note: "Not signed" },
    { evidence_id: taken, decision: "approve" },
    { evidence_id: failed, decision: "approve" },
    { evidence_id: own.data.id, decision: "approve" },
    { evidence_id: nowhere, decision: "approve" },
  ]);
  expect([status, data.reviewed, data.refused]).toEqual([200, 2, 4]);
  const refused = (evidence_id: string, was: string | null, reason: string, reason_code: string | null) => ({
    evidence_id,
    outcome: "refused",
    status: was,
    reason: expect.stringContaining(reason),
    reason_code,
  });
  expect(data.results).toEqual([
    { evidence_id: good, outcome: "reviewed", status: "approved", reason: null, reason_code: null },
    { evidence_id: bad, outcome: "reviewed", status: "rejected", reason: null, reason_code: null },
    refused(taken, "rejected", "Only pending evidence can be reviewed", "not_pending"),
    refused(failed, "pending", "could not be read", "required_for_unread"),
    refused(own.data.id, "pending", "You cannot review your own upload", "own_upload"),
    refused(nowhere, null, "not found", null),
  ]);
  expect((await customer.get(`/api/v1/evidence/${good}`)).data).toMatchObject({ status: "approved" });
  expect(await eventKinds(product, good)).toEqual(["evidence.uploaded", "evidence.approved"]);
  expect(await eventKinds(product, failed)).toEqual(["evidence.uploaded"]);
  const { data: control } = await customer.get(`/api/v1/projects/${projectId}/controls/CC6.1`);
  expect(control.approved_evidence).toBe(1);
});

test("an invalid or unauthorised call reviews nothing", async () => {
  const id = await uploaded();
  const approve = { evidence_id: id, decision: "approve" };
  const fieldOf = async (reviews: object[]) =>
    (await review(admin, reviews)).body.error.details["field"] as string;
  expect(await fieldOf([{ ...approve, decision: "reject" }])).toBe("reviews.0.note");
  const rejected = { ...approve, decision: "reject", note: "Not signed", expires_at: "2999-01-01T00:00:00Z" };
  expect(await fieldOf([rejected])).toBe("reviews.0.expires_at");
  expect(await fieldOf([approve, approve])).toBe("reviews.1.evidence_id");
  expect(await fieldOf([])).toBe("reviews");
  expect((await review(customer, [approve])).status).toBe(403);
  expect((await review(foreign, [approve])).status).toBe(404);

  const other = await admin.send("POST", "/api/v1/projects", { name: "Other", framework: "soc2" });
  expect((await review(admin, [approve], other.data.id)).data).toMatchObject({ reviewed: 0, refused: 1 });
  await product.orm.em.fork().nativeUpdate(Project, { id: projectId }, { status: "archived" });
  expect((await review(admin, [approve])).data.results[0]!.reason).toContain("archived");
  await product.orm.em.fork().nativeUpdate(Project, { id: projectId }, { status: "active" });
  expect((await customer.get(`/api/v1/evidence/${id}`)).data.status).toBe("pending");
});

test("two simultaneous calls review each piece once, in any order", async () => {
  const ids = [await uploaded(), await uploaded(), await uploaded()];
  const reviews = ids.map((id) => ({ evidence_id: id, decision: "approve" }));
  const answers = await Promise.all([review(admin, reviews), review(auditor, reviews.toReversed())]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.reduce((sum, { data }) => sum + data.reviewed, 0)).toBe(3);
});
