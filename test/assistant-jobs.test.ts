import { ApplicationFailure } from "@temporalio/common";
import { MockActivityEnvironment } from "@temporalio/testing";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createJobActivities } from "../activities/assistant/job.activities.ts";
import { AssistantJob } from "../domain/assistant/job.entity.ts";
import { jobWorkflowId } from "../domain/assistant/job.rules.ts";
import type { LanguageModel } from "../domain/language-model/language-model.ts";
import { createLanguageModel } from "../integrations/language-model/create-language-model.ts";
import { createModelClient } from "../integrations/language-model/create-model-client.ts";
import { systemClock } from "../platform/clock.ts";
import { createLogger } from "../platform/logger.ts";
import { startActivityWorker, type ActivityWorker } from "./support/activity-worker.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { startModelServer } from "./support/model-server.ts";
import { waitFor } from "./support/wait-for.ts";

const { product, customer, auditor, foreign, projectId, uploaded } = await startEvidenceProject();
const server = await startModelServer();
const client = createModelClient(5_000);

/** Set by tests that use a model. */
let model: LanguageModel | null = null;
let breaks = false;
let waits = false;
let worker: ActivityWorker;

beforeAll(async () => {
  const deps = { orm: product.orm, clock: systemClock };
  worker = await startActivityWorker(product.config, {
    doAssistantJob: async (id: string) => {
      if (waits) throw new Error("not now");
      if (breaks) throw ApplicationFailure.nonRetryable("broken");
      await createJobActivities({ ...deps, languageModel: model }).doAssistantJob(id);
    },
    failAssistantJob: createJobActivities({ ...deps, languageModel: null }).failAssistantJob,
  });
});
afterAll(async () => {
  await worker.stop();
  await client.close();
  await server.stop();
});

const JOBS = "/api/v1/ai/jobs";
const ask = (path: "analyze" | "generate", body: object, who = customer) =>
  who.send("POST", `/api/v1/ai/${path}`, body);

async function settled(id: string) {
  const read = async () => (await customer.get(`${JOBS}/${id}`)).data;
  return waitFor(read, ({ status }) => status === "completed" || status === "failed", 30_000);
}

describe("a job about a whole project", () => {
  test.each([
    [
      "analyze",
      "gap_analysis",
      /^# Gap analysis\n\nP is assessed against SOC 2.*\n\n1\. Upload evidence for CC1\.1/s,
    ],
    ["generate", "remediation_plan", /^# Remediation plan\n/],
    ["generate", "summary", /^# Summary\n.*By category:\n\n- security: 0\.0/s],
    [
      "generate",
      "audit_narrative",
      /## .*\n\nOf \d+ controls?, 0 are complete\. No evidence is approved yet\./,
    ],
  ] as const)("is made by a workflow: %s %s", async (path, kind, expected) => {
    const { status, data } = await ask(path, { kind, project_id: projectId });
    expect(status).toBe(202);
    expect(data).toMatchObject({
      kind,
      status: "queued",
      progress: 0,
      result: null,
      requested_by: customer.id,
    });
    const done = await settled(data.id);
    expect(done).toMatchObject({ status: "completed", progress: 1, error: null, result: { mode: "rules" } });
    expect(done.result!.text).toMatch(expected);
    expect((await auditor.get(`${JOBS}/${data.id}`)).status).toBe(200);
    expect((await foreign.get(`${JOBS}/${data.id}`)).status).toBe(404);
  });

  test("is in the language that the requester has saved", async () => {
    const prefer = (language: string) =>
      customer.send("PUT", `/api/v1/users/${customer.id}`, { preferences: { language } });
    await prefer("de");
    const { data } = await ask("generate", { kind: "summary", project_id: projectId });
    expect((await settled(data.id)).result!.text).toMatch(/^# Zusammenfassung/);
    await prefer("en");
  });

  test("uses a model's wording if it keeps the figures, otherwise the template", async () => {
    model = createLanguageModel(
      { baseUrl: server.url, apiKey: "k", model: "scripted", timeoutMs: 5_000 },
      { outbound: client, logger: createLogger("test", "silent") },
    );
    const words = "The controls are not started, and no evidence is approved. ".repeat(20);
    server.script({ say: `${words} See [this](https://evil.example).` });
    const worded = await settled((await ask("generate", { kind: "summary", project_id: projectId })).data.id);
    expect(worded.result).toMatchObject({ mode: "model", text: `${words} See this.` });
    server.script({ say: `${words} The score is 98.7.` });
    const made = await settled((await ask("generate", { kind: "summary", project_id: projectId })).data.id);
    expect(made.result).toMatchObject({ mode: "rules" });
    expect(made.result!.text).not.toContain("98.7");
    server.script({ status: 401 });
    const failed = await settled((await ask("generate", { kind: "summary", project_id: projectId })).data.id);
    expect(failed.result).toMatchObject({ mode: "rules" });
    model = null;
  });

  test("asks a model once, even if its answer cannot be stored at first", async () => {
    waits = true;
    const { data } = await ask("generate", { kind: "summary", project_id: projectId });
    let [calls, isLost] = [0, false];
    const now = (): Date => {
      if (isLost) throw new Error("connection lost");
      return new Date();
    };
    const next: LanguageModel["next"] = async () => {
      [calls, isLost] = [calls + 1, true];
      const usage = { promptTokens: 1, completionTokens: 1 };
      return { text: "No evidence is approved yet. ".repeat(20), toolCalls: [], usage };
    };
    const scripted: LanguageModel = {
      name: "m",
      isAvailable: () => true,
      admit: async () => undefined,
      next,
    };
    const { doAssistantJob } = createJobActivities({
      orm: product.orm,
      clock: { now },
      languageModel: scripted,
    });
    const attempt = () => new MockActivityEnvironment().run(doAssistantJob, data.id);
    await expect(attempt()).rejects.toThrow("connection lost");
    isLost = false;
    await attempt();
    waits = false;
    expect([calls, (await settled(data.id)).result!.mode]).toEqual([1, "model"]);
  });

  test("reports a failure", async () => {
    breaks = true;
    const { id } = await settled((await ask("generate", { kind: "summary", project_id: projectId })).data.id);
    breaks = false;
    expect((await customer.get(`${JOBS}/${id}`)).data).toMatchObject({
      status: "failed",
      result: null,
      error: "It could not be written: request it again later",
    });
  });

  test("fails if an operator cancels its workflow", async () => {
    waits = true;
    const { data } = await ask("generate", { kind: "summary", project_id: projectId });
    const workflow = worker.temporal.client.workflow.getHandle(jobWorkflowId(data.id));
    await waitFor(
      () => workflow.describe().catch(() => null),
      (found) => found?.raw.pendingActivities?.length === 1,
    );
    await workflow.cancel();
    await expect(workflow.result()).rejects.toThrow("Workflow execution cancelled");
    waits = false;
    expect(await settled(data.id)).toMatchObject({ status: "failed", error: expect.any(String) });
  });

  test("is completed, not withdrawn, if the end of its only attempt was lost", async () => {
    waits = true;
    const { data } = await ask("generate", { kind: "summary", project_id: projectId });
    const { doAssistantJob } = createJobActivities({
      orm: product.orm,
      clock: systemClock,
      languageModel: null,
    });
    await new MockActivityEnvironment().run(doAssistantJob, data.id);
    waits = false;
    const workflow = worker.temporal.client.workflow.getHandle(jobWorkflowId(data.id));
    expect(await workflow.result()).toEqual({ outcome: "completed" });
  });

  test("ends without an error if the job was deleted", async () => {
    const { data } = await ask("generate", { kind: "summary", project_id: projectId });
    await settled(data.id);
    const first = worker.temporal.client.workflow.getHandle(jobWorkflowId(data.id));
    expect(await first.result()).toEqual({ outcome: "completed" });
    await product.orm.em.fork().nativeDelete(AssistantJob, { id: data.id });
    const again: unknown = await worker.temporal.client.workflow.execute("runAssistantJob", {
      workflowId: `${jobWorkflowId(data.id)}-again`,
      taskQueue: product.config.TEMPORAL_TASK_QUEUE,
      args: [{ jobId: data.id }],
    });
    expect(again).toEqual({ outcome: "withdrawn" });
  });
});

describe("the subject of a job", () => {
  test.each([
    ["analyze", { kind: "gap_analysis" }, "project_id"],
    ["analyze", { kind: "evidence" }, "evidence_id"],
    ["analyze", { kind: "anything" }, "kind"],
    ["generate", { kind: "summary" }, "project_id"],
    ["generate", { kind: "questionnaire_answer", project_id: projectId }, "question"],
  ] as const)("is refused if it is incomplete: %s %j", async (path, body, field) => {
    const { status, body: answer } = await ask(path, body);
    expect([status, answer.error.details["field"]]).toEqual([400, field]);
  });

  test("is not found if the caller cannot see it", async () => {
    const evidence_id = await uploaded();
    expect((await ask("analyze", { kind: "evidence", evidence_id }, foreign)).status).toBe(404);
    expect((await ask("analyze", { kind: "gap_analysis", project_id: projectId }, foreign)).status).toBe(404);
    expect((await ask("generate", { kind: "summary", project_id: projectId }, foreign)).status).toBe(404);
  });
});
