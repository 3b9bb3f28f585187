import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A door in front of a real server: shut, the server is unreachable, as when it is down. */
export interface Gate {
  /** `host:port` to use in place of the server's. */
  address: string;
  /** Refuses connections and cuts those that are open. */
  shut(): void;
  open(): void;
  close(): Promise<void>;
}

export async function createGate(target: string): Promise<Gate> {
  const [host, port] = target.split(":") as [string, string];
  const sockets = new Set<Socket>();
  let isOpen = true;
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A cut connection is the point of the gate.
    socket.on("error", () => socket.destroy());
  };
  const server = createServer((incoming) => {
    track(incoming);
    if (!isOpen) return void incoming.destroy();
    const outgoing = connect(Number(port), host);
    track(outgoing);
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on("close", () => outgoing.destroy());
    outgoing.on("close", () => incoming.destroy());
  });
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the gate has no port");
  return {
    address: `127.0.0.1:${address.port}`,
    shut: () => {
      isOpen = false;
      cut();
    },
    open: () => void (isOpen = true),
    close: async () => {
      server.close();
      cut();
      await once(server, "close");
    },
  };
}
