import { z } from "zod";
import { DemoError } from "./demo-error.ts";
import { formWith } from "../../testkit/form-with.ts";

const REQUEST_MS = 60_000;

const Health = z.object({ data: z.object({ status: z.literal("ok") }) });
const Failure = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
const SignedIn = z.object({
  user: z.object({ id: z.string() }),
  tokens: z.object({ access_token: z.string() }),
});
const Created = z.object({ id: z.string() });
const Ingestion = z.object({
  chunking_status: z.string(),
  step: z.string().nullable(),
  progress: z.number(),
  error: z.string().nullable(),
  workflow_url: z.string(),
});
const Evidence = z.object({
  quality_score: z.number(),
  quality_reasons: z.array(z.object({ points: z.number(), of: z.number(), message: z.string() })),
  page_count: z.number().nullable(),
  chunk_count: z.number(),
});
const Found = z.object({
  degraded: z.array(z.string()),
  results: z.array(
    z.object({
      file_name: z.string(),
      page: z.number().nullable(),
      heading: z.string().nullable(),
      text: z.string(),
      similarity: z.number(),
      scores: z.object({
        semantic: z.number().nullable(),
        keyword: z.number().nullable(),
        fused: z.number(),
        rerank: z.number().nullable(),
      }),
    }),
  ),
});

export type IngestionState = z.infer<typeof Ingestion>;
export type EvidenceState = z.infer<typeof Evidence>;
export type SearchResult = z.infer<typeof Found>["results"][number];

/** The demo's API calls. Every call throws DemoError if it does not succeed in time. */
export interface DemoClient {
  createProject(project: object): Promise<string>;
  upload(name: string, bytes: Buffer, fields: Readonly<Record<string, string>>): Promise<string>;
  ingestion(evidenceId: string): Promise<IngestionState>;
  evidence(evidenceId: string): Promise<EvidenceState>;
  search(query: string, projectId: string, limit: number): Promise<z.infer<typeof Found>>;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  const { origin } = new URL(url);
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_MS) });
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError")
      throw new DemoError(`${url} did not answer within ${REQUEST_MS / 1_000} s.`);
    throw new DemoError(
      `Nothing answers at ${origin}. Start the product with \`npm start\` and wait until it prints its addresses; ` +
        "if it runs elsewhere, name its address: npm run demo -- --url http://HOST:PORT",
    );
  }
}

const notOurs = (url: string, status: number): DemoError =>
  new DemoError(`${new URL(url).origin} answers, but not like this product (${status}).`);

/** The validated `data` of a successful response. */
async function request<T>(url: string, init: RequestInit, shape: z.ZodType<T>): Promise<T> {
  const response = await send(url, init);
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw notOurs(url, response.status);
  }
  const answer = z.object({ data: shape }).safeParse(body);
  if (response.ok && answer.success) return answer.data.data;
  const failure = Failure.safeParse(body);
  if (!failure.success) throw notOurs(url, response.status);
  const { code, message } = failure.data.error;
  throw new DemoError(`${init.method ?? "GET"} ${new URL(url).pathname} answered ${code}: ${message}`);
}

const json = (method: "POST" | "PUT" | "PATCH", body: object): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

export interface SentFile {
  name: string;
  bytes: Buffer;
}

function formOf({ name, bytes }: SentFile, fields: Readonly<Record<string, string>>): RequestInit {
  const body = formWith(fields, { name, bytes });
  return { method: "POST", body };
}

/** Signs in; returns the API as this user. Its calls throw DemoError if they do not succeed in time. */
export async function openApi(url: string, email: string, password: string) {
  const login = `${url}/api/v1/auth/login`;
  const { user, tokens } = await request(login, json("POST", { email, password }), SignedIn);
  const call = <T>(path: string, shape: z.ZodType<T>, { headers, ...init }: RequestInit = {}): Promise<T> => {
    const sent = { ...(headers as object), authorization: `Bearer ${tokens.access_token}` };
    return request(`${url}${path}`, { ...init, headers: sent }, shape);
  };
  return {
    id: user.id,
    get: <T>(path: string, shape: z.ZodType<T>) => call(path, shape),
    send: <T>(method: "POST" | "PUT" | "PATCH", path: string, body: object, shape: z.ZodType<T>) =>
      call(path, shape, json(method, body)),
    /** Returns the id of what was created. */
    upload: async (path: string, fields: Readonly<Record<string, string>>, file: SentFile) =>
      (await call(path, Created, formOf(file, fields))).id,
  };
}

/** Throws DemoError unless the product answers at `url`. */
export async function checkRunning(url: string): Promise<void> {
  const response = await send(`${url}/api/health`, {});
  const body: unknown = await response.json().catch(() => null);
  if (!Health.safeParse(body).success) throw notOurs(url, response.status);
}

/** Signs in. A wrong password is a DemoError that explains where to find the right one. */
export async function signIn(url: string, email: string, password: string): Promise<DemoClient> {
  const api = await openApi(url, email, password).catch((error: unknown) => {
    if (!(error instanceof DemoError) || !error.message.includes("UNAUTHORIZED")) throw error;
    throw new DemoError(
      `${email} cannot sign in with this password. \`npm start\` printed the right one at its first start, ` +
        "unless DEMO_PASSWORD set it then: DEMO_PASSWORD=... npm run demo",
    );
  });
  return {
    createProject: async (project) => (await api.send("POST", "/api/v1/projects", project, Created)).id,
    upload: (name, bytes, fields) => api.upload("/api/v1/evidence", fields, { name, bytes }),
    ingestion: (id) => api.get(`/api/v1/evidence/${id}/ingestion`, Ingestion),
    evidence: (id) => api.get(`/api/v1/evidence/${id}`, Evidence),
    search: (query, projectId, limit) => {
      const body = { query, project_id: projectId, user_id: api.id, limit };
      return api.send("POST", "/api/v1/retrieval/search", body, Found);
    },
  };
}
