import type { ApiClient } from "./api-client.ts";

/** The fields that tests look for. */
export interface StreamedEvent {
  id: string;
  event: string;
  subject_id: string;
  data: { finding?: { title: string }; project?: { name: string } };
}

/** One message of an event stream. */
export interface ReceivedEvent {
  id: string;
  /** `message` by default. */
  event: string;
  /** Empty for a message that is no event of the product. */
  data: StreamedEvent;
}

export interface EventStream {
  /** All messages so far. */
  received: ReceivedEvent[];
  /** The first matching message, past or future; throws if the stream ends before. */
  next(fits: (received: ReceivedEvent) => boolean): Promise<ReceivedEvent>;
  /** Resolves when the service ends the stream. */
  ended: Promise<void>;
  close(): void;
}

function messageIn(block: string): ReceivedEvent | null {
  const fields = new Map(
    block
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith(":"))
      .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)] as const),
  );
  const data = fields.get("data");
  if (data === undefined || fields.get("event") === "beat") return null;
  return {
    id: fields.get("id") ?? "",
    event: fields.get("event") ?? "message",
    data: JSON.parse(data) as StreamedEvent,
  };
}

async function read(
  body: ReadableStream<Uint8Array>,
  take: (received: ReceivedEvent) => void,
): Promise<void> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    const blocks = (text + decoder.decode(bytes, { stream: true })).split("\n\n");
    text = blocks.pop()!;
    for (const block of blocks) {
      const message = messageIn(block);
      if (message !== null) take(message);
    }
  }
}

/** Listens to a stream of server-sent events like a browser. */
export async function listenTo(
  client: ApiClient,
  path: string,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const closing = new AbortController();
  const response = await client.fetch(path, { headers, signal: closing.signal });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  const received: ReceivedEvent[] = [];
  const waiting = new Set<() => void>();
  const ring = (): void => waiting.forEach((look) => look());
  let isOver = false;
  const ended = read(response.body!, (message) => {
    received.push(message);
    ring();
  })
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
      ring();
    });
  return {
    received,
    ended,
    next: (fits) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = received.find(fits);
          if (found === undefined && !isOver) return;
          waiting.delete(look);
          if (found === undefined) reject(new Error(`The stream ended after ${JSON.stringify(received)}`));
          else resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close: () => closing.abort(),
  };
}
