import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import type { ModelTurn, ToolCall, Usage } from "../../domain/language-model/language-model.ts";

/** Of the answer and the arguments of all calls together. */
const LONGEST_TEXT = 200_000;
/** No tool has this many uses in one turn. */
const MOST_CALLS = 200;

type Call = { -readonly [K in keyof ToolCall]: ToolCall[K] };

/** Tool calls arrive in chunks with an index. */
function addCalls(calls: Map<number, Call>, choice: ChatCompletionChunk.Choice | undefined): void {
  for (const { index, id, function: part } of choice?.delta?.tool_calls ?? []) {
    const call = calls.get(index) ?? { id: "", name: "", text: "" };
    calls.set(index, call);
    if (id !== undefined && id !== null) call.id = id;
    call.name += part?.name ?? "";
    call.text += part?.arguments ?? "";
  }
}

function isEndless(text: string, calls: ReadonlyMap<number, Call>): boolean {
  const written = [...calls.values()].reduce((sum, call) => sum + call.name.length + call.text.length, 0);
  return text.length + written > LONGEST_TEXT || calls.size > MOST_CALLS;
}

/** For servers that report no usage: about four characters per token. */
const estimated = (promptCharacters: number, turn: { text: string }): Usage => ({
  promptTokens: Math.ceil(promptCharacters / 4),
  completionTokens: Math.ceil(turn.text.length / 4),
});

/** Reads a streamed response to its end. Throws if it is invalid: truncated, or without a choice. */
export async function readTurn(
  stream: AsyncIterable<ChatCompletionChunk>,
  promptCharacters: number,
): Promise<ModelTurn> {
  let text = "";
  let finished = false;
  let usage: Usage | null = null;
  const calls = new Map<number, Call>();
  for await (const chunk of stream) {
    const [choice] = chunk.choices ?? [];
    text += choice?.delta?.content ?? "";
    addCalls(calls, choice);
    if (choice?.finish_reason) finished = true;
    if (chunk.usage)
      usage = { promptTokens: chunk.usage.prompt_tokens, completionTokens: chunk.usage.completion_tokens };
    if (isEndless(text, calls)) throw new Error("the model does not stop");
  }
  if (!finished) throw new Error("the model's answer was cut off");
  const toolCalls = [...calls.values()].map((call, i) => ({
    ...call,
    id: call.id === "" ? `call_${i}` : call.id,
  }));
  return { text, toolCalls, usage: usage ?? estimated(promptCharacters, { text }) };
}
