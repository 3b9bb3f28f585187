import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";
import { endChild } from "./end-child.ts";
import { tiedCommand } from "./tied-command.ts";

const MANY = "1000000000";
/** Limits that no benchmark and no test reaches. */
export const UNLIMITED = { REQUESTS_PER_MINUTE: MANY, REQUESTS_PER_HOUR: MANY } as const;
const START_MS = 180_000;

export interface ServerProcess {
  pid: number;
  origin: string;
  stop(): Promise<void>;
}

async function untilUp(child: ChildProcess, origin: string, path: string): Promise<void> {
  for (const limit = Date.now() + START_MS; Date.now() < limit; await sleep(50)) {
    if (child.exitCode !== null) break;
    if (
      await fetch(`${origin}${path}`).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
  }
  throw new Error(`${origin} did not start`);
}

export interface ServerOptions {
  /** The program and its arguments, for Node. */
  args: string[];
  environment: NodeJS.ProcessEnv;
  /** Output goes to this file, like a log. */
  logFile: string;
  /** Answers once the server is up. */
  path: string;
  /** A free one by default. */
  port?: number;
}

/** A server on a loopback port in a separate process. */
export async function startServerProcess(options: ServerOptions): Promise<ServerProcess> {
  const port = options.port ?? (await freePort());
  // A shared stream of this process would keep a test run alive that lost this child.
  const log = openSync(options.logFile, "a");
  const child = spawn(...tiedCommand(process.execPath, options.args), {
    env: { ...options.environment, PORT: String(port) },
    stdio: ["ignore", log, log],
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilUp(child, origin, options.path).catch(async (error: unknown) => {
    await endChild(child);
    process.stderr.write(readFileSync(options.logFile));
    throw error;
  });
  return { pid: child.pid!, origin, stop: () => endChild(child) };
}

export interface ApiProcessOptions {
  databaseUrl: string;
  /** For files and the log. */
  folder: string;
  /** Options for Node, and additional variables. */
  nodeOptions?: string[];
  environment?: Record<string, string>;
  /** A free one by default. */
  port?: number;
}

/** The API as operators run it, but with unreachable limits. */
export const startApiProcess = (options: ApiProcessOptions): Promise<ServerProcess> =>
  startServerProcess({
    args: [...(options.nodeOptions ?? []), "api/main.ts"],
    environment: {
      ...process.env,
      NODE_ENV: "production",
      ENCRYPTION_KEY: randomBytes(32).toString("base64"),
      DATABASE_URL: options.databaseUrl,
      DATA_DIR: options.folder,
      ...UNLIMITED,
      SIGN_IN_PER_MINUTE: "10000",
      ...options.environment,
    },
    logFile: join(options.folder, "api.log"),
    path: "/api/health",
    ...(options.port === undefined ? {} : { port: options.port }),
  });

/** The headers of a signed-in caller. */
export async function signInAt(
  origin: string,
  email: string,
  password: string,
): Promise<Record<string, string>> {
  const response = await fetch(`${origin}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { data } = (await response.json()) as { data: { tokens: { access_token: string } } };
  return { authorization: `Bearer ${data.tokens.access_token}` };
}
