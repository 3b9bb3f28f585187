import { listenProblem } from "../../testkit/free-port.ts";
import { SYSTEMS_ADDRESS } from "../demo/organisation/start-demo-systems.ts";
import { StackError } from "./stack-error.ts";

/** The product's own ports in `npm start`; servers listen on loopback. */
const AT_HOST = new Set(["PORT", "RETRIEVAL_PORT"]);

/** Why no program of this user can ever listen there; null if another one does. */
export function portProblem(code: string | undefined, port: number, host: string): string | null {
  if (code === "EACCES")
    return `Port ${port} is reserved for administrators: choose one above 1023, for example PORT=8080 npm start.`;
  if (code !== undefined && ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"].includes(code))
    return `HOST is "${host}", which is not an address of this machine: use one, or 0.0.0.0 for all.`;
  return null;
}

/** Throws StackError if no program of this user can listen there. */
async function isFree(port: number, host?: string): Promise<boolean> {
  const code = await listenProblem(port, host);
  if (code === null) return true;
  const problem = portProblem(code, port, host ?? "");
  if (problem !== null) throw new StackError(problem);
  return false;
}

async function isFreeFor(variable: string, port: number, host: string): Promise<boolean> {
  if (AT_HOST.has(variable)) return isFree(port, host);
  if (variable !== "DEMO_PORT") return isFree(port);
  // On systems without this address, such as macOS, nothing is started there.
  return isFree(port, SYSTEMS_ADDRESS).catch(() => true);
}

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
