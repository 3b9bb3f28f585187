import { z } from "zod";
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

/** The length of the answer, its calls included. */
const lengthOf = (text: string, calls: ReadonlyMap<number, Call>): number =>
  [...calls.values()].reduce((sum, call) => sum + call.name.length + call.text.length, text.length);

const ReportedUsage = z.object({ promptTokens: z.int(), completionTokens: z.int() });

/** The reported usage; null if it is incomplete, as that of some servers. */
function usageOf({ usage }: ChatCompletionChunk): Usage | null {
  const reported = { promptTokens: usage?.prompt_tokens, completionTokens: usage?.completion_tokens };
  return ReportedUsage.safeParse(reported).data ?? null;
}

/** For servers that report no usage: about four characters per token. */
const estimated = (promptCharacters: number, writtenCharacters: number): Usage => ({
  promptTokens: Math.ceil(promptCharacters / 4),
  completionTokens: Math.ceil(writtenCharacters / 4),
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
    usage = usageOf(chunk) ?? usage;
    if (lengthOf(text, calls) > LONGEST_TEXT || calls.size > MOST_CALLS)
      throw new Error("the model does not stop");
  }
  if (!finished) throw new Error("the model's answer was cut off");
  const toolCalls = [...calls.values()].map((call, i) => ({
    ...call,
    id: call.id === "" ? `call_${i}` : call.id,
  }));
  return { text, toolCalls, usage: usage ?? estimated(promptCharacters, lengthOf(text, calls)) };
}
