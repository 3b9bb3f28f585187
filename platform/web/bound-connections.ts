import type { Server } from "node:http";
import type { Duplex } from "node:stream";

export interface ConnectionBounds {
  /** Connections served at the same time. */
  served: number;
  /**
   * Further connections that are answered with a refusal; beyond these, connections are closed without a
   * response.
   */
  refused: number;
}

/** Decides about a request by its connection. */
export interface Doorkeeper {
  /** Whether the connection exceeds the limit. */
  isBeyond(socket: Duplex): boolean;
  /** Whether the limit is near, so that connections should close after their response. */
  isCrowded(): boolean;
}

/** How long a refused connection may take to send a request that can be answered. */
const PATIENCE_MS = 2_000;
const CROWDED = 0.75;

/** Limits the connections of a server, so that it never runs out of file handles. */
export function boundConnections(server: Server, { served, refused }: ConnectionBounds): Doorkeeper {
  const beyond = new WeakSet<Duplex>();
  let open = 0;
  server.maxConnections = served + refused;
  server.on("connection", (socket) => {
    open += 1;
    const cut = open > served && setTimeout(() => socket.destroy(), PATIENCE_MS);
    if (cut !== false) beyond.add(socket);
    socket.once("close", () => {
      open -= 1;
      if (cut !== false) clearTimeout(cut);
    });
  });
  return { isBeyond: (socket) => beyond.has(socket), isCrowded: () => open > served * CROWDED };
}
