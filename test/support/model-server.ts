import type { ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { serveLocally } from "../../testkit/serve-locally.ts";

export interface ScriptedCall {
  name: string;
  arguments: string;
}

/** The model's next action. */
export type Step =
  | { say: string }
  | { call: ScriptedCall[]; say?: string }
  | { status: number; retryAfter?: string }
  /** Starts a response and never ends it. */
  | { hang: true }
  /** The connection breaks in the middle. */
  | { cut: string }
  /** Bytes that are not events of this protocol. */
  | { raw: string };

interface RequestMessage {
  role: string;
  content: string;
  tool_call_id?: string;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
}

export interface RequestBody {
  model: string;
  stream: boolean;
  messages: RequestMessage[];
  tools?: { type: string; function: { name: string; description: string; parameters: object } }[];
}

export interface ModelServer {
  url: string;
  /** Its requests, in order. */
  requests: { body: RequestBody; authorization: string | undefined }[];
  /** Connections closed by callers. */
  hungUp: number;
  /** The following actions; a function gets the request. When they are used up, it answers 500. */
  script(...steps: (Step | ((body: RequestBody) => Step | Promise<Step>))[]): void;
  stop(): Promise<void>;
}

const PROMPT_TOKENS = 100;
const COMPLETION_TOKENS = 10;

const chunk = (delta: object, finish: string | null = null) => ({
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  created: 1,
  model: "scripted",
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const usage = {
  prompt_tokens: PROMPT_TOKENS,
  completion_tokens: COMPLETION_TOKENS,
  total_tokens: PROMPT_TOKENS + COMPLETION_TOKENS,
};

/** Text in pieces of a few characters, tool calls with their arguments in two parts, like real servers. */
function* deltasOf(step: Extract<Step, { say: string } | { call: ScriptedCall[] }>): Generator<object> {
  yield { role: "assistant", content: "" };
  for (const piece of (step.say ?? "").match(/[\s\S]{1,7}/g) ?? []) yield { content: piece };
  if (!("call" in step)) return;
  for (const [index, call] of step.call.entries()) {
    const half = Math.ceil(call.arguments.length / 2);
    const [begin, end] = [call.arguments.slice(0, half), call.arguments.slice(half)];
    yield {
      tool_calls: [
        { index, id: `call_${index}`, type: "function", function: { name: call.name, arguments: begin } },
      ],
    };
    yield { tool_calls: [{ index, function: { arguments: end } }] };
  }
}

function stream(
  response: ServerResponse,
  step: Extract<Step, { say: string } | { call: ScriptedCall[] }>,
): void {
  for (const delta of deltasOf(step)) response.write(`data: ${JSON.stringify(chunk(delta))}\n\n`);
  const finish = "call" in step ? "tool_calls" : "stop";
  response.write(`data: ${JSON.stringify(chunk({}, finish))}\n\n`);
  response.write(`data: ${JSON.stringify({ ...chunk({}), choices: [], usage })}\n\n`);
  response.end("data: [DONE]\n\n");
}

function answer(response: ServerResponse, step: Step): void {
  if ("status" in step) {
    const headers = step.retryAfter === undefined ? {} : { "retry-after": step.retryAfter };
    response.writeHead(step.status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify({ error: { message: "scripted", type: "server_error", code: null } }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  if ("hang" in step) return void response.write(`data: ${JSON.stringify(chunk({ content: "Well" }))}\n\n`);
  if ("raw" in step) return void response.end(step.raw);
  if ("cut" in step) {
    response.write(`data: ${JSON.stringify(chunk({ content: step.cut }))}\n\n`, () => response.destroy());
    return;
  }
  stream(response, step);
}

/** A server for the chat completions protocol with scripted answers. */
export async function startModelServer(): Promise<ModelServer> {
  const steps: (Step | ((body: RequestBody) => Step | Promise<Step>))[] = [];
  const { url, stop } = await serveLocally((request, response) => {
    response.on("close", () => {
      if (!response.writableFinished) made.hungUp += 1;
    });
    void json(request).then(async (sent) => {
      const body = sent as RequestBody;
      if (request.url !== "/v1/chat/completions" || !body.stream) return answer(response, { status: 404 });
      made.requests.push({ body, authorization: request.headers.authorization });
      const step = steps.shift() ?? { status: 500 };
      answer(response, typeof step === "function" ? await step(body) : step);
    });
  });
  const made: ModelServer = {
    url: `${url}/v1`,
    requests: [],
    hungUp: 0,
    script: (...next) => void steps.splice(0, steps.length, ...next),
    stop,
  };
  return made;
}
