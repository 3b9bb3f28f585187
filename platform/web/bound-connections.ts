import type { Server } from "node:http";
import type { Duplex } from "node:stream";

export interface ConnectionBounds {
  /** Connections that are served at once. */
  served: number;
  /** Beyond these so many are answered that there are too many; what comes after that is closed unheard. */
  refused: number;
}

/** What to do with a request, by the connection that it came on. */
export interface Doorkeeper {
  /** Whether it is one too many. */
  isBeyond(socket: Duplex): boolean;
  /** Whether there is little room left, so that a connection had better end with its answer. */
  isCrowded(): boolean;
}

/** In which whoever is to be refused sends a request, so that the refusal answers something. */
const PATIENCE_MS = 2_000;
const CROWDED = 0.75;

/** Keeps a server within its bounds, so that it never runs out of file handles. */
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
