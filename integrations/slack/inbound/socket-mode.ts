import { SocketModeReceiver } from "@slack/bolt";
import { setTimeout as sleep } from "node:timers/promises";
import { createBoltLogger } from "../bolt-logger.ts";
import { clientOptionsOf } from "../slack-connection.ts";
import { createSlackApp } from "./create-slack-app.ts";
import type { SlackInboundDeps, SlackSettings } from "./slack-inbound-deps.ts";

/** How soon a change of the settings takes effect. */
const LOOK_MS = 1_000;
/** Requesting the URL has its own, shorter deadline. */
const CONNECT_TIMEOUT_MS = 15_000;
/** The longest pause between attempts to connect. */
const RETRY_MS = 60_000;

interface Connection {
  isOpen(): boolean;
  close(): Promise<void>;
}

/** An open connection, or the reason why it failed. */
async function connect(current: SlackSettings, deps: SlackInboundDeps): Promise<Connection> {
  const receiver = new SocketModeReceiver({
    appToken: current.settings.app_token!,
    logger: createBoltLogger(deps.logger),
    // Its own reconnects would hide failures.
    autoReconnectEnabled: false,
    installerOptions: { clientOptions: clientOptionsOf(deps.connection) },
  });
  createSlackApp(current, receiver, deps);
  let isOpen = true;
  receiver.client.on("disconnected", () => void (isOpen = false));
  const close = (): Promise<void> => receiver.stop();
  const starting = receiver.start();
  const late = sleep(CONNECT_TIMEOUT_MS, "late" as const, { ref: false });
  if ((await Promise.race([starting, late])) === "late") {
    void starting.then(close, () => undefined);
    await close();
    throw new Error("Slack did not open the connection in time");
  }
  return { isOpen: () => isOpen, close };
}

/** The settings that a connection depends on; others may change without a reconnect. Null if there should be none. */
const basisOf = (current: SlackSettings | null): string | null => {
  const { app_token: appToken, bot_token: botToken } = current?.settings ?? {};
  return appToken === undefined ? null : `${appToken} ${botToken}`;
};

/** Keeps one connection to Slack while an app token is set, until `signal` aborts. */
export async function runSocketMode(deps: SlackInboundDeps, signal: AbortSignal): Promise<void> {
  let open: { basis: string; connection: Connection } | null = null;
  let failures = 0;

  async function follow(current: SlackSettings | null): Promise<void> {
    const basis = basisOf(current);
    if (open !== null && open.basis === basis && open.connection.isOpen()) return;
    await open?.connection.close();
    open = null;
    if (current === null || basis === null) return;
    open = { basis, connection: await connect(current, deps) };
    deps.logger.info("connected to Slack in Socket Mode");
  }

  while (!signal.aborted) {
    try {
      await follow(await deps.settings());
      failures = 0;
    } catch (error) {
      failures += 1;
      deps.logger.warn({ err: error }, "no connection to Slack in Socket Mode; will retry");
    }
    const pause = Math.min(LOOK_MS * 2 ** failures, RETRY_MS);
    await sleep(failures === 0 ? LOOK_MS : pause, undefined, { signal }).catch(() => undefined);
  }
  await (open as { connection: Connection } | null)?.connection.close();
}
