import { mock } from "node:test";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ApiKey } from "../domain/api-keys/api-key.entity.ts";
import { AssistantJob } from "../domain/assistant/job.entity.ts";
import { Control } from "../domain/controls/control.entity.ts";
import { nextInProgress } from "../domain/events/in-progress.queries.ts";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { Finding } from "../domain/findings/finding.entity.ts";
import { PasswordReset } from "../domain/identity/password-reset.entity.ts";
import { Invitation } from "../domain/invitations/invitation.entity.ts";
import { Milestone, Project } from "../domain/projects/project.entity.ts";
import { Questionnaire } from "../domain/questionnaires/questionnaire.entity.ts";
import { questionnaireWorkflowId } from "../domain/questionnaires/questionnaire.rules.ts";
import { Report } from "../domain/reports/report.entity.ts";
import { InboundMessage } from "../domain/whatsapp/inbound-message.entity.ts";
import { inProgress } from "../domain/workflows.ts";
import { newId } from "../platform/ids.ts";
import { createLogger } from "../platform/logger.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import { sweepOnce, type Cursors } from "../workers/sweep.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { waitFor } from "./support/wait-for.ts";

// Before the product stops: hooks run in their order.
afterAll(() => endAll());
const { product, customer, projectId, uploaded } = await startEvidenceProject();
const temporal = createTemporalClient(product.config);
const { client } = temporal;
afterAll(() => temporal.close());

const KINDS_IN_PROGRESS = Object.keys(inProgress);
const NEVER = "00000000-0000-0000-0000-000000000000";
const LATER = new Date(Date.now() + 86_400_000);
const deps = {
  orm: product.orm,
  temporal: client,
  taskQueue: product.config.TEMPORAL_TASK_QUEUE,
  logger: createLogger("test", "silent"),
  makeMissingSchedules: async () => undefined,
};
const sweep = (cursors: Cursors = new Map()) => sweepOnce(deps, cursors);
const em = () => product.orm.em.fork();
const stateOf = async (workflowId: string): Promise<string> =>
  (
    await client.workflow
      .getHandle(workflowId)
      .describe()
      .catch(() => null)
  )?.status.name ?? "NONE";
const expected = async (kind: string): Promise<string[]> =>
  (await nextInProgress(em(), inProgress[kind]!, { after: NEVER, limit: 100 })).map(
    ({ start }) => start.workflowId,
  );

const evidence = async (change: object): Promise<string> => {
  const id = await uploaded();
  await em().nativeUpdate(Evidence, { id }, { chunkingStatus: "COMPLETED", ...change });
  return id;
};
const row = () => ({ id: newId(), project: projectId });
const requested = { requestedBy: customer.id, requestedAt: new Date() };

/** The columns that show that a workflow is running. */
async function arrange(): Promise<void> {
  await uploaded();
  await evidence({ title: "new", indexedTitle: "old", revision: 1 });
  await evidence({ deletedAt: new Date() });
  await evidence({ status: "superseded", chunkingStatus: "PROCESSING" });
  await evidence({ status: "approved", expiresAt: LATER });
  const fields = { severity: "Low", weight: 1, category: "c", integration: "manual", createdBy: customer.id };
  const accepted = { status: "accepted", acceptances: 1, acceptedUntil: LATER, openedAt: new Date() };
  await em().insert(Finding, {
    ...row(),
    ...fields,
    ...accepted,
    title: "F",
    createdAt: new Date(),
    updatedAt: new Date(),
  } as never);
  const key = { name: "k", kind: "Testing", scopes: ["read"], restrictions: {}, hash: "h", lastFour: "1234" };
  await em().insert(ApiKey, { id: newId(), owner: customer.id, ...key, createdAt: new Date() } as never);
  for (const name of ["M", "N"]) await em().insert(Milestone, { ...row(), name, dueDate: LATER });
  await em().nativeUpdate(Control, { project: projectId, number: "CC1.1" }, { dueDate: LATER });
  await em().insert(Report, { ...row(), ...requested, kind: "csv", expiresAt: LATER });
  await em().insert(Report, {
    ...row(),
    ...requested,
    kind: "csv",
    status: "completed",
    expiresAt: new Date(0),
  });
  await em().insert(AssistantJob, { ...row(), ...requested, kind: "summary", status: "queued" } as never);
  const columns = { sheet: "S", headerRow: 0, questionColumn: 0, answerColumn: 1 };
  const file = { fileName: "q.xlsx", fileSize: 1, sha256: "0" };
  const uploadedBy = { uploadedBy: customer.id, askedBy: customer.id, uploadedAt: new Date() };
  await em().insert(Questionnaire, { ...row(), ...columns, ...file, ...uploadedBy });
  await em().insert(PasswordReset, { id: newId(), email: "nobody@example.com", createdAt: new Date() });
  const invited = { email: "new@example.com", role: "customer", projectIds: [], mail: "waiting", sends: 1 };
  const dates = { createdAt: new Date(), expiresAt: new Date(Date.now() + 7 * 86_400_000) };
  await em().insert(Invitation, { id: newId(), ...invited, ...dates, invitedBy: customer.id } as never);
  const at = new Date();
  const sender = { kind: "whatsapp", externalId: "49170", displayName: "A" };
  const question = { content: { type: "text", text: "help" } };
  const times = { sentAt: at, receivedAt: at, startedAt: at };
  const answered = { handledAt: at, outcome: "answered", replies: [{ text: "Yes" }] };
  const received = { handledAt: at, outcome: "uploaded", evidenceId: newId() };
  for (const state of [question, answered, received]) {
    const id = newId();
    await em().insert(InboundMessage, { id, externalMessageId: id, ...sender, ...times, ...state } as never);
  }
  const leaving = { name: "gone", framework: "soc2", createdBy: customer.id, createdAt: new Date() };
  await em().insert(Project, { id: newId(), ...leaving, updatedAt: new Date(), deletingAt: new Date() });
}

async function endAll(): Promise<void> {
  for (const kind of KINDS_IN_PROGRESS)
    for (const workflowId of await expected(kind))
      await client.workflow
        .getHandle(workflowId)
        .terminate()
        .catch(() => undefined);
}

beforeAll(arrange, 60_000);
test.each(KINDS_IN_PROGRESS)("%s without a workflow are found", async (kind) => {
  expect((await expected(kind)).length).toBeGreaterThan(0);
});

test("rows in progress without a workflow get one, once", async () => {
  const warn = mock.method(deps.logger, "warn");
  const started = await sweep();
  expect(started).toBeGreaterThan(KINDS_IN_PROGRESS.length - 1);
  // One line for all of a kind.
  const lines = warn.mock.calls.map(({ arguments: [about] }) => about as { started: number });
  warn.mock.restore();
  expect(lines.length).toBeLessThan(started);
  expect(lines.reduce((sum, line) => sum + line.started, 0)).toBe(started);
  for (const kind of KINDS_IN_PROGRESS)
    for (const workflowId of await expected(kind))
      expect([kind, await stateOf(workflowId)]).toEqual([kind, "RUNNING"]);
  expect(await sweep()).toBe(0);
});

test("a kind that cannot be checked delays no other", async () => {
  const [broken, ...others] = KINDS_IN_PROGRESS;
  await endAll();
  const ids = await expected(broken!);
  const getHandle = (id: string) => {
    if (ids.includes(id)) throw new TypeError("The attribute is unknown");
    return client.workflow.getHandle(id);
  };
  const workflow = Object.create(client.workflow, { getHandle: { value: getHandle } }) as object;
  const failing = Object.create(client, { workflow: { value: workflow } }) as typeof client;
  const sweeping = sweepOnce({ ...deps, temporal: failing }, new Map());
  await expect(sweeping).rejects.toMatchObject({
    errors: [expect.objectContaining({ message: `Unfinished ${broken}` })],
  });
  for (const kind of others)
    for (const workflowId of await expected(kind))
      expect([kind, await stateOf(workflowId)]).toEqual([kind, "RUNNING"]);
  expect(await sweep()).toBe(ids.length);
});

test("terminated workflows are restarted, and so are those that Temporal lost", async () => {
  const [first] = await expected("ingestions");
  const handle = client.workflow.getHandle(first!);
  await handle.terminate();
  expect(await sweep()).toBe(1);
  const { namespace } = client.options;
  await client.workflowService.deleteWorkflowExecution({
    namespace,
    workflowExecution: { workflowId: first! },
  });
  await waitFor(
    () => stateOf(first!),
    (state) => state === "NONE",
  );
  expect(await sweep()).toBe(1);
  expect(await stateOf(first!)).toBe("RUNNING");
});

test("no workflow is queried if none is missing, and missing ones are still found", async () => {
  const cursors: Cursors = new Map();
  expect(await sweep(cursors)).toBe(0);
  const lookUps = mock.method(client.workflow, "getHandle");
  // The list lags behind.
  await waitFor(
    async () => {
      lookUps.mock.resetCalls();
      await sweep(cursors);
      return lookUps.mock.callCount();
    },
    (calls) => calls === 0,
  );
  lookUps.mock.restore();
  const [first] = await expected("ingestions");
  await client.workflow.getHandle(first!).terminate();
  await waitFor(
    () => sweep(cursors),
    (started) => started === 1,
  );
  expect(await stateOf(first!)).toBe("RUNNING");
});

test("finished rows are left alone", async () => {
  const id = await uploaded();
  await waitFor(
    () => stateOf(`ingest-${id}`),
    (state) => state === "RUNNING",
  );
  await client.workflow.getHandle(`ingest-${id}`).terminate();
  await em().nativeUpdate(Evidence, { id }, { chunkingStatus: "FAILED" });
  expect(await sweep()).toBe(0);
});

/** A row of each kind that users may retry, and the workflow that should be processing it. */
const RETRIED: [string, () => Promise<{ path: string; workflowId: string; status: number }>][] = [
  [
    "the reading of a file",
    async () => {
      const id = await uploaded();
      await waitFor(
        () => stateOf(`ingest-${id}`),
        (state) => state === "RUNNING",
      );
      return { path: `/api/v1/evidence/${id}/ingestion/retry`, workflowId: `ingest-${id}`, status: 202 };
    },
  ],
  [
    "the answering of a questionnaire",
    async () => {
      const { id } = await em().findOneOrFail(Questionnaire, { status: "answering" });
      return {
        path: `/api/v1/questionnaires/${id}/retry`,
        workflowId: questionnaireWorkflowId(id, 0),
        status: 200,
      };
    },
  ],
];

test.each(RETRIED)(
  "a user's retry starts %s at once, and is a conflict while it runs",
  async (_what, arranged) => {
    const { path, workflowId, status } = await arranged();
    const retry = async () => (await customer.send("POST", path)).status;
    expect(await retry()).toBe(409);
    await client.workflow.getHandle(workflowId).terminate();
    expect(await retry()).toBe(status);
    expect(await stateOf(workflowId)).toBe("RUNNING");
    expect(await retry()).toBe(409);
  },
  60_000,
);
