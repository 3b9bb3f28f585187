import { ApiError } from "../../http/api-error.ts";
import type { Answer } from "./assistant.queries.ts";

export interface StreamHandlers {
  onStep: (tool: string) => void;
  onToken: (text: string) => void;
}

interface ServerEvent {
  event: string;
  data: unknown;
}

/** Parses one event of the stream; null for a keep-alive. */
function parse(block: string): ServerEvent | null {
  const lines = block.split("\n");
  const valueOf = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [event, data] = [valueOf("event"), valueOf("data")];
  return event === undefined || data === undefined ? null : { event, data: JSON.parse(data) as unknown };
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = "";
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const blocks = (rest + next.value).split("\n\n");
    rest = blocks.pop()!;
    yield* blocks.map(parse).filter((event) => event !== null);
  }
}

interface Refusal {
  code: string;
  message: string;
  details: Record<string, unknown>;
  request_id: string;
}

/** Errors arrive in the stream, because the status was sent before anything could fail. */
const errorOf = ({ request_id: requestId, ...error }: Refusal): ApiError =>
  new ApiError(500, { error, request_id: requestId });

/** Reads an answer as it is streamed. Rejects if the stream ends before the answer is complete. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  { onStep, onToken }: StreamHandlers,
): Promise<Answer> {
  for await (const { event, data } of eventsOf(body)) {
    if (event === "step") onStep((data as { tool: string }).tool);
    if (event === "token") onToken((data as { text: string }).text);
    if (event === "error") throw errorOf(data as Refusal);
    if (event === "done") return data as Answer;
  }
  throw ApiError.unreachable(new Error("the answer broke off"));
}
