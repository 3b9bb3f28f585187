import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

const REQUEST_MS = 20_000;
const PAUSE_MS = 500;
const JSON_TYPE = { "content-type": "application/json" };
const SIGN_IN = "/api/v1/auth/login";

export interface Answer<T = unknown> {
  status: number;
  /** The content of the envelope; undefined for errors and other formats. */
  data: T;
  message: string;
}

/** The result of a write for its caller. */
export type Outcome =
  | { kind: "acknowledged"; data: unknown }
  | { kind: "refused"; status: number; message: string }
  /** Unknown: the caller stopped retrying without an answer. */
  | { kind: "unknown"; message: string };

export interface Write {
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  body?: object;
  /** A form instead of a body, created for each attempt. */
  form?: () => FormData;
}

export interface PatientClient {
  id: string;
  role: string;
  /** One attempt; throws without an answer. */
  get<T>(path: string): Promise<Answer<T>>;
  /** One attempt; throws without an answer. */
  post(path: string, body: object): Promise<Answer>;
  /** Retries with one Idempotency-Key until there is a final answer, or `isOver`. */
  write(write: Write, isOver: () => boolean): Promise<Outcome>;
}

async function read(response: Response): Promise<Answer> {
  const { status } = response;
  const text = await response.text();
  try {
    const body = JSON.parse(text) as { data?: unknown; error?: { message?: string } };
    return { status, data: body.data, message: body.error?.message ?? "" };
  } catch {
    return { status, data: undefined, message: text.slice(0, 200) };
  }
}

function initOf({ method, body, form }: Write): { headers: Record<string, string>; init: RequestInit } {
  if (form !== undefined) return { headers: {}, init: { method, body: form() } };
  if (body === undefined) return { headers: {}, init: { method } };
  return { headers: JSON_TYPE, init: { method, body: JSON.stringify(body) } };
}

/** Unavailable, busy, or processing the same request: worth a retry. */
const isPassing = (status: number): boolean => status >= 500 || status === 429 || status === 408;
const isPending = ({ status, message }: Answer): boolean =>
  status === 409 && /Idempotency-Key|still/i.test(message);

interface Credentials {
  /** Each attempt goes to the next. */
  urls: readonly string[];
  email: string;
  password: string;
  /** Receives every answer that no fault excuses. */
  onError: (text: string) => void;
}

/** Signs in, with retries, and again when the token has expired. */
export async function createPatientClient(credentials: Credentials): Promise<PatientClient> {
  const { urls, email, password, onError } = credentials;
  let token = "";
  let turn = 0;
  const call = async (path: string, init: RequestInit): Promise<Answer> => {
    const headers = {
      ...(init.headers as object),
      ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
    };
    const response = await fetch(`${urls[(turn += 1) % urls.length]}${path}`, {
      ...init,
      headers,
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    const answer = await read(response);
    if (answer.status === 500) onError(`${init.method ?? "GET"} ${path} answered 500 ${answer.message}`);
    return answer;
  };
  const signIn = async () => {
    token = "";
    const { status, data, message } = await call(SIGN_IN, {
      method: "POST",
      headers: JSON_TYPE,
      body: JSON.stringify({ email, password }),
    });
    if (status !== 200) throw new Error(`${email} could not sign in: ${status} ${message}`);
    const signedIn = data as { user: { id: string; role: string }; tokens: { access_token: string } };
    token = signedIn.tokens.access_token;
    return signedIn.user;
  };
  const authorized = async (path: string, init: RequestInit): Promise<Answer> => {
    const answer = await call(path, init);
    if (answer.status !== 401) return answer;
    await signIn();
    return call(path, init);
  };
  const { id, role } = await signIn();
  return {
    id,
    role,
    get: <T>(path: string) => authorized(path, {}) as Promise<Answer<T>>,
    post: (path, body) =>
      authorized(path, { method: "POST", headers: JSON_TYPE, body: JSON.stringify(body) }),
    async write(write, isOver) {
      const key = randomUUID();
      for (let last = ""; ; await sleep(PAUSE_MS)) {
        if (isOver()) return { kind: "unknown", message: last };
        const { headers, init } = initOf(write);
        const answer = await authorized(write.path, {
          ...init,
          headers: { ...headers, "idempotency-key": key },
        }).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
        if (typeof answer === "string") last = answer;
        else if (answer.status < 300) return { kind: "acknowledged", data: answer.data };
        else if (isPassing(answer.status) || isPending(answer)) last = `${answer.status} ${answer.message}`;
        else return { kind: "refused", status: answer.status, message: answer.message };
      }
    },
  };
}
