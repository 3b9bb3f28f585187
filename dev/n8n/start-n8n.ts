import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Pool } from "pg";
import { newId } from "../../platform/ids.ts";
import { freePort } from "../../testkit/free-port.ts";
import { plainEnvironment } from "../stack/service.ts";
import { StackError } from "../stack/stack-error.ts";
import type { Supervisor } from "../stack/supervisor.ts";
import { waitUntil } from "../stack/wait-until.ts";
import { buildNode } from "./build-node.ts";
import { requestJson } from "../tested-product/request-json.ts";

/** The first start creates n8n's tables. */
const READY_MS = 180_000;
const OWNER = {
  email: "owner@example.com",
  firstName: "Test",
  lastName: "Owner",
  password: "N8n-test-password-1",
};
const SCOPES = ["create", "read", "update", "delete", "list", "activate", "deactivate"].map(
  (action) => `workflow:${action}`,
);

export interface RunningN8n {
  url: string;
  apiKey: string;
  /** n8n's stable public API. */
  api(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** The API of n8n's own pages; returns `data`. */
  rest(method: string, path: string, body?: unknown): Promise<unknown>;
  /** A page as the owner's browser gets it. */
  page(url: string): Promise<{ status: number; text: string }>;
  /** The types known to its editor. */
  typeNames(of: "nodes" | "credentials"): Promise<string[]>;
  /** Removes its database after its process has ended. */
  drop(): Promise<void>;
}

async function createDatabase(
  baseUrl: string,
): Promise<{ settings: Record<string, string>; drop(): Promise<void> }> {
  const name = `n8n_${newId().replaceAll("-", "")}`;
  const admin = new Pool({ connectionString: baseUrl, max: 1 });
  await admin.query(`create database ${name}`);
  const { hostname, port, username, password } = new URL(baseUrl);
  return {
    settings: {
      DB_TYPE: "postgresdb",
      DB_POSTGRESDB_HOST: hostname,
      DB_POSTGRESDB_PORT: port,
      DB_POSTGRESDB_DATABASE: name,
      DB_POSTGRESDB_USER: decodeURIComponent(username),
      DB_POSTGRESDB_PASSWORD: decodeURIComponent(password),
    },
    drop: async () => {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}

const settingsOf = (folder: string, ports: { http: number; broker: number }): Record<string, string> => ({
  N8N_USER_FOLDER: folder,
  N8N_PORT: String(ports.http),
  N8N_LISTEN_ADDRESS: "127.0.0.1",
  N8N_RUNNERS_BROKER_PORT: String(ports.broker),
  N8N_EDITOR_BASE_URL: `http://127.0.0.1:${ports.http}`,
  WEBHOOK_URL: `http://127.0.0.1:${ports.http}/`,
  N8N_ENCRYPTION_KEY: randomBytes(24).toString("hex"),
  N8N_SECURE_COOKIE: "false",
  // No requests to outside services.
  N8N_DIAGNOSTICS_ENABLED: "false",
  N8N_VERSION_NOTIFICATIONS_ENABLED: "false",
  N8N_TEMPLATES_ENABLED: "false",
  N8N_PERSONALIZATION_ENABLED: "false",
  N8N_HIRING_BANNER_ENABLED: "false",
  EXTERNAL_FRONTEND_HOOKS_URLS: "",
});

/** During its start, n8n answers 200 to everything, with a sentence about its start. */
async function isUp(url: string): Promise<boolean> {
  const { body } = await requestJson("GET", `${url}/rest/settings`);
  return body["data"] !== undefined;
}

async function signUp(url: string): Promise<{ cookie: string; apiKey: string }> {
  const setUp = await requestJson("POST", `${url}/rest/owner/setup`, { body: OWNER });
  const cookie = setUp.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0]!)
    .join("; ");
  const key = { label: "test", expiresAt: null, scopes: [...SCOPES, "execution:read", "execution:list"] };
  const made = await requestJson("POST", `${url}/rest/api-keys`, { body: key, headers: { cookie } });
  const { rawApiKey } = (made.body["data"] ?? {}) as { rawApiKey?: string };
  if (rawApiKey === undefined)
    throw new StackError(`n8n returned no API key: ${JSON.stringify([setUp.body, made.body])}`);
  return { cookie, apiKey: rawApiKey };
}

function clientOf(url: string, { cookie, apiKey }: { cookie: string; apiKey: string }) {
  const call = async (method: string, path: string, body: unknown, headers: Record<string, string>) => {
    const answer = await requestJson(method, url + path, { body, headers });
    if (answer.status >= 300)
      throw new StackError(`n8n: ${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    api: (method: string, path: string, body?: unknown) =>
      call(method, `/api/v1${path}`, body, { "X-N8N-API-KEY": apiKey }),
    rest: async (method: string, path: string, body?: unknown) =>
      (await call(method, `/rest${path}`, body, { cookie }))["data"],
    page: async (url: string) => {
      const { status, body: page } = await requestJson("GET", url, { headers: { cookie } });
      return { status, text: JSON.stringify(page) };
    },
    typeNames: async (of: string) => {
      const types = await call("GET", `/types/${of}.json`, undefined, { cookie });
      return (types as unknown as { name: string }[]).map(({ name }) => name);
    },
  };
}

/** n8n with our package as a community node, an owner and an API key. */
export async function startN8n(
  supervisor: Supervisor,
  { program, folder, databaseUrl }: { program: string; folder: string; databaseUrl: string },
): Promise<RunningN8n> {
  const nodes = join(folder, ".n8n", "nodes", "node_modules");
  await mkdir(nodes, { recursive: true });
  await buildNode(join(nodes, "n8n-nodes-compliance"));
  const database = await createDatabase(databaseUrl);
  const ports = { http: await freePort(), broker: await freePort() };
  const url = `http://127.0.0.1:${ports.http}`;
  try {
    const child = supervisor.spawn({
      name: "n8n",
      command: process.execPath,
      args: [program, "start"],
      env: { ...plainEnvironment(), HOME: folder, ...settingsOf(folder, ports), ...database.settings },
      cwd: folder,
      logFile: join(folder, "n8n.log"),
      stage: "product",
    });
    await waitUntil(child, READY_MS, () => isUp(url));
    const signedUp = await signUp(url);
    return { url, apiKey: signedUp.apiKey, ...clientOf(url, signedUp), drop: database.drop };
  } catch (error) {
    await supervisor.stopAll();
    await database.drop();
    throw error;
  }
}
