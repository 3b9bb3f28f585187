import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { networkOf } from "../http/ip-ranges.ts";

export interface ConnectionBounds {
  /** Connections served at the same time. */
  served: number;
  /**
   * Further connections that are answered with a refusal; beyond these, connections are closed without a
   * response.
   */
  refused: number;
  /** How many of those served may come from the network of an address; any number by default. */
  shareOf?: (address: string) => number;
}

/** Decides about a request by its connection. */
export interface Doorkeeper {
  /** Whether the connection exceeds a limit. */
  isBeyond(socket: Duplex): boolean;
  /** Whether the limit is near, so that connections should close after their response. */
  isCrowded(): boolean;
}

/** How long a refused connection may take to send a request that can be answered. */
const PATIENCE_MS = 2_000;
const CROWDED = 0.75;

const UNLIMITED = (): number => Infinity;

/**
 * Limits the connections of a server, so that it never runs out of file handles, and that no one caller takes all of
 * them by sending slowly.
 */
export function boundConnections(
  server: Server,
  { served, refused, shareOf = UNLIMITED }: ConnectionBounds,
): Doorkeeper {
  const beyond = new WeakSet<Duplex>();
  const serving = new Map<string, number>();
  let all = 0;
  const count = (network: string, change: 1 | -1): void => {
    const left = (serving.get(network) ?? 0) + change;
    all += change;
    if (left === 0) serving.delete(network);
    else serving.set(network, left);
  };
  server.maxConnections = served + refused;
  server.on("connection", (socket) => {
    const address = socket.remoteAddress ?? "";
    const network = networkOf(address);
    if (all < served && (serving.get(network) ?? 0) < shareOf(address)) {
      count(network, 1);
      return void socket.once("close", () => count(network, -1));
    }
    beyond.add(socket);
    const cut = setTimeout(() => socket.destroy(), PATIENCE_MS);
    socket.once("close", () => clearTimeout(cut));
  });
  return { isBeyond: (socket) => beyond.has(socket), isCrowded: () => all > served * CROWDED };
}
