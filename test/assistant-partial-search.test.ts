import { expect, test } from "@jest/globals";
import { systemClock } from "../platform/clock.ts";
import { infrastructureFault } from "../platform/database/infrastructure-fault.ts";
import { createLogger } from "../platform/logger.ts";
import { openActAsUser } from "../workers/open-act-as-user.ts";
import { createSearchAsUser } from "../workers/questionnaires/search-as-user.ts";
import { startAssistant } from "./support/assistant-stage.ts";
import { passage } from "./support/retrieval-server.ts";

const stage = await startAssistant({ withModel: false });

const ask = () =>
  stage.customer.send("POST", "/api/v1/ai/chat", {
    message: "How often are access rights reviewed?",
    context: { project_id: stage.projectId },
  });

test.each([
  ["nothing was found and a retriever did not answer", [], ["semantic"]],
  [
    "the passages found do not answer and meaning was not searched",
    ["Onions are cut into rings."],
    ["semantic"],
  ],
  [
    "the passages found do not answer and the index lacks passages",
    ["Onions are cut into rings."],
    ["index"],
  ],
])("the assistant does not report missing evidence when %s", async (_when, texts, degraded) => {
  stage.retrieval.passages = texts.map((text) => passage("Cooking", text));
  stage.retrieval.degraded = degraded;
  const { status, body } = await ask();
  expect([status, body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  expect(body.error.message).toMatch(/^Search is only partly available/);
});

test.each([
  ["waits", [], ["keyword"]],
  ["waits", ["Rights are reviewed."], ["semantic"]],
  ["waits", ["Rights are reviewed."], ["index"]],
  ["continues", ["Rights are reviewed."], ["keyword", "rerank"]],
  ["continues", [], []],
])("a questionnaire %s: %#", async (what, texts, degraded) => {
  const { config, orm } = stage.product;
  stage.retrieval.passages = texts.map((text) => passage("Policy", text));
  stage.retrieval.degraded = degraded;
  const acting = openActAsUser({ config, orm, clock: systemClock, logger: createLogger("test", "silent") });
  const searchAs = createSearchAsUser({ orm, actAs: acting.actAs, retrievalUrl: stage.retrieval.url });
  const search = await searchAs(stage.customer.id);
  const found = await search!("How often?", stage.projectId, 5).catch(infrastructureFault);
  expect(found).toEqual(what === "waits" ? "away" : expect.any(Array));
  await acting.close();
});
