import { describe, expect, test } from "@jest/globals";
import type { SignedIn } from "./support/product.ts";
import { eventKinds } from "./support/event-kinds.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";

/* What can happen to an approval: withdrawn, rejected by an auditor, accepted by an auditor. */

const { product, customer, auditor, admin, projectId, uploaded } = await startEvidenceProject();

const path = (id: string): string => `/api/v1/evidence/${id}`;
const review = (id: string, decision: string, note: string, who: SignedIn) =>
  who.send("POST", `${path(id)}/review`, { decision, note });
const accept = (id: string, body: object = { decision: "accept" }, who = auditor) =>
  who.send("POST", `${path(id)}/acceptance`, body);
const read = async (id: string) => (await customer.get(path(id))).data;
const approvedOf = async (number: string): Promise<number> =>
  (await customer.get(`/api/v1/projects/${projectId}/controls/${number}`)).data.approved_evidence;

async function approved(by: SignedIn = admin, more: object = {}): Promise<string> {
  const id = await uploaded(more);
  expect((await review(id, "approve", "", by)).status).toBe(200);
  return id;
}

describe("an approval", () => {
  test("is withdrawn with a reason by a reviewer, and the evidence is pending again", async () => {
    const id = await approved(admin, { control_id: "A1.2" });
    expect((await review(id, "withdraw", "", admin)).body.error.details).toMatchObject({ field: "note" });
    expect((await review(id, "withdraw", "Mine", customer)).status).toBe(403);
    expect(await approvedOf("A1.2")).toBe(1);
    expect((await review(id, "withdraw", "Two months are missing", auditor)).data).toMatchObject({
      status: "pending",
      reviewed_by: auditor.id,
      review_note: "Two months are missing",
    });
    expect(await approvedOf("A1.2")).toBe(0);
    expect((await review(id, "withdraw", "Again", auditor)).status).toBe(409);
    // It was accepted once, so its uploader cannot delete it.
    expect((await customer.send("DELETE", path(id))).status).toBe(403);
    expect((await review(id, "approve", "", admin)).status).toBe(200);
    expect((await eventKinds(product, id)).filter((kind) => kind.includes("appro"))).toEqual([
      "evidence.approved",
      "evidence.approval_withdrawn",
      "evidence.approved",
    ]);
  });

  test("by a manager or an admin can be rejected by an auditor, not by them", async () => {
    const id = await approved(admin, { control_id: "A1.3" });
    expect((await review(id, "reject", "No", admin)).status).toBe(409);
    expect((await review(id, "reject", "Not of the period", auditor)).data).toMatchObject({
      status: "rejected",
      acceptance: "rejected",
      accepted_by: auditor.id,
    });
    expect(await approvedOf("A1.3")).toBe(0);
    expect((await review(id, "approve", "All the same", admin)).status).toBe(409);
  });
});

describe("acceptance by the auditor", () => {
  test("is independent of the approval", async () => {
    const id = await approved();
    expect(await read(id)).toMatchObject({ acceptance: null, accepted_by: null });
    const { data } = await accept(id, { decision: "accept", note: "Sampled five" });
    expect(data).toMatchObject({
      status: "approved",
      reviewed_by: admin.id,
      acceptance: "accepted",
      accepted_by: auditor.id,
      accepted_at: expect.any(String),
      acceptance_note: "Sampled five",
    });
    expect((await accept(id)).status).toBe(409);
    expect((await accept(id, { decision: "withdraw" })).body.error.details).toMatchObject({ field: "note" });
    expect((await accept(id, { decision: "withdraw", note: "Too few" })).data).toMatchObject({
      status: "approved",
      acceptance: null,
      acceptance_note: "Too few",
    });
    expect((await accept(id, { decision: "withdraw", note: "Too few" })).status).toBe(409);
    expect((await eventKinds(product, id)).slice(-2)).toEqual([
      "evidence.accepted",
      "evidence.acceptance_withdrawn",
    ]);
  });

  test("survives the withdrawal of the approval, and no one else can set it", async () => {
    const id = await approved();
    for (const who of [admin, customer]) expect((await accept(id, undefined, who)).status).toBe(403);
    await accept(id);
    await review(id, "withdraw", "To look again", admin);
    expect(await read(id)).toMatchObject({ status: "pending", acceptance: "accepted" });
  });

  test("is set by an auditor's own approval, and only for approved evidence", async () => {
    const id = await uploaded();
    expect((await accept(id)).body.error.message).toContain("this one is pending");
    expect((await review(id, "approve", "", auditor)).data).toMatchObject({ acceptance: "accepted" });
    expect((await review(id, "reject", "After all not", auditor)).status).toBe(409);
    expect((await review(id, "withdraw", "Looked wrongly", auditor)).data).toMatchObject({
      acceptance: null,
    });
  });
});
