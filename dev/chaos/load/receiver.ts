import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { serveLocally } from "../../../testkit/serve-locally.ts";

/** A message to a webhook. */
export interface Received {
  /** The path of the webhook. */
  path: string;
  eventId: string;
  body: string;
}

export interface Receiver {
  origin: string;
  /** Correctly signed messages, in order of arrival; an event may arrive more than once. */
  received: readonly Received[];
  /** Messages with a wrong signature. */
  forged: readonly string[];
  /** The secret that signs messages to a path. */
  expect(path: string, secret: string): void;
  stop(): Promise<void>;
}

/** Receives webhooks and verifies their signatures. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const forged: string[] = [];
  const secrets = new Map<string, string>();
  const take = (path: string, headers: Record<string, string>, body: string): void => {
    const secret = secrets.get(path);
    if (secret === undefined) return void forged.push(`${path} has no webhook`);
    try {
      const event = new Webhook(secret).verify(body, headers) as { id: string };
      received.push({ path, eventId: event.id, body });
    } catch (error) {
      forged.push(`${path}: ${String(error)}`);
    }
  };
  const { url: origin, stop } = await serveLocally((request, response) => {
    void text(request).then(
      (body) => {
        take(request.url!, request.headers as Record<string, string>, body);
        response.end();
      },
      () => undefined,
    );
  });
  return {
    origin,
    received,
    forged,
    expect: (path, secret) => void secrets.set(path, secret),
    stop,
  };
}
