import { expect, test } from "@jest/globals";
import { startAssistant } from "./support/assistant-stage.ts";
import { passage } from "./support/retrieval-server.ts";

const stage = await startAssistant({ withModel: false });

const ask = () =>
  stage.customer.send("POST", "/api/v1/ai/chat", {
    message: "How often are access rights reviewed?",
    context: { project_id: stage.projectId },
  });

test.each([
  ["nothing was found and a side did not answer", [], ["semantic"]],
  ["what was found does not answer and the index lacks passages", ["Onions are cut into rings."], ["index"]],
])("no evidence is not what the assistant says when %s", async (_when, texts, degraded) => {
  stage.retrieval.passages = texts.map((text) => passage("Cooking", text));
  stage.retrieval.degraded = degraded;
  const { status, body } = await ask();
  expect([status, body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  expect(body.error.message).toMatch(/^Search is not available in full/);
});
