import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { serveLocally } from "../../testkit/serve-locally.ts";

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  at: number;
}

export type Behaviour = (response: ServerResponse, received: Received, nth: number) => void;

export interface Receiver {
  url: string;
  /** All requests, in order of arrival. */
  received: Received[];
  /** Sets the response to requests; 200 by default. */
  behave(behaviour: Behaviour): void;
  stop(): Promise<void>;
}

export const answering =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end("noted");

/** A real HTTP server that receives webhooks. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let behaviour: Behaviour = answering(200);
  const { url: origin, stop } = await serveLocally((request, response) => {
    void text(request).then((body) => {
      const { url, headers } = request as { url: string; headers: Record<string, string> };
      const one = { path: url, headers, body, at: Date.now() };
      received.push(one);
      behaviour(response, one, received.length);
    });
  });
  return {
    url: `${origin}/hook`,
    received,
    behave: (next) => void (behaviour = next),
    stop,
  };
}
