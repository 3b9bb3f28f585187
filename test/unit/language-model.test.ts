import { mock } from "node:test";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { LanguageModel } from "../../domain/language-model/language-model.ts";
import { createCircuitBreaker } from "../../integrations/language-model/circuit-breaker.ts";
import {
  createLanguageModel,
  type LanguageModelDeps,
} from "../../integrations/language-model/create-language-model.ts";
import { createModelClient } from "../../integrations/language-model/create-model-client.ts";
import { createRetryBudget } from "../../integrations/language-model/retry-budget.ts";
import { loadConfig } from "../../platform/config.ts";
import { createLogger } from "../../platform/logger.ts";
import type { Outbound } from "../../platform/http/outbound.ts";
import { startModelServer, type ModelServer } from "../support/model-server.ts";
import { waitFor } from "../support/wait-for.ts";

const TIMEOUT_MS = 1_500;

let server: ModelServer;
let client: Outbound;

beforeEach(async () => {
  server = await startModelServer();
  client = createModelClient(TIMEOUT_MS);
});
afterEach(async () => {
  mock.timers.reset();
  await client.close();
  await server.stop();
});

const modelOf = (more: Partial<LanguageModelDeps> = {}): LanguageModel =>
  createLanguageModel(
    { baseUrl: server.url, apiKey: "a-key", model: "scripted", timeoutMs: TIMEOUT_MS },
    { outbound: client, logger: createLogger("test", "silent"), ...more },
  );

const tool = { name: "look", description: "Looks", parameters: { type: "object" } };
const ask = (model: LanguageModel, signal = new AbortController().signal) =>
  model.next({ person: "somebody", messages: [{ role: "user", text: "Hello" }], tools: [tool], signal });

describe("a model's answer", () => {
  test("is read to the end of its stream, with its tokens", async () => {
    server.script({ say: "A longer answer, in pieces." });
    expect(await ask(modelOf())).toEqual({
      text: "A longer answer, in pieces.",
      toolCalls: [],
      usage: { promptTokens: 100, completionTokens: 10 },
    });
    expect(server.requests).toEqual([
      {
        authorization: "Bearer a-key",
        body: expect.objectContaining({
          model: "scripted",
          messages: [{ role: "user", content: "Hello" }],
          tools: [{ type: "function", function: tool }],
        }),
      },
    ]);
  });

  test("may call several tools, in chunks", async () => {
    const call = [
      { name: "look", arguments: '{"at":"a"}' },
      { name: "look", arguments: '{"at":"b"}' },
    ];
    server.script({ call });
    const turn = await ask(modelOf());
    expect(turn?.toolCalls).toEqual([
      { id: "call_0", name: "look", text: '{"at":"a"}' },
      { id: "call_1", name: "look", text: '{"at":"b"}' },
    ]);
  });

  test("continues with the results of the tools", async () => {
    server.script({ say: "Done" });
    const toolCalls = [{ id: "call_0", name: "look", text: "{}" }];
    await modelOf().next({
      person: "somebody",
      messages: [
        { role: "assistant", text: "", toolCalls },
        { role: "tool", callId: "call_0", text: "seen" },
      ],
      tools: [],
      signal: new AbortController().signal,
    });
    expect(server.requests[0]!.body.messages).toEqual([
      {
        role: "assistant",
        content: "",
        tool_calls: [{ id: "call_0", type: "function", function: { name: "look", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "call_0", content: "seen" },
    ]);
  });
});

test("requires a model name at start", () => {
  const environment = { NODE_ENV: "test", AI_BASE_URL: "http://127.0.0.1:11434/v1" };
  expect(() => loadConfig(environment)).toThrow("AI_MODEL is required with AI_BASE_URL");
  expect(loadConfig({ ...environment, AI_MODEL: "m" }).languageModel).toMatchObject({
    model: "m",
    apiKey: "none",
  });
  expect(loadConfig({ NODE_ENV: "test" }).languageModel).toBeNull();
});

describe("a failing model", () => {
  test.each([
    ["too many requests, for a moment", { status: 429, retryAfter: "0" }],
    ["a server error", { status: 500 }],
    ["a connection that breaks", { cut: "Well" }],
    ["an answer that is not JSON", { raw: "data: {not json\n\n" }],
    ["an answer without an end", { raw: "data: [DONE]\n\n" }],
    ["no events at all", { raw: "<html>A proxy</html>" }],
  ])("is called again after %s", async (_what, trouble) => {
    server.script(trouble, { say: "Better now" });
    expect((await ask(modelOf()))?.text).toBe("Better now");
    expect(server.requests).toHaveLength(2);
  });

  test.each([
    ["a wrong key", { status: 401 }],
    ["an unknown model", { status: 404 }],
    ["too many requests for a long time", { status: 429, retryAfter: "3600" }],
  ])("is not called again after %s", async (_what, trouble) => {
    server.script(trouble, { say: "Never" });
    expect(await ask(modelOf())).toBeNull();
    expect(server.requests).toHaveLength(1);
  });

  test("is abandoned after three attempts", async () => {
    server.script({ status: 503 }, { status: 503 }, { status: 503 }, { say: "Never" });
    expect(await ask(modelOf())).toBeNull();
    expect(server.requests).toHaveLength(3);
  });

  test("is abandoned at once if the process has no retries left", async () => {
    server.script({ status: 503 }, { status: 503 }, { say: "Never" });
    expect(await ask(modelOf({ budget: createRetryBudget(1) }))).toBeNull();
    expect(server.requests).toHaveLength(2);
  });

  test("that hangs is abandoned at its deadline", async () => {
    server.script({ hang: true }, { hang: true }, { hang: true });
    expect(await ask(modelOf({ budget: createRetryBudget(0) }))).toBeNull();
    await waitFor(
      async () => server.hungUp,
      (count) => count === 1,
      5_000,
    );
  });

  test("that hangs is abandoned when the caller disconnects", async () => {
    server.script({ hang: true });
    const abort = new AbortController();
    const asking = ask(modelOf(), abort.signal);
    await waitFor(
      async () => server.requests.length,
      (count) => count === 1,
    );
    abort.abort(new Error("hung up"));
    await expect(asking).rejects.toThrow("hung up");
    await waitFor(
      async () => server.hungUp,
      (count) => count === 1,
      5_000,
    );
    expect(server.requests).toHaveLength(1);
  });

  test.each([400, 413, 422])("that refuses single requests with %d stays available", async (status) => {
    const model = modelOf();
    for (let refused = 1; refused <= 4; refused += 1) {
      server.script({ status });
      expect(await ask(model)).toBeNull();
    }
    expect(model.isAvailable()).toBe(true);
    expect(server.requests).toHaveLength(4);
  });

  test("that fails three times in a row is not called for a while, then tested with one request", async () => {
    let now = 0;
    const model = modelOf({ breaker: createCircuitBreaker(() => now, 1_000) });
    for (let failures = 1; failures <= 3; failures += 1) {
      expect(model.isAvailable()).toBe(true);
      server.script({ status: 401 });
      expect(await ask(model)).toBeNull();
    }
    expect(model.isAvailable()).toBe(false);
    now = 1_000;
    expect(model.isAvailable()).toBe(true);
    server.script({ status: 401 });
    expect(await ask(model)).toBeNull();
    expect(model.isAvailable()).toBe(false);
    now = 2_000;
    server.script({ say: "Back" }, { status: 401 });
    await ask(model);
    expect(await ask(model)).toBeNull();
    expect(model.isAvailable()).toBe(true);
  });

  test("that fails is not called for a while, whatever someone sets the machine's clock to", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.now() });
    const model = modelOf();
    for (let failures = 1; failures <= 3; failures += 1) {
      server.script({ status: 401 });
      await ask(model);
    }
    mock.timers.setTime(Date.now() + 3_600_000);
    expect(model.isAvailable()).toBe(false);
  });
});
