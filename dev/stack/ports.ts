import { createServer } from "node:net";
import { once } from "node:events";
import { StackError } from "./stack-error.ts";

const HOST = "127.0.0.1";

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, HOST);
    await once(server, "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("The system gave no port");
  return address.port;
}

/** The wanted port when it is free, else another. */
export const preferPort = async (port: number): Promise<number> => ((await isFree(port)) ? port : freePort());

/** Throws one sentence for all ports that are taken. `ports` maps the variable to its port. */
export async function checkPorts(ports: Readonly<Record<string, number>>): Promise<void> {
  const checked = await Promise.all(
    Object.entries(ports).map(async ([variable, port]) => ({ variable, port, free: await isFree(port) })),
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
