import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { once } from "node:events";
import { SYSTEMS_ADDRESS } from "../demo/organisation/start-demo-systems.ts";
import { StackError } from "./stack-error.ts";

const LOOPBACK = "127.0.0.1";
/** The product's own ports in `npm start`; servers listen on loopback. */
const AT_HOST = new Set(["PORT", "RETRIEVAL_PORT"]);

/**
 * Below the ports of outgoing connections (from 32768 on Linux), so that none of these takes a free port
 * before it is used.
 */
const FREE_FROM = 20_000;
const FREE_COUNT = 12_000;
const TRIES = 100;

/** Why no program of this user can ever listen there; null if another one does. */
export function portProblem(code: string | undefined, port: number, host: string): string | null {
  if (code === "EACCES")
    return `Port ${port} is reserved for administrators: choose one above 1023, for example PORT=8080 npm start.`;
  if (code !== undefined && ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"].includes(code))
    return `HOST is "${host}", which is not an address of this machine: use one, or 0.0.0.0 for all.`;
  return null;
}

/** Throws StackError if no program of this user can listen there. */
async function isFree(port: number, host = LOOPBACK): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    const problem = portProblem((error as NodeJS.ErrnoException).code, port, host);
    if (problem !== null) throw new StackError(problem);
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}

async function isFreeFor(variable: string, port: number, host: string): Promise<boolean> {
  if (AT_HOST.has(variable)) return isFree(port, host);
  if (variable !== "DEMO_PORT") return isFree(port);
  // On systems without this address, such as macOS, nothing is started there.
  return isFree(port, SYSTEMS_ADDRESS).catch(() => true);
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = FREE_FROM + randomInt(FREE_COUNT);
    if (await isFree(port)) return port;
  }
  throw new StackError(`No free port found between ${FREE_FROM} and ${FREE_FROM + FREE_COUNT}`);
}

/** The preferred port if it is free, otherwise another one. */
export const preferPort = async (port: number): Promise<number> => ((await isFree(port)) ? port : freePort());

/** Throws one sentence for all ports in use. `ports` maps variables to ports, `host` is HOST. */
export async function checkPorts(ports: Readonly<Record<string, number>>, host: string): Promise<void> {
  const checked = await Promise.all(
    Object.entries(ports).map(async ([variable, port]) => {
      const free = await isFreeFor(variable, port, host);
      return { variable, port, free };
    }),
  );
  const taken = checked.filter(({ free }) => !free);
  const [first] = taken;
  if (first === undefined) return;
  const list = taken.map(({ variable, port }) => `${port} (${variable})`).join(", ");
  throw new StackError(
    `In use by another program: port ${list}. Stop that program or choose another port, for example ` +
      `${first.variable}=${first.port + 100} npm start.`,
  );
}
