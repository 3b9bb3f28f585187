import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { askChild, endWithParent } from "./ask-child.ts";

/** A successfully answered request: its path, `webhook-id`, and time in epoch milliseconds. */
export interface Arrival {
  path: string;
  id: string;
  at: number;
}

export interface WebhookReceivers {
  origin: string;
  /** Sets whether paths under /outage answer 503. */
  setOutage(on: boolean): void;
  /** The arrivals since the last call. */
  take(): Promise<Arrival[]>;
  stop(): void;
}

type Order = { outage: boolean } | "take";

const SLOW_MS = 200;
const now = (): number => performance.timeOrigin + performance.now();

function runReceivers(send: (message: object) => void): void {
  let outage = false;
  let arrivals: Arrival[] = [];
  const answer = (path: string, id: string, response: ServerResponse): void => {
    if (path.startsWith("/hang")) return;
    if (path.startsWith("/outage") && outage) return void response.writeHead(503).end();
    arrivals.push({ path, id, at: now() });
    if (path.startsWith("/slow")) setTimeout(() => response.end(), SLOW_MS);
    else response.end();
  };
  const server = createServer((request, response) => {
    request.resume().on("end", () => answer(request.url!, String(request.headers["webhook-id"]), response));
  });
  server.listen(0, "127.0.0.1", () => send({ port: (server.address() as AddressInfo).port }));
  process.on("message", (order: Order) => {
    if (order !== "take") return void (outage = order.outage);
    send({ arrivals });
    arrivals = [];
  });
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  endWithParent();
  runReceivers((message) => process.send!(message));
}

/** Receivers in a separate process: /fast, /slow (200 ms), /hang and /outage, with any suffix. */
export async function startWebhookReceivers(): Promise<WebhookReceivers> {
  const child = fork(fileURLToPath(import.meta.url), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return {
    origin: `http://127.0.0.1:${port}`,
    setOutage: (outage) => void child.send({ outage }),
    async take() {
      const { arrivals } = await askChild<{ arrivals: Arrival[] }>(child, "take");
      return arrivals;
    },
    stop: () => void child.kill(),
  };
}
