import { describe, expect, test } from "@jest/globals";
import { newId } from "../platform/ids.ts";
import { eventsOf, search, startAssistant, streamAnswer } from "./support/assistant-stage.ts";
import { passage } from "./support/retrieval-server.ts";
import { waitFor } from "./support/wait-for.ts";

const REVIEWS = "Access rights are reviewed every quarter by the owner of the system.";
const QUESTION = "How often are access rights reviewed?";
const stage = await startAssistant({
  withModel: true,
  environment: { AI_CONVERSATION_TOKENS: "400", AI_TIMEOUT_SECONDS: "5" },
});

describe("server-sent events", () => {
  const post = (body: object, init?: RequestInit) => streamAnswer(stage, body, init);
  const until = (isSo: () => boolean) => waitFor(async () => isSo(), Boolean, 5_000);

  test("contain the lookups, the parts of the answer, its sources, and finally the complete answer", async () => {
    stage.retrieval.passages = [passage("Access policy", REVIEWS)];
    stage.model.script(search("x"), { say: `Every quarter [c1: "reviewed every quarter"]. By the\nowner.` });
    const response = await post({ message: QUESTION });
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const [step, ...events] = eventsOf(await response.text());
    expect(step).toEqual(["step", { tool: "search_evidence" }]);
    expect(events.map(([name]) => name)).toEqual(["token", "token", "token", "citation", "done"]);
    const done = events.at(-1)![1];
    const parts = events.slice(0, 3).map(([, data]) => data.text);
    expect(parts.join("")).toBe(done.message);
    expect(done.citations).toEqual([events[3]![1]]);
  });

  test("report lookups as they happen", async () => {
    stage.model.script(search("x"), { hang: true });
    const abort = new AbortController();
    const response = await post({ message: QUESTION }, { signal: abort.signal });
    const { value } = (await response.body!.getReader().read()) as { value: Uint8Array };
    expect(eventsOf(new TextDecoder().decode(value))).toEqual([["step", { tool: "search_evidence" }]]);
    // A caller who disconnects between two calls of the model aborts neither.
    await until(() => stage.model.requests.length === 2);
    abort.abort();
    await until(() => stage.model.hungUp === 1);
  });

  test("report errors during the answer, while earlier ones are JSON", async () => {
    stage.retrieval.status = 500;
    stage.model.script({ status: 401 });
    const [, failed] = eventsOf(await (await post({ message: QUESTION })).text());
    expect(failed).toEqual(["error", expect.objectContaining({ code: "SERVICE_UNAVAILABLE" })]);
    const refused = await post({ message: QUESTION, context: { project_id: newId() } });
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ success: false, error: { code: "NOT_FOUND" } });
  });

  test("end with the caller: the model's request is aborted, and nothing is stored", async () => {
    const before = (await stage.customer.get("/api/v1/ai/conversations")).data.pagination.total;
    stage.model.script({ hang: true });
    const abort = new AbortController();
    const response = await post({ message: QUESTION }, { signal: abort.signal });
    await until(() => stage.model.requests.length === 1);
    abort.abort();
    await expect(response.text()).rejects.toThrow();
    await until(() => stage.model.hungUp === 1);
    expect((await stage.customer.get("/api/v1/ai/conversations")).data.pagination.total).toBe(before);
  });
});
