import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** The industry's harmless test file, in two parts so that this file does not trigger a scanner. */
export const EICAR = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}", "$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

/** The complete file of an INSTREAM conversation; null while more is to come. */
function fileOf(bytes: Buffer): Buffer | null {
  const command = "zINSTREAM\0";
  const parts: Buffer[] = [];
  let at = command.length;
  while (bytes.length >= at + 4) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

/**
 * A server for clamd's INSTREAM that knows one virus and, like the real one, disconnects on files above its
 * limit. The real one needs virus definitions from its own host.
 */
export async function startClamd(maxBytes = Infinity): Promise<{ port: number; stop(): Promise<void> }> {
  const serve = (socket: Socket): void => {
    let bytes = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length > maxBytes) {
        socket.write("INSTREAM size limit exceeded. ERROR\0", () => socket.resetAndDestroy());
        return;
      }
      const file = fileOf(bytes);
      if (file !== null)
        socket.end(file.includes(EICAR) ? "stream: Eicar-Test-Signature FOUND\0" : "stream: OK\0");
    });
    socket.on("error", () => socket.destroy());
  };
  const server = createServer(serve).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return { port, stop: async () => void (await once(server.close(), "close")) };
}
