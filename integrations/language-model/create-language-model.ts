import { setTimeout as sleep } from "node:timers/promises";
import OpenAI, { APIError } from "openai";
import type { ChatCompletionMessageParam, ChatCompletionTool } from "openai/resources/chat/completions";
import type {
  LanguageModel,
  ModelMessage,
  ModelRequest,
  ModelTurn,
  ToolDescription,
} from "../../domain/language-model/language-model.ts";
import type { Outbound } from "../../platform/http/outbound.ts";
import type { Logger } from "../../platform/logger.ts";
import { createCircuitBreaker, type CircuitBreaker } from "./circuit-breaker.ts";
import { readTurn } from "./read-turn.ts";
import { createRetryBudget, type RetryBudget } from "./retry-budget.ts";

const TRIES = 3;
const FIRST_PAUSE_MS = 300;
/** Someone is waiting, so longer retry delays are not honoured. */
const LONGEST_PAUSE_MS = 5_000;

export interface LanguageModelOptions {
  baseUrl: string;
  apiKey: string;
  model: string;
  timeoutMs: number;
}

export interface LanguageModelDeps {
  outbound: Pick<Outbound, "stream">;
  logger: Logger;
  breaker?: CircuitBreaker;
  budget?: RetryBudget;
}

const messageOf = (message: ModelMessage): ChatCompletionMessageParam => {
  switch (message.role) {
    case "system":
    case "user":
      return { role: message.role, content: message.text };
    case "tool":
      return { role: "tool", tool_call_id: message.callId, content: message.text };
    case "assistant": {
      const calls = message.toolCalls.map(({ id, name, text }) => ({
        id,
        type: "function" as const,
        function: { name, arguments: text },
      }));
      return {
        role: "assistant",
        content: message.text,
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
      };
    }
  }
};

const toolOf = ({ name, description, parameters }: ToolDescription): ChatCompletionTool => ({
  type: "function",
  function: { name, description, parameters: { ...parameters } },
});

const bodyOf = (model: string, { messages, tools }: ModelRequest) =>
  ({
    model,
    messages: messages.map(messageOf),
    ...(tools.length === 0 ? {} : { tools: tools.map(toolOf) }),
    temperature: 0,
    stream: true,
    stream_options: { include_usage: true },
  }) as const;

const statusOf = (error: unknown): number | null =>
  error instanceof APIError && typeof error.status === "number" ? error.status : null;

/** Failures that a retry may fix: overload, server or network errors, and invalid responses. */
const mayPass = (status: number | null): boolean =>
  status === null || status === 408 || status === 429 || status >= 500;

/** The delay before the next attempt; null if it is too long. */
function pauseBefore(error: unknown, tried: number): number | null {
  const headers = error instanceof APIError ? (error.headers as Headers | undefined) : undefined;
  const after = headers?.get("retry-after");
  const seconds = after === undefined || after === null ? Number.NaN : Number(after);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : FIRST_PAUSE_MS * 2 ** (tried - 1);
  return ms <= LONGEST_PAUSE_MS ? ms : null;
}

/** An operator must fix this: the key, the model name or the address. */
const isMisconfigured = (status: number | null): boolean =>
  status === 401 || status === 403 || status === 404;

/** The server works, but not for this request: it is too long, or a filter refuses what a user wrote. */
const isAboutRequest = (status: number | null): boolean => status === 400 || status === 413 || status === 422;

/** Any OpenAI-compatible server. Retries within a budget of the whole process, behind a circuit breaker. */
export function createLanguageModel(options: LanguageModelOptions, deps: LanguageModelDeps): LanguageModel {
  const { baseUrl, apiKey, model, timeoutMs } = options;
  const {
    outbound,
    logger,
    breaker = createCircuitBreaker(() => performance.now()),
    budget = createRetryBudget(),
  } = deps;
  // The library would retry without a budget, and log what it sends.
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: "off",
    fetch: (url, init) => outbound.stream(url instanceof Request ? url.url : url, init),
  });

  async function ask(request: ModelRequest): Promise<ModelTurn> {
    const body = bodyOf(model, request);
    const stream = await client.chat.completions.create(body, { signal: request.signal });
    return readTurn(stream, JSON.stringify(body).length);
  }

  function recordFailure(error: unknown): void {
    const status = statusOf(error);
    const details = { err: error instanceof Error ? error.message : String(error), model };
    // Otherwise three questions of one user would turn the model off for everyone.
    if (isAboutRequest(status)) return logger.warn(details, "The language model refused a request");
    if (!breaker.failed()) return;
    if (isMisconfigured(status))
      logger.error(
        details,
        "The language model refuses our requests: check AI_BASE_URL, AI_API_KEY and AI_MODEL",
      );
    else logger.warn(details, "The language model failed several times; answering without it for now");
  }

  return {
    name: model,
    isAvailable: () => breaker.isClosed(),
    admit: async () => undefined,
    async next(request) {
      for (let tried = 1; ; tried += 1) {
        try {
          const turn = await ask(request);
          breaker.succeeded();
          budget.earn();
          return turn;
        } catch (error) {
          request.signal.throwIfAborted();
          const pause = pauseBefore(error, tried);
          const again = tried < TRIES && mayPass(statusOf(error)) && pause !== null && budget.take();
          if (!again) {
            recordFailure(error);
            return null;
          }
          await sleep(pause, undefined, { signal: request.signal });
        }
      }
    },
  };
}
