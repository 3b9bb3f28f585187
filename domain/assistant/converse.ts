import { z } from "zod";
import { NO_USAGE, addUsage, type AssistantAnswer, type Citation } from "./answer.rules.ts";
import type { Passage } from "../answers/passage.ts";
import {
  tokensOf,
  type LanguageModel,
  type ModelMessage,
  type ToolCall,
  type ToolDescription,
  type Usage,
} from "../language-model/language-model.ts";
import { readCitations } from "./quotes.rules.ts";
import type { Texts } from "../texts/en.ts";
import { safeText } from "../safe-text.rules.ts";

/** The result of a tool. Passages get handles, by which the model cites them. */
export type ToolResult =
  | { passages: readonly Passage[]; note?: string }
  | { figures: unknown }
  | { refused: string };

export interface ModelTool {
  description: ToolDescription;
  /**
   * `input` is the model's text, parsed as JSON but not validated; `shown` has the passages it saw, by
   * handle.
   */
  run(input: unknown, shown: ReadonlyMap<string, Passage>, signal: AbortSignal): Promise<ToolResult>;
}

export interface ModelConversation {
  model: LanguageModel;
  /** The requester's id. */
  person: string;
  tools: readonly ModelTool[];
  messages: readonly ModelMessage[];
  signal: AbortSignal;
  /** The token budget of this answer. */
  budget: number;
  /** Called with every tool before it runs. */
  onTool: (name: string) => void;
  /** Called after every turn, even if it yields no answer. */
  onUsage: (usage: Usage) => void;
}

/** The final text of a model. */
export interface FinalText {
  message: string;
  citations: Citation[];
  /** The model used the project's figures, so it needs no quotes. */
  usedFigures: boolean;
}

const MAX_ROUNDS = 6;
const MAX_CALLS_A_ROUND = 4;
const LONGEST_RESULT = 12_000;

const Json = z.string().transform((text, ctx): unknown => {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    ctx.addIssue({ code: "custom", message: "not JSON" });
    return z.NEVER;
  }
});

interface State {
  passages: Map<string, Passage>;
  usedFigures: boolean;
}

/** The same passage keeps its handle. */
function handleOf({ passages }: State, passage: Passage): string {
  for (const [handle, known] of passages) if (known.chunkId === passage.chunkId) return handle;
  const handle = `c${passages.size + 1}`;
  passages.set(handle, passage);
  return handle;
}

/** As JSON, so that no text in a document can end the data and begin an instruction. */
function resultOf(state: State, result: ToolResult): string {
  if ("refused" in result) return JSON.stringify({ error: result.refused });
  if ("figures" in result) {
    state.usedFigures = true;
    return JSON.stringify({ figures: result.figures }).slice(0, LONGEST_RESULT);
  }
  const results: object[] = [];
  let left = LONGEST_RESULT;
  for (const passage of result.passages) {
    left -= passage.text.length;
    if (left < 0) break;
    const { title, fileName: file, page, heading, text } = passage;
    results.push({ handle: handleOf(state, passage), title, file, page, heading, text });
  }
  return JSON.stringify({
    untrusted_document_passages: results,
    ...(result.note === undefined ? {} : { note: result.note }),
  });
}

async function runTool(
  { tools, signal, onTool }: ModelConversation,
  state: State,
  call: ToolCall,
): Promise<string> {
  const tool = tools.find(({ description }) => description.name === call.name);
  if (tool === undefined) return resultOf(state, { refused: "no tool has this name" });
  const input = Json.safeParse(call.text);
  if (!input.success) return resultOf(state, { refused: "the arguments are not JSON" });
  onTool(call.name);
  return resultOf(state, await tool.run(input.data, state.passages, signal));
}

async function runTools(
  conversing: ModelConversation,
  state: State,
  calls: readonly ToolCall[],
): Promise<ModelMessage[]> {
  const results: ModelMessage[] = [];
  for (const [i, call] of calls.entries()) {
    const text =
      i < MAX_CALLS_A_ROUND
        ? await runTool(conversing, state, call)
        : resultOf(state, { refused: "too many calls at once" });
    results.push({ role: "tool", callId: call.id, text });
  }
  return results;
}

/**
 * Lets the model look things up until it answers, then checks its text: a citation is kept if the passage was
 * shown and contains the quote; links and markup are removed. Null if it reaches no answer.
 */
export async function converse(conversing: ModelConversation): Promise<FinalText | null> {
  const { model, person, tools, signal, budget, onUsage } = conversing;
  const messages = [...conversing.messages];
  const state: State = { passages: new Map(), usedFigures: false };
  let usage = NO_USAGE;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    // In the last round, only the answer is left.
    const offered = round === MAX_ROUNDS ? [] : tools.map(({ description }) => description);
    const turn = await model.next({ person, messages, tools: offered, signal });
    if (turn === null) return null;
    usage = addUsage(usage, turn.usage);
    onUsage(turn.usage);
    if (turn.toolCalls.length === 0) {
      const { text, citations } = readCitations(turn.text, state.passages);
      return { message: safeText(text), citations, usedFigures: state.usedFigures };
    }
    if (tokensOf(usage) > budget) break;
    messages.push({ role: "assistant", text: turn.text, toolCalls: turn.toolCalls });
    messages.push(...(await runTools(conversing, state, turn.toolCalls)));
  }
  return null;
}

/** Null if nothing supports the model's text, which is then discarded. */
export function acceptedAnswer(
  { message, citations, usedFigures }: FinalText,
  { assistant: { notFound } }: Pick<Texts, "assistant">,
): Omit<AssistantAnswer, "usage"> | null {
  if (message === "") return null;
  if (citations.length > 0 || usedFigures)
    return { mode: "model", degraded: [], message, citations, found: true };
  if (/\bnot found in the evidence\b/i.test(message) || message.includes(notFound))
    return { mode: "model", degraded: [], message: notFound, citations: [], found: false };
  return null;
}
