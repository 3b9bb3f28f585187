import { beforeEach, describe, expect, test } from "@jest/globals";
import { Conversation } from "../domain/assistant/conversation.entity.ts";
import { newId } from "../platform/ids.ts";
import { eventsOf, startAssistant, streamAnswer } from "./support/assistant-stage.ts";

const CHAT = "/api/v1/ai/chat";
const PER_DAY = 100_000;

const stage = await startAssistant({
  withModel: true,
  environment: { AI_TOKENS_PER_DAY: String(PER_DAY) },
});
const { product, model, customer, projectId } = stage;
const context = { project_id: projectId };
const reply = { say: "It was not found in the evidence." };

const ask = (key: string, message = "How are you?", headers = {}) =>
  customer.send("POST", CHAT, { message, context }, { "idempotency-key": key, ...headers });
const stream = async (key: string) => {
  const headers = { accept: "text/event-stream", "content-type": "application/json" };
  const body = { message: "How are you?" };
  const response = await streamAnswer(stage, body, { headers: { ...headers, "idempotency-key": key } });
  return { replayed: response.headers.get("idempotent-replayed"), events: eventsOf(await response.text()) };
};
const conversations = (): Promise<number> => product.orm.em.fork().count(Conversation, {});

beforeEach(async () => {
  await product.orm.em.fork().execute("delete from model_usage");
  await product.orm.em.fork().nativeDelete(Conversation, {});
});

describe("a question repeated under the same Idempotency-Key", () => {
  test("gets the same answer, even without tokens left", async () => {
    model.script(reply);
    const key = newId();
    const first = await ask(key);
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([200, null]);
    await product.orm.em.fork().execute("update model_usage set tokens = ?", [PER_DAY]);
    expect((await ask(newId())).status).toBe(429);
    const again = await ask(key);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(again.body).toEqual(first.body);
    expect([await conversations(), model.requests.length]).toEqual([1, 1]);
  });

  test("is refused if it is a different question", async () => {
    model.script(reply);
    const key = newId();
    await ask(key);
    const { status, body } = await ask(key, "How is he?");
    expect([status, body.error.details["field"]]).toEqual([400, "Idempotency-Key"]);
  });

  test("gets the same answer as a stream", async () => {
    model.script(reply);
    const key = newId();
    const first = await stream(key);
    expect([first.replayed, first.events.at(-1)![0]]).toEqual([null, "done"]);
    expect(await stream(key)).toEqual({ replayed: "true", events: first.events });
    expect((await ask(key)).data).toEqual(first.events.at(-1)![1]);
    expect([await conversations(), model.requests.length]).toEqual([1, 1]);
  });

  test.each([{ accept: "application/json" }, { accept: "text/event-stream" }])(
    "is stored once if both run at the same time: $accept",
    async ({ accept }) => {
      const key = newId();
      let both: () => void;
      const arrived = new Promise<void>((resolve) => (both = resolve));
      const together = async () => {
        if (model.requests.length === 2) both();
        await arrived;
        return reply;
      };
      model.script(together, together);
      const one = accept === "application/json" ? async () => (await ask(key)).data : () => stream(key);
      const [first, second] = await Promise.all([one(), one()]);
      expect(second).toEqual(first);
      expect(await conversations()).toBe(1);
    },
  );
});

test("a text requested twice under the same Idempotency-Key is one job", async () => {
  const body = { kind: "summary", project_id: projectId };
  const headers = { "idempotency-key": newId() };
  const request = () => customer.send("POST", "/api/v1/ai/generate", body, headers);
  const [first, again] = [await request(), await request()];
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
});
