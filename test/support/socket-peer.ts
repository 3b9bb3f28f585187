import type { Duplex } from "node:stream";

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

/** The server end of a WebSocket (RFC 6455), as far as Socket Mode needs it. */
export interface SocketPeer {
  /** The received messages, parsed. */
  received: Record<string, unknown>[];
  isOpen(): boolean;
  send(message: object): void;
  /** Closes it like a server. */
  close(): void;
  /** Drops the connection without a closing handshake. */
  cut(): void;
}

function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head =
    length < 126
      ? Buffer.from([0x80 | opcode, length])
      : Buffer.from([0x80 | opcode, 126, length >> 8, length & 255]);
  return Buffer.concat([head, payload]);
}

interface Frame {
  opcode: number;
  payload: Buffer;
  rest: Buffer;
}

/** The first complete frame from a client, which masks; null while it is incomplete. */
function readFrame(bytes: Buffer): Frame | null {
  if (bytes.length < 2) return null;
  const short = bytes[1]! & 127;
  const from = short === 126 ? 4 : 2;
  if (bytes.length < from + 4) return null;
  const length = short === 126 ? bytes.readUInt16BE(2) : short;
  const end = from + 4 + length;
  if (bytes.length < end) return null;
  const mask = bytes.subarray(from, from + 4);
  const payload = Buffer.from(bytes.subarray(from + 4, end).map((byte, at) => byte ^ mask[at % 4]!));
  return { opcode: bytes[0]! & 15, payload, rest: bytes.subarray(end) };
}

export function createSocketPeer(socket: Duplex): SocketPeer {
  const received: Record<string, unknown>[] = [];
  let bytes = Buffer.alloc(0);
  let isOpen = true;
  const write = (opcode: number, payload: Buffer): void =>
    void (isOpen && socket.write(frame(opcode, payload)));
  const end = (): void => {
    isOpen = false;
    socket.end();
  };

  function take({ opcode, payload }: Frame): void {
    if (opcode === TEXT) received.push(JSON.parse(payload.toString()) as Record<string, unknown>);
    if (opcode === PING) write(PONG, payload);
    if (opcode === CLOSE) {
      write(CLOSE, payload);
      end();
    }
  }

  socket.on("data", (more: Buffer) => {
    bytes = Buffer.concat([bytes, more]);
    for (let next = readFrame(bytes); next !== null; next = readFrame(bytes)) {
      bytes = Buffer.from(next.rest);
      take(next);
    }
  });
  socket.on("error", () => undefined);
  socket.on("close", () => void (isOpen = false));
  return {
    received,
    isOpen: () => isOpen,
    send: (message) => write(TEXT, Buffer.from(JSON.stringify(message))),
    close: () => write(CLOSE, Buffer.from([0x03, 0xe8])),
    cut: () => socket.destroy(),
  };
}
