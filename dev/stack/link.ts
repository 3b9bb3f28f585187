import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** What a link does: passes everything on; refuses; or takes connections and bytes and says nothing. */
export type LinkState = "open" | "cut" | "hung";

/** A TCP proxy between one process and one server, which can fail as networks do. */
export interface Link {
  /** `host:port`, to use in place of the server's. */
  address: string;
  port: number;
  /** Cutting resets what is connected; hanging stops it where it is, and opening goes on from there. */
  set(state: LinkState): void;
  close(): Promise<void>;
}

/** Listens on a free port of loopback, in front of the server at `host:port`. */
export async function openLink(target: string): Promise<Link> {
  const { hostname: host, port } = new URL(`tcp://${target}`);
  let state: LinkState = "open";
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
    if (state === "cut") return void near.resetAndDestroy();
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
      for (const socket of sockets) {
        if (next === "cut") socket.resetAndDestroy();
        else hold(socket);
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
