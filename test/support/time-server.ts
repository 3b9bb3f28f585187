import { spawn } from "node:child_process";
import { once } from "node:events";
import { asyncLocalStorage } from "@temporalio/activity";
import { Connection } from "@temporalio/client";
import { InternalConnectionOptionsSymbol } from "@temporalio/client/lib/connection.js";
import { SEARCH_ATTRIBUTES } from "../../platform/temporal/search-attributes.ts";
import { findJava, timeServerHome } from "../../dev/setup/locations.mjs";
import { freePort } from "../../testkit/free-port.ts";
import type { Clock } from "../../platform/clock.ts";
import { waitFor } from "./wait-for.ts";

export const DAY_MS = 86_400_000;
const READY_MS = 30_000;
/** temporal.api.enums.v1.IndexedValueType */
const KEYWORD = 2;

/** Runs the command until standard input closes, which also happens when this process is killed. */
const UNTIL_CLOSED = '"$@" & cat > /dev/null; kill $!; wait';

async function connect(address: string): Promise<Connection> {
  const options = {
    address,
    connectTimeout: 1_000,
    [InternalConnectionOptionsSymbol]: { supportsTestService: true },
  };
  const connection = await waitFor(
    () => Connection.connect(options).catch(() => null),
    (opened) => opened !== null,
    READY_MS,
  );
  return connection!;
}

const timeOf = async ({ testService }: Connection): Promise<number> => {
  const { time } = await testService!.getCurrentTime({});
  return Number(time!.seconds) * 1_000 + time!.nanos! / 1_000_000;
};

/** A Temporal with time skipping, and its clock. */
export interface TimeServer {
  address: string;
  /** In an activity, the time at which it was scheduled; otherwise the server's time. */
  clock: Clock;
  /** Skips days: every timer in between fires in order. */
  skip(days: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts Temporal's test server on a free port. Its time advances only with `skip`, and it stores nothing.
 */
export async function startTimeServer(namespace: string): Promise<TimeServer> {
  const port = await freePort();
  const archives = `${timeServerHome()}/*`;
  const java = [findJava() ?? "java", "-Xmx256m", "-cp", archives, "io.temporal.testserver.TestServer"];
  const server = spawn("sh", ["-c", UNTIL_CLOSED, "time-server", ...java, String(port)], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  const address = `127.0.0.1:${port}`;
  const connection = await connect(address);
  await connection.operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(Object.keys(SEARCH_ATTRIBUTES).map((name) => [name, KEYWORD])),
  });
  let ahead = 0;
  return {
    address,
    clock: {
      now: () =>
        new Date(asyncLocalStorage.getStore()?.info.currentAttemptScheduledTimestampMs ?? Date.now() + ahead),
    },
    async skip(days) {
      const duration = { seconds: Math.round((days * DAY_MS) / 1_000) } as never;
      await connection.testService!.unlockTimeSkippingWithSleep({ duration });
      ahead = (await timeOf(connection)) - Date.now();
    },
    async stop() {
      await connection.close();
      const ended = once(server, "exit");
      server.stdin.end();
      await ended;
    },
  };
}
