import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { AnswerData, Method } from "./answer-types.ts";

/** A parsed response of the API; `data` is undefined on errors. */
export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  body: {
    success: boolean;
    data: T;
    error: { code: string; message: string; details: Record<string, unknown> };
    request_id: string;
    timestamp: string;
    message?: string;
  };
  data: T;
}

/** A response to a call of the API. */
export type AnswerTo<M extends Method, P extends string> = Answer<AnswerData<M, P>>;

export interface UploadFields {
  project_id: string;
  control_id: string;
  title?: string;
  [field: string]: string | undefined;
}

/** Headers by name. */
type Sent = Record<string, string>;

/** A client of the API over real HTTP, with or without a token. */
export interface ApiClient {
  token: string;
  /** The data is as the API describes it for this path, or of the given type. */
  get<P extends string>(path: P, headers?: Sent): Promise<AnswerTo<"get", P>>;
  get<T>(path: string, headers?: Sent): Promise<Answer<T>>;
  send<M extends string, P extends string>(
    method: M,
    path: P,
    body?: unknown,
    headers?: Sent,
  ): Promise<AnswerTo<Lowercase<M> & Method, P>>;
  send<T>(method: string, path: string, body?: unknown, headers?: Sent): Promise<Answer<T>>;
  /** Posts a file from disk, or bytes with a name. */
  upload<P extends string = "/api/v1/evidence">(
    file: string | { name: string; bytes: Buffer },
    fields: UploadFields,
    path?: P,
  ): Promise<AnswerTo<"post", P>>;
  /** The raw response, for files and streams. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

async function parse<T>(response: Response): Promise<Answer<T>> {
  const text = await response.text();
  const body = (text === "" ? {} : JSON.parse(text)) as Answer<T>["body"];
  return { status: response.status, headers: response.headers, body, data: body.data };
}

async function formOf(file: string | { name: string; bytes: Buffer }, fields: object): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.append(name, String(value));
  const { name, bytes } =
    typeof file === "string" ? { name: basename(file), bytes: await readFile(file) } : file;
  form.append("file", new Blob([new Uint8Array(bytes)]), name);
  return form;
}

export function createApiClient(baseUrl: string, token = ""): ApiClient {
  const auth: Sent = token === "" ? {} : { authorization: `Bearer ${token}` };
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${baseUrl}${path}`, {
      ...init,
      headers: { ...auth, ...(init.headers as Sent | undefined) },
    });
  return {
    token,
    fetch: call,
    get: async (path: string, headers: Sent = {}) => parse<never>(await call(path, { headers })),
    send: async (method: string, path: string, body?: unknown, headers: Sent = {}) => {
      const json =
        body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } };
      return parse<never>(await call(path, { method, headers, ...json }));
    },
    upload: async (file, fields, path) =>
      parse(
        await call(path ?? "/api/v1/evidence", {
          method: "POST",
          body: await formOf(file, { title: "A file", ...fields }),
        }),
      ),
  };
}
