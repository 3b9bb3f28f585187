import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { hasBody } from "./has-body.ts";

/** Closes the connection after the response, once the whole request has arrived. */
export function endAfterwards(request: IncomingMessage, response: ServerResponse): void {
  const close = (): void => void (response.headersSent || response.setHeader("Connection", "close"));
  if (hasBody(request) && !request.readableEnded) request.once("end", close);
  else close();
}

/** Closes the connection of an answered request, once all of it has arrived. */
function endWith(request: IncomingMessage): void {
  const { socket } = request;
  if (request.complete) socket.destroySoon();
  else request.once("end", () => socket.destroySoon());
}

/**
 * Changes what a stopping server does with open connections. Each is closed after its running response: Node would keep
 * it for the caller's next requests. And a response that is still being sent is completed: Node would take its
 * connection for an idle one and cut it off.
 */
export function trackConnections(server: Server): { end(): void } {
  const running = new Map<ServerResponse, IncomingMessage>();
  server.prependListener("request", (request, response) => {
    running.set(response, request);
    response.once("close", () => running.delete(response));
    if (!server.listening) endAfterwards(request, response);
  });
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    const sending = [...running.keys()].find(({ writableEnded }) => writableEnded);
    if (sending === undefined) closeIdle();
    else sending.once("close", () => server.closeIdleConnections());
  };
  const end = (): void => {
    for (const [response, request] of running) {
      endAfterwards(request, response);
      // For a response that has already announced that the connection stays open.
      response.once("finish", () => endWith(request));
    }
  };
  return { end };
}
