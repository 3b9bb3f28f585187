import { createReadStream } from "node:fs";
import { connect, type Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { signalWithin } from "../signal-within.ts";

const TIMEOUT_MS = 120_000;
const CHUNK_BYTES = 1024 * 1024;

/**
 * How long to listen for clamd before sending each piece: writing to a closed connection would lose its
 * response.
 */
const ANSWER_MS = 1;

function pieceOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return Buffer.concat([length, chunk]);
}

/** clamd's INSTREAM: the length precedes each piece, and a zero length ends the file. */
async function* conversation(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from("zINSTREAM\0");
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    await sleep(ANSWER_MS);
    yield pieceOf(chunk);
  }
  await sleep(ANSWER_MS);
  yield pieceOf(Buffer.alloc(0));
}

const END = "\0";

/** The scanner never accepts a file of this size. */
export class TooLargeToScanError extends Error {
  constructor() {
    super("The file is too large for the scanner");
    this.name = "TooLargeToScanError";
  }
}

/** The response is `stream: OK` or `stream: <name> FOUND`; anything else, or part of it, means no verdict. */
function verdictOf(answer: string): string | null {
  const text = answer.endsWith(END) ? answer.slice(0, -1) : "";
  if (text === "stream: OK") return null;
  const [, found] = /^stream: (.+) FOUND$/.exec(text) ?? [];
  if (found !== undefined) return found;
  if (text.startsWith("INSTREAM size limit exceeded")) throw new TooLargeToScanError();
  throw new Error(`ClamAV answered "${answer}"`);
}

/**
 * Everything the peer sends until the connection closes, for whatever reason: clamd answers and disconnects
 * in the middle of a file that it rejects. Rejects if the peer sent nothing.
 */
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    socket.setEncoding("utf8");
    socket.on("data", (part: string) => (answer += part));
    socket.once("error", (error) => void (answer === "" && reject(error)));
    socket.once("close", () => resolve(answer));
  });
}

/**
 * A virus scanner over clamd's TCP protocol. Throws if clamd is unreachable or does not clearly report a
 * clean file, and throws TooLargeToScanError for a file that it will never accept.
 */
export function createClamAv(address: { host: string; port: number }) {
  return {
    async scan(path: string, signal: AbortSignal): Promise<string | null> {
      const deadline = signalWithin(TIMEOUT_MS, signal);
      const socket = connect({ ...address, signal: deadline });
      const answer = answerOf(socket);
      // clamd answers on the same connection, so it stays open after the last piece. An unreadable file
      // closes it; only the response tells whether clamd received the whole file.
      pipeline(conversation(path), socket, { end: false }).catch((error: unknown) =>
        socket.destroy(error as Error),
      );
      try {
        return verdictOf(await answer);
      } finally {
        socket.destroy();
      }
    },
  };
}
