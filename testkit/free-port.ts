import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

const LOOPBACK = "127.0.0.1";

/**
 * Below the ports of outgoing connections (from 32768 on Linux), so that none of these takes a free port
 * before it is used.
 */
const FREE_FROM = 20_000;
const FREE_COUNT = 12_000;
const TRIES = 100;

/** Null if a server could listen there now; otherwise the code of the error, such as EADDRINUSE. */
export async function listenProblem(port: number, host = LOOPBACK): Promise<string | null> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unknown";
  }
  server.close();
  await once(server, "close");
  return null;
}

/** A port of the loopback address that is free now. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = FREE_FROM + randomInt(FREE_COUNT);
    if ((await listenProblem(port)) === null) return port;
  }
  throw new Error(`No free port found between ${FREE_FROM} and ${FREE_FROM + FREE_COUNT}`);
}
