import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import type { Logger } from "../logger.ts";
import { createHttpServer } from "./create-http-server.ts";
import { trackConnections } from "./end-connections.ts";
import { inIpRanges, LOOPBACK_RANGES } from "../http/ip-ranges.ts";
import type { ConnectionBounds } from "./bound-connections.ts";

const CLOSE_GRACE_MS = 10_000;
/** A body has no deadline: a large file may arrive over a slow link. The server watches its speed instead. */
const TIMEOUTS = {
  requestTimeout: 0,
  headersTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
};

export interface ServerAddress {
  port: number;
  host: string;
  /** Callers connect themselves, not through a proxy: none of them may take all connections. */
  isDirect?: boolean;
}

type ServerLogger = Pick<Logger, "warn">;

export interface RunningServer {
  port: number;
  /** Stops accepting requests, lets running ones finish, then closes the remaining connections. */
  stop(): Promise<void>;
}

/** Resolves when the server accepts connections; rejects if it cannot. */
async function listen(server: Server, { port, host }: ServerAddress, logger: ServerLogger): Promise<void> {
  server.listen(port, host);
  await once(server, "listening");
  // Without a listener, it would end the process.
  server.on("error", (err) => logger.warn({ err }, "a connection could not be accepted"));
}

/** The system's limit for this process, which Node has already raised as far as possible. */
function maxHandles(): number {
  // Otherwise the report would resolve the name of every connected address.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | "unlimited" } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Infinity;
}

/**
 * Handles that a process needs for itself: libraries, its log, connections to databases and Temporal, open
 * files.
 */
const OWN_HANDLES = 100;

/** Of the connections, for callers who connect themselves. Programs of this machine may forward for others. */
const SHARE = 0.5;

/**
 * A third of the handles for connections, a third for what each connection opens, and a third to refuse
 * further connections.
 */
function connectionBounds({ isDirect = false }: ServerAddress): ConnectionBounds {
  const third = Math.max(1, Math.floor((maxHandles() - OWN_HANDLES) / 3));
  const shareOf = (address: string): number =>
    inIpRanges(LOOPBACK_RANGES, address) ? third : Math.max(1, third * SHARE);
  return { served: third, refused: third, ...(isDirect ? { shareOf } : {}) };
}

/** Serves an app; `port` 0 selects a free one. */
export async function runServer(
  app: RequestListener,
  options: ServerAddress,
  logger: ServerLogger,
): Promise<RunningServer> {
  const server = createHttpServer(app, { ...TIMEOUTS, connections: connectionBounds(options) });
  const connections = trackConnections(server);
  await listen(server, options, logger);
  const address = server.address();
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      const cut = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
      server.close(() => {
        clearTimeout(cut);
        resolve();
      });
      connections.end();
    });
  return { port: typeof address === "object" && address !== null ? address.port : options.port, stop };
}
