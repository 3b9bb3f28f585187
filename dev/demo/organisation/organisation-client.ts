import type { z } from "zod";

const REQUEST_MS = 60_000;

/** The API as a user of the demo organisation. */
export interface OrganisationClient {
  id: string;
  get<T>(path: string, shape: z.ZodType<T>): Promise<T>;
  send(method: "POST" | "PUT" | "PATCH", path: string, body: object): Promise<unknown>;
  /** Returns the id of the created evidence. */
  upload(
    path: string,
    fields: Readonly<Record<string, string>>,
    file: { name: string; bytes: Buffer },
  ): Promise<string>;
}

async function dataOf(response: Response): Promise<unknown> {
  const body = (await response.json()) as { data?: unknown; error?: { message: string } };
  if (response.ok) return body.data;
  throw new Error(`${new URL(response.url).pathname} answered ${response.status}: ${body.error?.message}`);
}

const json = (body: object) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

export async function openClient(url: string, email: string, password: string): Promise<OrganisationClient> {
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(REQUEST_MS) }).then(dataOf);
  const signedIn = await send("/api/v1/auth/login", { method: "POST", ...json({ email, password }) });
  const { user, tokens } = signedIn as { user: { id: string }; tokens: { access_token: string } };
  const authorization = `Bearer ${tokens.access_token}`;
  const call = (path: string, { headers = {}, ...init }: RequestInit = {}) =>
    send(path, { ...init, headers: { ...(headers as Record<string, string>), authorization } });
  return {
    id: user.id,
    get: async (path, shape) => shape.parse(await call(path)),
    send: (method, path, body) => call(path, { method, ...json(body) }),
    async upload(path, fields, { name, bytes }) {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.append(field, value);
      form.append("file", new Blob([new Uint8Array(bytes)]), name);
      return ((await call(path, { method: "POST", body: form })) as { id: string }).id;
    },
  };
}
