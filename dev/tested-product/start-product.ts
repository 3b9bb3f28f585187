import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createScratchDatabase } from "../../testkit/scratch-database.ts";
import { removeTraces } from "../../testkit/remove-traces.ts";
import { loadConfig } from "../../platform/config.ts";
import { newId } from "../../platform/ids.ts";
import { seedDemo } from "../seed.ts";
import { freePort } from "../../testkit/free-port.ts";
import { productParts, startPart } from "../stack/product.ts";
import type { Supervisor } from "../stack/supervisor.ts";
import { StackError } from "../stack/stack-error.ts";
import { requestJson } from "./request-json.ts";

const PASSWORD = "a-password-for-tests";

export type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

export interface TestedProduct {
  url: string;
  /** A call as one of the demo users; returns the data, throws on refusal. */
  as(role: "admin" | "customer"): Promise<Call>;
  /** The customer's credentials. */
  login: { email: string; password: string };
  /** Removes its data from the servers; `supervisor` ends its processes first. */
  drop(): Promise<void>;
}

const loginOf = (role: string) => ({ email: `${role}@example.com`, password: PASSWORD });

async function signIn(url: string, role: string): Promise<Call> {
  const { body } = await requestJson("POST", `${url}/api/v1/auth/login`, { body: loginOf(role) });
  const { tokens } = body["data"] as { tokens: { access_token: string } };
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  return async (method, path, sent) => {
    const answer = await requestJson(method, url + path, { body: sent, headers });
    if (answer.status >= 300)
      throw new StackError(`${method} ${path} answered ${JSON.stringify(answer.body["error"])}`);
    // A new API key comes without the envelope.
    return (answer.body["data"] ?? answer.body) as Record<string, unknown>;
  };
}

/** All processes of the product on the test servers, with a separate database, index and task queue. */
export async function startProduct(supervisor: Supervisor, folder: string): Promise<TestedProduct> {
  const database = await createScratchDatabase(loadConfig().DATABASE_URL);
  const [port, retrievalPort, id] = [await freePort(), await freePort(), newId().slice(-12)];
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    ...(process.env as Record<string, string>),
    PORT: String(port),
    BACKEND_URL: url,
    RETRIEVAL_PORT: String(retrievalPort),
    RETRIEVAL_URL: `http://127.0.0.1:${retrievalPort}`,
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, "data"),
    ELASTICSEARCH_INDEX_PREFIX: `test-${id}-`,
    TEMPORAL_TASK_QUEUE: `test-${id}`,
    DEMO_PASSWORD: PASSWORD,
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
    LOG_LEVEL: "warn",
  };
  const config = loadConfig(environment);
  const drop = async (): Promise<void> => {
    await removeTraces(config);
    await database.drop();
  };
  try {
    await mkdir(environment.DATA_DIR, { recursive: true });
    await seedDemo(config);
    const log = (text: string) => console.log(`  ${text}`);
    const options = { supervisor, environment, logDir: folder, log };
    await Promise.all(productParts(config).map((part) => startPart(part, options)));
  } catch (error) {
    await supervisor.stopAll();
    await drop();
    throw error;
  }
  return { url, as: (role) => signIn(url, role), login: loginOf("customer"), drop };
}
