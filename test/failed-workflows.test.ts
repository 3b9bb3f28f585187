import { expect, test } from "@jest/globals";
import { AuditIntake } from "../domain/audit-log/audit-intake.entity.ts";
import { Event } from "../domain/events/event.entity.ts";
import { newId } from "../platform/ids.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import { startActivityWorker } from "./support/activity-worker.ts";
import { freePort } from "../testkit/free-port.ts";
import { waitFor } from "./support/wait-for.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { startProduct } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const PATH = "/api/v1/system/workflows";

/** The error that the activity throws; null for success. */
let problem: string | null = "The mail server refused";
const calls: object[] = [];

const product = await startProductForFile();
const admin = await product.signIn("admin");
const temporal = await stopAfterAll(createTemporalClient(product.config));
await stopAfterAll(
  startActivityWorker(product.config, {
    mailInvitation: async (sending: object) => {
      calls.push(sending);
      if (problem === null) return "sent";
      const { ApplicationFailure } = await import("@temporalio/common");
      throw ApplicationFailure.nonRetryable(problem);
    },
  }),
);

interface Shown {
  id: string;
  [field: string]: unknown;
}
const list = async (query = ""): Promise<Shown[]> => (await admin.get(`${PATH}?${query}`)).data.workflows;
/** Temporal's list lags behind. */
const shown = (id: string, query = "", wanted: (one: Shown) => boolean = () => true): Promise<Shown> =>
  waitFor(
    async () => (await list(query)).find((one) => one.id === id),
    (one) => one !== undefined && wanted(one),
  ) as Promise<Shown>;
const retry = (id: string, by = admin) => by.send("POST", `${PATH}/${encodeURIComponent(id)}/retry`);

async function start(type: string, more: { queue?: string; startDelay?: "1h" } = {}) {
  const { queue = "mail", ...rest } = more;
  const taskQueue = `${product.config.TEMPORAL_TASK_QUEUE}-${queue}`;
  const id = `${type}-${newId()}`;
  const args = [{ invitationId: id, sends: 1 }];
  const options = { workflowId: id, taskQueue, args, memo: { a: 1 }, ...rest };
  const handle = await temporal.client.workflow.start(type, options);
  return { id, handle };
}
async function failed() {
  const started = await start("sendInvitation");
  await started.handle.result().catch(() => undefined);
  return started;
}

test("a failed workflow is listed with its failure and a link, and runs again with the same input", async () => {
  problem = "The mail server refused";
  const { id, handle: started } = await failed();
  const run = await shown(id);
  expect(run).toMatchObject({
    type: "sendInvitation",
    summary: "Mail an invitation",
    status: "failed",
    failure: "The mail server refused",
    retryable: true,
    retried: false,
    // The run that failed, also once a later one has the same id.
    url: expect.stringMatching(new RegExp(`/workflows/${id}/${started.firstExecutionRunId}$`)),
  });
  problem = null;
  const answer = await retry(id);
  expect([answer.status, answer.body.message]).toEqual([202, "The workflow was started again"]);
  const handle = temporal.client.workflow.getHandle(id);
  expect(await handle.result()).toEqual({ outcome: "sent" });
  expect(calls.filter((call) => JSON.stringify(call).includes(id))).toHaveLength(2);
  expect((await handle.describe()).memo).toEqual({ a: 1 });
  expect(await shown(id, "", ({ retried }) => retried === true)).toMatchObject({ run_id: run["run_id"] });
  expect((await retry(id)).status).toBe(409);
});

test("a retry is in the history and in the audit log, with the administrator who requested it", async () => {
  problem = "x";
  const { id } = await failed();
  const { run_id: runId } = await shown(id);
  expect((await retry(id)).status).toBe(202);
  const em = product.orm.em.fork();
  const event = await em.findOneOrFail(Event, { subjectId: runId as string });
  expect([event.kind, event.actorId, event.data]).toEqual([
    "workflow.retried",
    admin.id,
    { workflow: { id, run_id: runId, type: "sendInvitation" } },
  ]);
  expect(await em.count(AuditIntake, { id: event.id })).toBe(1);
});

test("one of many simultaneous retries starts it", async () => {
  problem = "y";
  const { id } = await failed();
  await shown(id);
  const statuses = (await Promise.all(Array.from({ length: 5 }, () => retry(id)))).map(
    ({ status }) => status,
  );
  expect(statuses.every((status) => status === 202 || status === 409)).toBe(true);
  expect(statuses).toContain(202);
});

test("lists terminated workflows on request, and does not retry running ones", async () => {
  const { id, handle } = await start("watchMilestone", { queue: "nobody-polls" });
  // A queue of another service, with its workflows.
  expect((await retry(id)).status).toBe(404);
  await handle.terminate();
  const ours = await start("apiKeyRotation", { startDelay: "1h" });
  await ours.handle.terminate("Stopped by an operator");
  expect(await shown(ours.id, "status=terminated")).toMatchObject({
    status: "terminated",
    failure: "Stopped by an operator",
  });
  expect((await list("status=terminated")).some((one) => one.id === id)).toBe(false);
  expect((await list()).some((one) => one.id === ours.id)).toBe(false);
});

test("refuses types that are not safe to repeat", async () => {
  const { id, handle } = await start("passwordReset", { startDelay: "1h" });
  await handle.terminate();
  expect(await shown(id, "status=terminated")).toMatchObject({ retryable: false });
  const { status, body } = await retry(id);
  expect([status, body.error.message]).toEqual([
    409,
    "Workflows of the type passwordReset cannot be retried",
  ]);
});

test("lists the workflows that closed before a time", async () => {
  problem = "z";
  const [first, second] = [await failed(), await failed()];
  await shown(first.id);
  const { closed_at: closedAt } = await shown(second.id);
  const older = await list(`closed_before=${String(closedAt)}&limit=1`);
  expect(older).toHaveLength(1);
  expect(Date.parse(String(older[0]!["closed_at"]))).toBeLessThan(Date.parse(String(closedAt)));
  expect((await admin.get(`${PATH}?limit=51`)).status).toBe(400);
});

test("only administrators list and retry failed workflows", async () => {
  for (const role of ["customer", "auditor", "manager"] as const) {
    const person = await product.signIn(role);
    expect((await person.get(PATH)).status).toBe(403);
    expect((await retry("ingest-x", person)).status).toBe(403);
  }
  expect((await product.anonymous.get(PATH)).status).toBe(401);
  expect((await retry("ingest-x")).status).toBe(404);
});

test("both answer 503 while Temporal is unavailable, and nothing is recorded", async () => {
  const away = await startProduct({ environment: { TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}` } });
  try {
    const person = await away.signIn("admin");
    expect((await person.get(PATH)).status).toBe(503);
    const { status, body } = await retry("ingest-x", person);
    expect([status, body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(await away.orm.em.fork().count(Event, { kind: "workflow.retried" })).toBe(0);
  } finally {
    await away.stop();
  }
});
