import { describe, expect, test } from "@jest/globals";
import { databaseCallerOf } from "../api/gateway/database-caller-of.ts";
import { Conversation } from "../domain/assistant/conversation.entity.ts";
import { AssistantJob } from "../domain/assistant/job.entity.ts";
import { entities } from "../domain/entities.ts";
import { removeProjectRows } from "../domain/projects/project-deletion.commands.ts";
import { actorOf } from "../domain/users/actor-of.ts";
import { systemClock } from "../platform/clock.ts";
import { actAs } from "../platform/database/database-caller.ts";
import { createOrm } from "../platform/database/orm.ts";
import { newId } from "../platform/ids.ts";
import { newProject } from "./support/new-project.ts";
import { keyHeaders } from "./support/api-keys.ts";
import { startAssistant } from "./support/assistant-stage.ts";
import { passage } from "./support/retrieval-server.ts";

const CHAT = "/api/v1/ai/chat";
const CONVERSATIONS = "/api/v1/ai/conversations";
const REVIEWS = "Access rights are reviewed every quarter by the owner of the system.";

const stage = await startAssistant({ withModel: false });
const foreign = await stage.product.signIn("customer");
const admin = await stage.product.signIn("admin");

const ask = (message: string, more: object = {}, who = stage.customer, headers = {}) =>
  who.send("POST", CHAT, { message, context: { project_id: stage.projectId }, ...more }, headers);

describe("an answer without a model", () => {
  test("consists of the matching sentences with their sources", async () => {
    const known = passage("Access policy", `Employees sign in with a hardware key.\n\n${REVIEWS}`);
    stage.retrieval.passages = [known, passage("Lunch", "The canteen opens at noon.", 0.1)];
    const { status, data } = await ask("How often are access rights reviewed?");
    expect(status).toBe(200);
    expect(data).toEqual({
      conversation_id: expect.any(String),
      message: `The evidence says:\n${REVIEWS} [1]`,
      mode: "extractive",
      found: true,
      citations: [
        {
          evidence_id: known.evidence_id,
          chunk_id: known.chunk_id,
          page: 3,
          title: "Access policy",
          file_name: "a.pdf",
          quote: REVIEWS,
        },
      ],
      context: { framework: "soc2" },
      suggestions: expect.any(Array),
      usage: { prompt_tokens: 0, completion_tokens: 0 },
      degraded: [],
    });
    expect(data.suggestions).toHaveLength(3);
  });

  test.each([
    ["passages about something else", [passage("Lunch", "The canteen opens at noon.", 0.3)]],
    ["no passage", []],
  ])("reports that nothing was found for %s", async (_what, passages) => {
    stage.retrieval.passages = passages;
    const { data } = await ask("Who audits the payroll of subsidiaries?");
    expect(data).toMatchObject({
      message: "Not found in the evidence of this project.",
      mode: "extractive",
      found: false,
      citations: [],
    });
  });

  test.each([
    ["What is our score?", /compliance score is 0\.0 of 100\. Of 61 applicable controls, 0 are complete/],
    ["What is missing for CC6.1?", /^CC6\.1 .*: 0\.0%, 0 of 1 required evidence approved\. Upload evidence/],
    ["Which gaps do we have?", /^61 controls with gaps\. The furthest behind:\n- CC1\.1/],
    ["How many findings are open?", /^0 findings of 0 are open or in progress/],
  ])("reports figures: %s", async (question, expected) => {
    const { data } = await ask(question);
    expect(data).toMatchObject({ mode: "figures", found: true, citations: [] });
    expect(data.message).toMatch(expected);
    expect(stage.retrieval.requests).toEqual([]);
  });

  test("finds the control in the context or in the question", async () => {
    const answered = { framework: "soc2", control: "CC6.1", control_title: expect.any(String) };
    const { data } = await ask("What is missing?", {
      context: { project_id: stage.projectId, control_id: "CC6.1" },
    });
    expect(data.context).toEqual(answered);
    expect(data.message).toMatch(/^CC6\.1/);
    expect(data.suggestions.map((one: { type: string }) => one.type)).toEqual([
      "evidence_upload",
      "policy_generation",
    ]);
    expect((await ask("What is missing for CC6.1?")).data.context).toEqual(answered);
  });

  test("is refused if the search is unavailable", async () => {
    stage.retrieval.status = 500;
    const { status, body } = await ask("How often are access rights reviewed?");
    expect([status, body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  });
});

describe("the search for an answer", () => {
  test("uses the caller's own token, within the project", async () => {
    await ask("How often are access rights reviewed?");
    expect(stage.retrieval.requests).toEqual([
      {
        path: "/search",
        headers: expect.objectContaining({ authorization: `Bearer ${stage.customer.token}` }),
        body: {
          query: "How often are access rights reviewed?",
          project_id: stage.projectId,
          user_id: stage.customer.id,
          limit: 8,
        },
      },
    ]);
  });

  test("uses the caller's own key", async () => {
    const headers = await keyHeaders(stage.customer, { scopes: ["read", "write"] });
    const anonymous = stage.product.anonymous;
    const chatBody = { message: "Who reviews access?", context: { project_id: stage.projectId } };
    expect((await anonymous.send("POST", CHAT, chatBody, headers)).status).toBe(200);
    expect(stage.retrieval.requests[0]!.headers).toMatchObject(headers);
    expect(stage.retrieval.requests[0]!.headers).not.toHaveProperty("authorization");
  });

  test("ignores passages of other projects", async () => {
    stage.retrieval.passages = [{ ...passage("Access policy", REVIEWS), project_id: newId() }];
    expect((await ask("How often are access rights reviewed?")).data).toMatchObject({
      found: false,
      citations: [],
    });
  });
});

describe("a question", () => {
  test.each([
    ["without a project", {}, "context.project_id"],
    ["with an unknown field", { context: { project_id: newId(), tool: "x" } }, "context.tool"],
    ["without text", { message: " " }, "message"],
    ["of 4001 letters", { message: "x".repeat(4_001) }, "message"],
  ])("%s is refused", async (_what, body, field) => {
    const { status, body: answer } = await stage.customer.send("POST", CHAT, { message: "Well?", ...body });
    expect(status).toBe(400);
    expect(answer.error.details).toMatchObject({ field });
  });

  test("about an invisible project is not found", async () => {
    expect((await ask("What is our score?", {}, foreign)).status).toBe(404);
    expect((await ask("What is our score?", { context: { project_id: newId() } })).status).toBe(404);
    const control = { project_id: stage.projectId, control_id: "XX9.9" };
    expect((await ask("What is our score?", { context: control })).status).toBe(404);
    expect((await ask("What is our score?", { conversation_id: newId() })).status).toBe(404);
  });

  test("requires more than the scope read", async () => {
    const headers = await keyHeaders(stage.customer, { scopes: ["read"] });
    const chatBody = { message: "What is our score?", context: { project_id: stage.projectId } };
    expect((await stage.product.anonymous.send("POST", CHAT, chatBody, headers)).status).toBe(403);
  });
});

describe("a conversation", () => {
  test("is stored for its owner only", async () => {
    const { conversation_id: id } = (await ask("What is our score?")).data;
    const again = await stage.customer.send("POST", CHAT, {
      message: "Which gaps do we have?",
      conversation_id: id,
    });
    expect(again.data.conversation_id).toBe(id);
    const { data } = await stage.customer.get(`${CONVERSATIONS}/${id}`);
    expect(data).toMatchObject({ id, project_id: stage.projectId, title: "What is our score?" });
    expect(
      data.messages.map(({ author, mode }: { author: string; mode: string | null }) => [author, mode]),
    ).toEqual([
      ["user", null],
      ["assistant", "figures"],
      ["user", null],
      ["assistant", "figures"],
    ]);
    for (const who of [foreign, admin]) {
      expect((await who.get(`${CONVERSATIONS}/${id}`)).status).toBe(404);
      expect((await who.send("DELETE", `${CONVERSATIONS}/${id}`)).status).toBe(404);
      const list = (await who.get(CONVERSATIONS)).data.conversations as { id: string }[];
      expect(list.map((one) => one.id)).not.toContain(id);
      const own = { message: "What is our score?", conversation_id: id };
      expect((await who.send("POST", CHAT, own)).status).toBe(404);
    }
  });

  test("is listed by project, and can be deleted by its owner", async () => {
    const { conversation_id: id } = (await ask("What is our score?")).data;
    const listed = async (query: string) =>
      (await stage.customer.get(`${CONVERSATIONS}?${query}`)).data.conversations.map(({ id }) => id);
    expect(await listed(`project_id=${stage.projectId}`)).toContain(id);
    expect(await listed(`project_id=${newId()}`)).toEqual([]);
    expect((await stage.customer.send("DELETE", `${CONVERSATIONS}/${id}`)).status).toBe(200);
    expect((await stage.customer.get(`${CONVERSATIONS}/${id}`)).status).toBe(404);
    expect(await listed("")).not.toContain(id);
  });

  test("cannot move to another project", async () => {
    const { conversation_id } = (await ask("What is our score?")).data;
    const context = { project_id: await newProject(stage.customer) };
    const { status, body } = await ask("And now?", { conversation_id, context });
    expect([status, body.error.details["field"]]).toEqual([400, "context.project_id"]);
  });

  test("disappears for a user who no longer sees its project", async () => {
    const context = { project_id: await newProject(admin, { customer_id: foreign.id }) };
    const { conversation_id: id } = (await ask("What is our score?", { context }, foreign)).data;
    await admin.send("PUT", `/api/v1/projects/${context.project_id}`, { customer_id: stage.customer.id });
    expect((await foreign.get(`${CONVERSATIONS}/${id}`)).status).toBe(404);
    expect((await stage.customer.get(`${CONVERSATIONS}/${id}`)).status).toBe(404);
  });
});

describe("suggestions", () => {
  test("are sorted by their effect on the score", async () => {
    const { data } = await stage.customer.get(`/api/v1/ai/suggestions?project_id=${stage.projectId}&limit=2`);
    expect(data.suggestions).toEqual([
      {
        type: "evidence_upload",
        title: "Upload evidence for CC1.1",
        description: expect.stringMatching(
          /Upload evidence that shows .* Worth up to 1\.6 points of the score\.$/,
        ),
        control: "CC1.1",
        points: 100 / 61,
      },
      expect.objectContaining({ control: "CC1.2" }),
    ]);
    const next = `/api/v1/ai/suggestions?project_id=${stage.projectId}&limit=1&page=2` as const;
    expect((await stage.customer.get(next)).data).toMatchObject({
      suggestions: [{ control: "CC1.2" }],
      pagination: { page: 2, limit: 1, total: 61, pages: 61 },
    });
    expect((await foreign.get(`/api/v1/ai/suggestions?project_id=${stage.projectId}`)).status).toBe(404);
  });
});

describe("an answer to a questionnaire", () => {
  test("is created as in a chat, and stored", async () => {
    const known = passage("Access policy", REVIEWS);
    stage.retrieval.passages = [known];
    const body = {
      kind: "questionnaire_answer",
      project_id: stage.projectId,
      question: "How often are access rights reviewed?",
    };
    const { status, data } = await stage.customer.send("POST", "/api/v1/ai/generate", body);
    expect(status).toBe(202);
    expect(data).toMatchObject({
      status: "completed",
      result: { mode: "extractive", citations: [{ quote: REVIEWS }] },
    });
    expect((await stage.customer.get(`/api/v1/ai/jobs/${data.id}`)).data).toEqual(data);
  });
});

describe("below the rules", () => {
  test("row-level security shows a conversation and its messages to its owner only", async () => {
    await ask("What is our score?");
    const api = await createOrm({ ...stage.product.config, DATABASE_POOL: 1 }, entities, "callers");
    const sql =
      "select (select count(*) from ai_conversations)::int as c, (select count(*) from ai_messages)::int as m";
    const count = (role: "admin" | "customer", id: string) =>
      actAs(databaseCallerOf(actorOf({ id, role, demoAllowed: true })), async () => {
        return (await api.em.fork().execute<{ c: number; m: number }[]>(sql))[0]!;
      });
    expect(await count("admin", admin.id)).toEqual({ c: 0, m: 0 });
    expect(await count("customer", newId())).toEqual({ c: 0, m: 0 });
    const own = await count("customer", stage.customer.id);
    expect(own.c).toBeGreaterThan(0);
    expect(own.m).toBeGreaterThanOrEqual(2 * own.c);
    await api.close();
  });

  test("conversations and jobs are deleted with their project", async () => {
    const project = await newProject(admin);
    const context = { project_id: project };
    expect((await ask("What is our score?", { context }, admin)).status).toBe(200);
    const summary = await admin.send("POST", "/api/v1/ai/generate", { kind: "summary", ...context });
    expect(summary.status).toBe(202);
    const em = stage.product.orm.em.fork();
    const left = () =>
      Promise.all([em.count(Conversation, { project }), em.count(AssistantJob, { project })]);
    expect(await left()).toEqual([1, 1]);
    await em.transactional((inner) =>
      removeProjectRows({ em: inner, actor: null, clock: systemClock, events: [] }, project),
    );
    expect(await left()).toEqual([0, 0]);
  });
});
