import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import { readTurn } from "../../integrations/language-model/read-turn.ts";

type Delta = ChatCompletionChunk["choices"][0]["delta"];

const chunk = (delta: Delta, finish: string | null = null, more: object = {}): ChatCompletionChunk =>
  ({ choices: [{ index: 0, delta, finish_reason: finish }], ...more }) as ChatCompletionChunk;
const END = chunk({}, "stop");

async function* streamOf(chunks: Iterable<ChatCompletionChunk>): AsyncGenerator<ChatCompletionChunk> {
  yield* chunks;
}
const read = (chunks: Iterable<ChatCompletionChunk>, promptCharacters = 0) =>
  readTurn(streamOf(chunks), promptCharacters);

/** A stream that never ends by itself. */
function* endless(next: (n: number) => Delta): Generator<ChatCompletionChunk> {
  for (let n = 0; ; n += 1) yield chunk(next(n));
}

describe("a turn of a model", () => {
  test("is joined from its chunks, however they are divided", async () => {
    const texts = fc.array(fc.string({ unit: "grapheme", maxLength: 5 }), { maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(texts, texts, async (text, passed) => {
        const turn = await read([
          ...text.map((content) => chunk({ content })),
          chunk({ tool_calls: [{ index: 1, id: "b", function: { name: "search" } }] }),
          chunk({ tool_calls: [{ index: 0, id: "a", function: { name: "ga" } }] }),
          ...passed.map((part) => chunk({ tool_calls: [{ index: 1, function: { arguments: part } }] })),
          chunk({ tool_calls: [{ index: 0, function: { name: "ps", arguments: "{}" } }] }),
          END,
        ]);
        expect(turn.text).toBe(text.join(""));
        expect(turn.toolCalls).toEqual([
          { id: "b", name: "search", text: passed.join("") },
          { id: "a", name: "gaps", text: "{}" },
        ]);
      }),
    );
  });

  test("has an id for each call, even if the server gives none", async () => {
    const { toolCalls } = await read([
      chunk({ tool_calls: [{ index: 0, function: { name: "gaps" } }] }),
      chunk({ tool_calls: [{ index: 1, id: "x", function: { name: "search" } }] }),
      END,
    ]);
    expect(toolCalls.map(({ id }) => id)).toEqual(["call_0", "x"]);
  });

  test("has the reported usage, or an estimate", async () => {
    const usage = { usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } };
    const answer = chunk({ content: "12345" });
    expect((await read([answer, chunk({}, "stop", usage)])).usage).toEqual({
      promptTokens: 7,
      completionTokens: 3,
    });
    expect((await read([answer, END], 9)).usage).toEqual({ promptTokens: 3, completionTokens: 2 });
  });

  test.each([{}, { prompt_tokens: null, completion_tokens: 3 }, { prompt_tokens: 7 }, "a lot"])(
    "has an estimate, its calls included, if the reported usage is %j",
    async (usage) => {
      const call = { index: 0, id: "a", function: { name: "gaps", arguments: "{}" } };
      const chunks = [chunk({ content: "12345", tool_calls: [call] }), chunk({}, "stop", { usage })];
      expect((await read(chunks, 9)).usage).toEqual({ promptTokens: 3, completionTokens: 3 });
    },
  );

  test.each([
    ["there is none", []],
    ["it was cut off", [chunk({ content: "The score is" })]],
    ["it has no choice", [{ choices: [] } as unknown as ChatCompletionChunk]],
    ["it has no choices at all", [{} as ChatCompletionChunk]],
  ])("is refused if %s", async (_why, chunks) => {
    await expect(read(chunks)).rejects.toThrow("cut off");
  });

  test.each<[string, (n: number) => Delta]>([
    ["text", () => ({ content: "x".repeat(1_000) })],
    [
      "arguments of a call",
      () => ({ tool_calls: [{ index: 0, function: { arguments: "x".repeat(1_000) } }] }),
    ],
    ["the name of a call", () => ({ tool_calls: [{ index: 0, function: { name: "x".repeat(1_000) } }] })],
    ["calls", (n) => ({ tool_calls: [{ index: n, id: `c${n}`, function: { name: "gaps" } }] })],
  ])("is abandoned if it writes %s without end", async (_what, next) => {
    await expect(read(endless(next))).rejects.toThrow("does not stop");
  });

  test("may be as long as the limit", async () => {
    const { text } = await read([chunk({ content: "x".repeat(200_000) }), END]);
    expect(text).toHaveLength(200_000);
  });
});
