import { describe, expect, test } from "@jest/globals";
import { askAssistant } from "../../integrations/chat/ask-assistant.ts";
import { en } from "../../domain/texts/en.ts";
import type { ProductClient } from "../../integrations/chat/product-client.ts";
import { runCommand } from "../../integrations/chat/run-command.ts";

const PROJECT = { id: "p", name: "P", framework: "soc2", status: "active", compliance_score: 0 };
const passage = {
  title: "Policy",
  file_name: "a.pdf",
  page: 1,
  text: "Badges are returned.",
  evidence_id: "e",
  chunk_id: "c",
};
const caller = { token: "t", accountId: "a", userId: "u", projectId: "p", texts: en };

/** An API that knows one project and returns this response. */
const client = (found: object): ProductClient => ({
  get: async (_path, shape) => shape.parse(PROJECT),
  post: async (_path, shape) => shape.parse(found),
});
const deps = (found: object) => ({
  client: client(found),
  caller,
  publicUrl: "http://localhost",
  rememberProject: async () => undefined,
});
const search = (results: object[], degraded: string[]) =>
  runCommand(deps({ results, degraded }), { name: "search", words: "badges" });

describe("a chat mentions what a search lacks", () => {
  test.each([
    ["that there may be results", [], ["keyword"], /^Part of the search was unavailable/],
    ["that there may be results", [], ["index"], /^Part of the search was unavailable/],
    ["that there may be more results", [passage], ["index"], /index lacks some passages/],
    ["that meaning was not searched", [passage], ["semantic", "rerank"], /match words only/],
    ["that words were not searched", [passage], ["keyword"], /match by meaning only/],
    ["nothing if all parts answered", [passage], [], /^$/],
    ["nothing if only the order may be worse", [passage], ["rerank"], /^$/],
  ])("%s: %#", async (_what, results, degraded, expected) => {
    expect((await search(results, degraded)).hint).toMatch(expected);
  });

  test("also for answers of the assistant", async () => {
    const reply = { message: "They are returned.", citations: [], degraded: ["semantic"] };
    expect((await askAssistant(deps(reply), "When?")).hint).toMatch(/match words only/);
    expect((await askAssistant(deps({ ...reply, degraded: ["budget"] }), "When?")).hint).toMatch(
      /^Send help/,
    );
  });
});
