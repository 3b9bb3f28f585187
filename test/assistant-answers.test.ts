import { expect, test } from "@jest/globals";
import { startAssistant } from "./support/assistant-stage.ts";
import { passage } from "./support/retrieval-server.ts";

/* What answers without a model consist of, if a question needs more than the best sentences. */

const stage = await startAssistant({ withModel: false });
const REVIEWS = "Access rights are reviewed every quarter by the owner of the system.";

const ask = (message: string) =>
  stage.customer.send("POST", "/api/v1/ai/chat", { message, context: { project_id: stage.projectId } });

test("the parts of a compound question are searched for separately, and the answer cites both documents", async () => {
  const tickets = passage("Changes", "Change tickets are kept for five years.");
  const recordings = passage("Access", "Recordings of privileged sessions are kept for one year.");
  stage.retrieval.passages = [tickets, recordings];
  const { data } = await ask(
    "How long do we keep change tickets, and how long do we keep recordings of privileged sessions?",
  );
  const quotes = data.citations.map(({ quote }: { quote: string }) => quote);
  expect([data.found, quotes]).toEqual([true, [tickets.text, recordings.text]]);
  expect(stage.retrieval.requests).toHaveLength(2);
});

test("an answer for a questionnaire names no one", async () => {
  const naming = "Access rights are reviewed every year by Ann Example.";
  stage.retrieval.passages = [passage("Access policy", `${REVIEWS}\n\n${naming}`)];
  const question = "How often are access rights reviewed?";
  const body = { kind: "questionnaire_answer", project_id: stage.projectId, question };
  const answered = async () => (await stage.customer.send("POST", "/api/v1/ai/generate", body)).data.result;
  expect((await ask(question)).data.message).toContain("Ann Example");
  expect((await answered())!.text).toBe(`The evidence says:\n${REVIEWS} [1]`);
  stage.retrieval.passages = [passage("Access policy", naming)];
  expect(await answered()).toMatchObject({
    text: "Not found in the evidence of this project.",
    citations: [],
  });
});
