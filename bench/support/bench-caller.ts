import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { makePdf } from "../../dev/sample-files/make-pdf.ts";
import { signInAt } from "../../testkit/api-process.ts";
import { PASSWORD, fillForApi } from "../../testkit/api-rows.ts";
import { syntheticText } from "../../testkit/synthetic-chunks.ts";
import { formWith } from "../../testkit/form-with.ts";

const PROJECTS = 100;
const POLL_MS = 100;

/** A customer with many projects, signed in. */
export interface BenchCaller {
  /** A project with the controls of its framework. */
  projectId: string;
  userId: string;
  /** Authenticates the caller at any of the product's servers. */
  auth: Record<string, string>;
  /** The status, after the whole response. */
  status(method: string, path: string, options?: { body?: object; accept?: string }): Promise<number>;
  /** The id of the evidence. */
  upload(file: Buffer): Promise<string>;
  /** Waits for its ingestion, or until the signal aborts; polls every `pollMs`. */
  untilRead(evidenceId: string, options?: { signal?: AbortSignal; pollMs?: number }): Promise<void>;
}

/** A document with this many pages of prose. */
export const benchDocument = (pages: number, random: () => number): Promise<Buffer> =>
  makePdf({ pages: Array.from({ length: pages }, () => syntheticText(random).match(/.{1,90}/g) ?? []) });

type Ask = (
  method: string,
  path: string,
  body?: object | FormData,
  accept?: string,
) => Promise<{ status: number; text: string }>;

const createAsk =
  (origin: string, auth: Record<string, string>): Ask =>
  async (method, path, body, accept = "application/json") => {
    const isJson = body !== undefined && !(body instanceof FormData);
    const json = isJson ? { "content-type": "application/json" } : undefined;
    const sent = body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) };
    const headers = { ...auth, accept, ...json };
    const response = await fetch(`${origin}${path}`, { method, headers, ...sent });
    return { status: response.status, text: await response.text() };
  };

/** A new customer with 100 projects at the API. */
export async function createBenchCaller(origin: string, pool: Pool): Promise<BenchCaller> {
  const { customerId, email } = await fillForApi(pool, PROJECTS);
  const auth = await signInAt(origin, email, PASSWORD);
  const ask = createAsk(origin, auth);
  const answerTo = async (...request: Parameters<Ask>): Promise<Record<string, string>> => {
    const { status, text } = await ask(...request);
    if (status >= 300)
      throw new Error(`${request[0]} ${request[1]} answered ${status}: ${text.slice(0, 300)}`);
    return (JSON.parse(text) as { data: Record<string, string> }).data;
  };
  const project = await answerTo("POST", "/api/v1/projects", { name: "Bench", framework: "soc2" });
  const projectId = project["id"]!;
  return {
    projectId,
    userId: customerId,
    auth,
    status: async (method, path, { body, accept } = {}) => (await ask(method, path, body, accept)).status,
    async upload(file) {
      const fields = { project_id: projectId, control_id: "CC6.1", title: "Policy" };
      const form = formWith(fields, { name: "policy.pdf", bytes: file });
      return (await answerTo("POST", "/api/v1/evidence", form))["id"]!;
    },
    async untilRead(id, { signal, pollMs = POLL_MS } = {}) {
      for (; signal?.aborted !== true; await sleep(pollMs)) {
        const { chunking_status: status } = await answerTo("GET", `/api/v1/evidence/${id}/ingestion`);
        if (status === "COMPLETED") return;
        if (status === "FAILED") throw new Error(`${id} could not be read`);
      }
    },
  };
}
