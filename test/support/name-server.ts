import { createSocket } from "node:dgram";
import { once } from "node:events";

const TYPE_A = 1;
const HEADER = 12;

/** Reads the single question of a message: its name, its type and its end. */
function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** A response with these addresses (RFC 1035, section 4). */
function reply(message: Buffer, end: number, addresses: readonly string[]): Buffer {
  const head = Buffer.from(message.subarray(0, end));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) =>
    Buffer.from([0xc0, HEADER, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)]),
  );
  return Buffer.concat([head, ...records]);
}

export interface NameServer {
  /** As `address:port`. */
  address: string;
  /** The requested names. */
  requests: string[];
  stop(): Promise<void>;
}

/** A DNS server that knows some IPv4 addresses, and never answers for other names. */
export async function startNameServer(known: Record<string, string[]>): Promise<NameServer> {
  const socket = createSocket("udp4");
  const requests: string[] = [];
  socket.on("message", (message, { port, address }) => {
    const { name, type, end } = readQuestion(message);
    requests.push(name);
    const addresses = known[name];
    if (addresses !== undefined)
      socket.send(reply(message, end, type === TYPE_A ? addresses : []), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    requests,
    stop: async () => {
      socket.close();
      await once(socket, "close");
    },
  };
}
