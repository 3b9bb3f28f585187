import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { serveLocally } from "../../testkit/serve-locally.ts";

/** A message as posted. */
export interface Posted {
  to: string;
  type: "text" | "interactive" | "template";
  text?: { body: string };
  interactive?: {
    body: { text: string };
    action: { buttons: { reply: { id: string; title: string } }[] };
  };
  template?: { name: string; language: { code: string }; components: { parameters: { text: string }[] }[] };
}

type Behaviour = (response: ServerResponse, message: Posted) => void;

export interface WhatsappServer {
  /** For `api_url`. */
  url: string;
  posted: Posted[];
  /** Media by id; `url` for a response that names another host. */
  media: Map<string, { mimeType: string; bytes: Buffer; url?: string }>;
  /** The Authorization header of each request for a file. */
  tokens: (string | undefined)[];
  /** Sets the response to messages; accepts them by default. */
  behave(behaviour: Behaviour): void;
  stop(): Promise<void>;
}

export const taking: Behaviour = (response) =>
  void response.writeHead(200).end(JSON.stringify({ messages: [{ id: "wamid.sent" }] }));

export const refusing =
  (status: number, code: number): Behaviour =>
  (response) =>
    void response
      .writeHead(status)
      .end(JSON.stringify({ error: { code, message: "no", type: "OAuthException" } }));

/** A Graph API on this machine with one phone number. */
export async function startWhatsappServer(): Promise<WhatsappServer> {
  let behaviour = taking;
  const posted: Posted[] = [];
  const media: WhatsappServer["media"] = new Map();
  const tokens: WhatsappServer["tokens"] = [];
  const { url: origin, stop } = await serveLocally((request, response) => {
    const [, , name = "", ...rest] = request.url!.split("/");
    if (request.method === "POST" && rest[0] === "messages")
      return void text(request).then((body) => {
        const message = JSON.parse(body) as Posted;
        posted.push(message);
        behaviour(response, message);
      });
    const file = media.get(rest[0] ?? name);
    if (file === undefined)
      return void response
        .writeHead(400)
        .end(JSON.stringify({ error: { code: 100, message: "No such id" } }));
    if (name === "bytes") {
      tokens.push(request.headers.authorization);
      return void response.writeHead(200, { "content-type": file.mimeType }).end(file.bytes);
    }
    const answer = {
      url: file.url ?? `${base}/bytes/${name}`,
      mime_type: file.mimeType,
      file_size: file.bytes.length,
      id: name,
    };
    response.writeHead(200).end(JSON.stringify(answer));
  });
  const base = `${origin}/v23.0`;
  return {
    url: base,
    posted,
    media,
    tokens,
    behave: (next) => void (behaviour = next),
    stop,
  };
}
