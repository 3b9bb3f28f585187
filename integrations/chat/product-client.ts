import { FormData, fetch, type RequestInit, type Response } from "undici";
import { unavailable } from "../../platform/errors.ts";

const TIMEOUT_MS = 20_000;
/** A form carries a file. */
const FORM_TIMEOUT_MS = 180_000;

/** What the API refused, in words for the person who asked. */
export class ProductRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Query = Readonly<Record<string, string | number | undefined>>;

/** The product's own API, asked as a user: whatever they may not see or do there, they may not from a chat. */
export interface ProductClient {
  get<T>(path: string, query?: Query): Promise<T>;
  /** A form is undici's own: it does not know that of the global `fetch`. */
  post<T>(path: string, body: object | FormData, options?: { timeoutMs: number }): Promise<T>;
}

interface Envelope {
  success: boolean;
  data?: unknown;
  error?: { message: string };
}

/** Null where it is no JSON, such as a page of a proxy whose server is away. */
const readEnvelope = (response: Response): Promise<Envelope | null> =>
  response.json().then(
    (body) => body as Envelope,
    () => null,
  );

/** With `once`, an Idempotency-Key: what is posted a second time, after a crash, does nothing and is answered the same. */
export function createProductClient(backendUrl: string, token: string, once?: string): ProductClient {
  const key: Record<string, string> = once === undefined ? {} : { "idempotency-key": once };
  async function call<T>(path: string, init: RequestInit, timeoutMs = TIMEOUT_MS): Promise<T> {
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` };
    const response = await fetch(`${backendUrl}${path}`, {
      ...init,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const envelope = await readEnvelope(response);
    if (response.ok && envelope !== null) return (envelope.data ?? envelope) as T;
    const message = envelope?.error?.message ?? `The service answered ${response.status}`;
    // A server in trouble is tried again; a refusal is an answer.
    if (response.status >= 500 || envelope === null) throw unavailable(message);
    throw new ProductRefusal(response.status, message);
  }
  return {
    get(path, query = {}) {
      const given = Object.entries(query).filter(([, value]) => value !== undefined);
      const search = new URLSearchParams(
        given.map(([name, value]): [string, string] => [name, String(value)]),
      ).toString();
      return call(search === "" ? path : `${path}?${search}`, {});
    },
    post(path, body, { timeoutMs } = { timeoutMs: TIMEOUT_MS }) {
      if (body instanceof FormData)
        return call(path, { method: "POST", headers: key, body }, FORM_TIMEOUT_MS);
      const headers = { "content-type": "application/json", ...key };
      return call(path, { method: "POST", headers, body: JSON.stringify(body) }, timeoutMs);
    },
  };
}
