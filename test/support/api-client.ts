import { readFile } from "node:fs/promises";
import { basename } from "node:path";

// Tests read answers as they come; what they expect of them is what they check.
// eslint-disable-next-line typescript/no-explicit-any
type Json = any;

/** A parsed response of the API; `data` is undefined on errors. */
export interface Answer<T = Json> {
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

export interface UploadFields {
  project_id: string;
  control_id: string;
  title?: string;
  [field: string]: string | undefined;
}

/** A client of the API over real HTTP, with or without a token. */
export interface ApiClient {
  token: string;
  get<T = Json>(path: string, headers?: Record<string, string>): Promise<Answer<T>>;
  send<T = Json>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  /** Posts a file from disk, or bytes with a name. */
  upload<T = Json>(
    file: string | { name: string; bytes: Buffer },
    fields: UploadFields,
    path?: string,
  ): Promise<Answer<T>>;
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
  const auth: Record<string, string> = token === "" ? {} : { authorization: `Bearer ${token}` };
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${baseUrl}${path}`, {
      ...init,
      headers: { ...auth, ...(init.headers as Record<string, string> | undefined) },
    });
  return {
    token,
    fetch: call,
    get: async (path, headers = {}) => parse(await call(path, { headers })),
    send: async (method, path, body, headers = {}) => {
      const json =
        body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } };
      return parse(await call(path, { method, headers, ...json }));
    },
    upload: async (file, fields, path = "/api/v1/evidence") =>
      parse(await call(path, { method: "POST", body: await formOf(file, { title: "A file", ...fields }) })),
  };
}
