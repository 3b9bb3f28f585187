import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** `before` the server receives the COMMIT, or `after` it has executed and answered it. */
export type CutMoment = "before" | "after";

/** A proxy to PostgreSQL that can cut a connection at a COMMIT. */
export interface CommitCutter {
  /** `host:port`, used instead of the server's. */
  address: string;
  /**
   * Cuts the next connection that has carried `marker` at its next COMMIT; resolves when that has happened.
   */
  cut(marker: string, moment: CutMoment): Promise<void>;
  /** After the next cut, refuses all connections, as if the database were unavailable, until `open`. */
  shutAfterCut(): void;
  open(): void;
  close(): Promise<void>;
}

interface Wanted {
  marker: string;
  moment: CutMoment;
  done: () => void;
}

const COMMIT = /commit\0/i;

export async function createCommitCutter(databaseUrl: string): Promise<CommitCutter> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let wanted: Wanted | null = null;
  let [isOpen, willShut] = [true, false];
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  };

  function join(caller: Socket, server: Socket): void {
    let marked: Wanted | null = null;
    const end = (): void => {
      isOpen = !willShut;
      for (const socket of isOpen ? [caller, server] : sockets) socket.destroy();
      marked?.done();
    };
    caller.on("data", (bytes) => {
      const text = bytes.toString("latin1");
      if (wanted !== null && text.includes(wanted.marker)) [marked, wanted] = [wanted, null];
      if (marked === null || !COMMIT.test(text)) return void server.write(bytes);
      if (marked.moment === "before") return end();
      server.removeAllListeners("data");
      // The response shows that it was executed; the caller never receives it.
      server.once("data", end);
      server.write(bytes);
    });
    server.on("data", (bytes) => caller.write(bytes));
    caller.on("close", () => server.destroy());
    server.on("close", () => caller.destroy());
  }

  const proxy = createServer((caller) => {
    track(caller);
    if (!isOpen) return void caller.destroy();
    const server = connect(Number(target.port), target.hostname);
    track(server);
    join(caller, server);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    address: `127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut: (marker, moment) => new Promise((done) => (wanted = { marker, moment, done })),
    shutAfterCut: () => void (willShut = true),
    open: () => void ([isOpen, willShut] = [true, false]),
    close: async () => {
      proxy.close();
      for (const socket of sockets) socket.destroy();
      await once(proxy, "close");
    },
  };
}
