import { describe, expect, test } from "@jest/globals";
import { createExpiryActivities } from "../activities/evidence/expiry.activities.ts";
import { expiryWorkflowId } from "../domain/evidence/evidence.rules.ts";
import { newId } from "../platform/ids.ts";
import { systemClock } from "../platform/clock.ts";
import type { watchEvidenceExpiry } from "../workflows/evidence/expiry.workflow.ts";
import { eventKinds } from "./support/event-kinds.ts";
import { startActivityWorker } from "./support/activity-worker.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { waitFor } from "./support/wait-for.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

const SECOND_IN_DAYS = 1 / 86_400;

const { product, customer, auditor, admin, projectId, uploaded } = await startEvidenceProject();

const activities = createExpiryActivities({ orm: product.orm, clock: systemClock });
const worker = await stopAfterAll(startActivityWorker(product.config, activities));

const soon = (milliseconds: number): Date => new Date(Date.now() + milliseconds);
const approve = (id: string, expiresAt?: Date) =>
  auditor.send("POST", `/api/v1/evidence/${id}/review`, {
    decision: "approve",
    ...(expiresAt && { expires_at: expiresAt.toISOString() }),
  });
const statusOf = async (id: string): Promise<string> =>
  (await customer.get(`/api/v1/evidence/${id}`)).data.status;

/** The outcome of the workflow for one expiry date; it starts shortly after the commit. */
async function outcomeOf(id: string, end: Date): Promise<string> {
  const handle = worker.temporal.client.workflow.getHandle<typeof watchEvidenceExpiry>(
    expiryWorkflowId(id, end),
  );
  const result = await waitFor(
    () => handle.result().catch(() => null),
    (found) => found !== null,
  );
  return result!.outcome;
}

describe("approved evidence with an expiry", () => {
  test("expires on time, with its effect on the control", async () => {
    const id = await uploaded({ control_id: "A1.2" });
    const end = soon(1_500);
    await approve(id, end);
    const control = async () => (await customer.get(`/api/v1/projects/${projectId}/controls/A1.2`)).data;
    expect(await control()).toMatchObject({ status: "complete" });
    await waitFor(
      () => statusOf(id),
      (status) => status === "expired",
    );
    expect(await control()).toMatchObject({ status: "not_started", approved_evidence: 0 });
    expect(await eventKinds(product, id)).toEqual([
      "evidence.uploaded",
      "evidence.approved",
      "evidence.expired",
    ]);
    expect(await outcomeOf(id, end)).toBe("expired");
    const gaps = (await customer.get(`/api/v1/compliance/gaps?project_id=${projectId}`)).data.gaps;
    const gap = gaps.find((found) => found.control.number === "A1.2")!;
    expect(gap.reasons).toEqual(["evidence_expired"]);
  });

  test("follows a new expiry", async () => {
    const id = await uploaded();
    const first = soon(1_500);
    await approve(id, first);
    await admin.send("PUT", `/api/v1/evidence/${id}`, { expires_at: "2999-01-01T00:00:00Z" });
    expect(await outcomeOf(id, first)).toBe("overtaken");
    expect(await statusOf(id)).toBe("approved");
    const next = soon(3_000);
    await customer.send("PUT", `/api/v1/evidence/${id}`, { expires_at: next.toISOString() });
    await waitFor(
      () => statusOf(id),
      (status) => status === "expired",
    );
  });

  test("never expires once the expiry was removed, or the evidence replaced or deleted", async () => {
    const [kept, deleted] = [await uploaded(), await uploaded()];
    const end = soon(1_500);
    await approve(kept, end);
    await approve(deleted, end);
    await admin.send("PUT", `/api/v1/evidence/${kept}`, { expires_at: null });
    await admin.send("DELETE", `/api/v1/evidence/${deleted}`);
    for (const id of [kept, deleted]) {
      expect(await outcomeOf(id, end)).toBe("overtaken");
      expect(await eventKinds(product, id)).not.toContain("evidence.expired");
    }
  });

  test("sends one reminder on each of its days", async () => {
    const id = await uploaded();
    // Reminders whose time has passed before the workflow starts are not sent.
    const end = soon(12_000);
    await approve(id, end);
    const input = {
      evidenceId: id,
      expiresAt: end.getTime(),
      remindDays: [3, 2, 1].map((n) => n * SECOND_IN_DAYS),
    };
    const start = (workflowId: string) =>
      worker.temporal.client.workflow.start<typeof watchEvidenceExpiry>("watchEvidenceExpiry", {
        workflowId,
        taskQueue: product.config.TEMPORAL_TASK_QUEUE,
        args: [input],
      });
    const [one, two] = [await start(`remind-${newId()}`), await start(`remind-${newId()}`)];
    expect([await one.result(), await two.result()].map(({ outcome }) => outcome)).toContain("overtaken");
    const events = await eventKinds(product, id);
    expect(events.filter((kind) => kind === "evidence.expiring")).toHaveLength(3);
    expect(events.filter((kind) => kind === "evidence.expired")).toHaveLength(1);
  });
});
