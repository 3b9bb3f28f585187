import { expect, test } from "@jest/globals";
import { Conversation } from "../domain/assistant/conversation.entity.ts";
import { Policy } from "../domain/policies/policy.entity.ts";
import { newId } from "../platform/ids.ts";
import { eventsOf, startAssistant } from "./support/assistant-stage.ts";
import type { SignedIn } from "./support/product.ts";

const stage = await startAssistant({ withModel: true });
const { product, model } = stage;
const admin = await product.signIn("admin");

const deactivate = (person: SignedIn) => admin.send("DELETE", `/api/v1/users/${person.id}`);
const logOut = (person: SignedIn) => person.send("POST", "/api/v1/auth/logout");
const stored = async (person: SignedIn): Promise<number> => {
  const em = product.orm.em.fork();
  return (
    (await em.count(Policy, { owner: person.id })) + (await em.count(Conversation, { owner: person.id }))
  );
};

async function arrange(meanwhile: (person: SignedIn) => Promise<unknown>) {
  const person = await product.signIn("customer");
  const { data } = await person.send("POST", "/api/v1/projects", { name: "P", framework: "soc2" });
  const reply = async () => {
    await meanwhile(person);
    return { say: "It was not found in the evidence." };
  };
  model.script(reply);
  return { person, question: { message: "How are you?", context: { project_id: data.id } } };
}

const REQUEST = { type: "privacy", framework: "soc2", company_name: "A", industry: "saas" };

test.each([
  ["deactivated", deactivate, {}],
  ["signed out", logOut, {}],
  ["signed out", logOut, { "idempotency-key": newId() }],
])("a policy is not stored if its caller is %s while the model writes", async (_how, end, headers) => {
  const { person } = await arrange(end);
  const { status } = await person.send("POST", "/api/v1/ai/generate/policy", REQUEST, headers);
  expect([status, model.requests.length, await stored(person)]).toEqual([401, 1, 0]);
});

test("neither is an answer", async () => {
  const { person, question } = await arrange(deactivate);
  const { status } = await person.send("POST", "/api/v1/ai/chat", question);
  expect([status, await stored(person)]).toEqual([401, 0]);
});

test("a streamed one ends with the reason", async () => {
  const { person, question } = await arrange(logOut);
  const response = await person.fetch("/api/v1/ai/chat", {
    method: "POST",
    headers: { accept: "text/event-stream", "content-type": "application/json" },
    body: JSON.stringify(question),
  });
  const [name, data] = eventsOf(await response.text()).at(-1)!;
  expect([name, data]).toMatchObject(["error", { code: "UNAUTHORIZED" }]);
  expect(await stored(person)).toBe(0);
});
