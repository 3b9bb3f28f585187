import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/**
 * The state of a link: passes everything on, refuses connections, accepts connections and bytes silently, or
 * answers every HTTP request with 429.
 */
export type LinkState = "open" | "cut" | "hung" | "busy";

const BUSY =
  "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";

/** A TCP proxy between one process and one server that can fail like a network. */
export interface Link {
  /** `host:port`, used instead of the server's. */
  address: string;
  port: number;
  /** Cutting and being busy reset connections; hanging freezes them, and opening continues them. */
  set(state: LinkState): void;
  /** Whether the current fault has reset, refused or held anything. */
  hasHit(): boolean;
  close(): Promise<void>;
}

/** Listens on a free loopback port for the server at `host:port`. */
export async function openLink(target: string): Promise<Link> {
  const { hostname: host, port } = new URL(`tcp://${target}`);
  let state: LinkState = "open";
  let hits = 0;
  const sockets = new Set<Socket>();
  const hold = (socket: Socket): void => void (state === "hung" ? socket.pause() : socket.resume());
  const relay = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on("data", (bytes: Buffer) => {
      if (!to.write(bytes)) from.pause();
    });
    to.on("drain", () => hold(from));
    from.on("end", () => to.end());
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
    hold(from);
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    near.on("error", () => undefined);
    if (state !== "open") hits += 1;
    if (state === "cut") return void near.resetAndDestroy();
    if (state === "busy") return void near.once("data", () => near.end(BUSY));
    const far = connect({ port: Number(port), host, allowHalfOpen: true });
    relay(near, far);
    relay(far, near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: own } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${own}`,
    port: own,
    set(next) {
      state = next;
      hits = next === "cut" || next === "busy" ? sockets.size : 0;
      for (const socket of sockets) {
        if (next === "cut" || next === "busy") socket.resetAndDestroy();
        else hold(socket);
      }
    },
    // A paused socket keeps the first bytes that it receives.
    hasHit: () =>
      hits > 0 || [...sockets].some(({ readableLength }) => state === "hung" && readableLength > 0),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
