import { describe, expect, test } from "@jest/globals";
import type { WorkflowHandle } from "@temporalio/client";
import { createAcceptanceActivities } from "../activities/findings/acceptance.activities.ts";
import { acceptanceWorkflowId } from "../domain/findings/finding.rules.ts";
import { systemClock } from "../platform/clock.ts";
import { startActivityWorker } from "./support/activity-worker.ts";
import { startFindingsProject } from "./support/findings-project.ts";
import { waitFor } from "./support/wait-for.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

const { product, customer, auditor, newProject, raise, eventsOf } = await startFindingsProject();
const projectId = await newProject();

const activities = createAcceptanceActivities({ orm: product.orm, clock: systemClock });
const worker = await stopAfterAll(startActivityWorker(product.config, activities));

const SOON_MS = 2_000;
const statusOf = async (id: string): Promise<string> =>
  (await customer.get(`/api/findings/${id}`)).data.status;
const lastMove = async (id: string) =>
  (await eventsOf(id)).findLast(({ kind }) => kind === "finding.status_changed");

async function accept(id: string, forMs: number): Promise<void> {
  const until = new Date(Date.now() + forMs).toISOString();
  const { status, data } = await auditor.send("PATCH", `/api/findings/${id}`, {
    status: "accepted",
    reason: "Behind the firewall",
    until,
  });
  expect([status, data.status, data.accepted_until]).toEqual([200, "accepted", until]);
}

/** The workflow of an acceptance, once it runs. */
async function workflowOf(id: string, acceptance: number): Promise<WorkflowHandle> {
  const handle = worker.temporal.client.workflow.getHandle(acceptanceWorkflowId(id, acceptance));
  const isThere = () =>
    handle.describe().then(
      () => true,
      () => false,
    );
  await waitFor(isThere, (answer) => answer);
  return handle;
}
const outcomeOf = async (id: string, acceptance: number): Promise<unknown> =>
  (await workflowOf(id, acceptance)).result();

describe("an accepted finding", () => {
  test("reopens when the acceptance ends, and counts for the risk again", async () => {
    const project = await newProject();
    const { id } = await raise(project, { severity: "Critical" });
    await accept(id, SOON_MS);
    expect(await outcomeOf(id, 1)).toEqual({ outcome: "reopened" });
    const { data } = await customer.get(`/api/findings/${id}`);
    expect(data).toMatchObject({
      status: "open",
      accepted_until: null,
      status_reason: "The acceptance has ended",
    });
    expect(await lastMove(id)).toMatchObject({ data: { from: "accepted", to: "open", acceptance: null } });
    const levels = (await eventsOf(project)).filter(({ kind }) => kind === "risk.level_changed");
    expect(levels.map(({ data: level }) => level["to"])).toEqual(["High", "Low", "High"]);
  });

  test("keeps a renewed acceptance until the new end", async () => {
    const { id } = await raise(projectId);
    await accept(id, SOON_MS);
    await accept(id, 86_400_000);
    expect(await outcomeOf(id, 1)).toEqual({ outcome: "superseded" });
    expect(await statusOf(id)).toBe("accepted");
    await (await workflowOf(id, 2)).terminate();
  });

  test("stays unchanged if it was reopened before", async () => {
    const { id } = await raise(projectId);
    await accept(id, SOON_MS);
    await auditor.send("PATCH", `/api/findings/${id}`, { status: "open", reason: "Not behind it any more" });
    await customer.send("PATCH", `/api/findings/${id}`, { status: "in-progress" });
    expect(await outcomeOf(id, 1)).toEqual({ outcome: "superseded" });
    expect(await statusOf(id)).toBe("in-progress");
  });

  test("is reopened once, even if the step is repeated, and not once it is gone", async () => {
    const { id } = await raise(projectId);
    await accept(id, 86_400_000);
    const tries = await Promise.all([activities.endAcceptance(id, 1), activities.endAcceptance(id, 1)]);
    expect(tries.toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true]);
    expect(await activities.endAcceptance(projectId, 1)).toBe(false);
    const moves = (await eventsOf(id)).filter(({ kind }) => kind === "finding.status_changed");
    expect(moves).toHaveLength(2);
    await (await workflowOf(id, 1)).terminate();
  });
});
