import { FormData, fetch, type RequestInit, type Response } from "undici";
import { z } from "zod";
import type { Explained } from "../../domain/texts/translate.rules.ts";
import { unavailable } from "../../platform/errors.ts";
import { signalWithin } from "../../platform/signal-within.ts";

const TIMEOUT_MS = 20_000;
/** A form contains a file. */
const FORM_TIMEOUT_MS = 180_000;

const DENIALS: ReadonlySet<number> = new Set([401, 403, 404]);

/** A refusal of the API, worded for the user. */
export class ProductRefusal extends Error {
  readonly status: number;
  /** The same as a code, for other languages. */
  readonly why: Explained;

  constructor(status: number, message: string, details: Omit<Explained, "english"> = {}) {
    super(message);
    this.status = status;
    this.why = { ...details, english: message };
  }

  /** Whether the user has no access, or no longer: unlike a full share of requests, it does not pass by itself. */
  get isDenial(): boolean {
    return DENIALS.has(this.status);
  }
}

type Query = Readonly<Record<string, string | number | undefined>>;

/** The product's own API, called as a user: a chat has exactly that user's rights. */
export interface ProductClient {
  get<T>(path: string, shape: z.ZodType<T>, query?: Query): Promise<T>;
  /** undici's own FormData: it does not accept that of the global `fetch`. */
  post<T>(
    path: string,
    shape: z.ZodType<T>,
    body: object | FormData,
    options?: { timeoutMs: number },
  ): Promise<T>;
}

interface Envelope {
  success: boolean;
  data?: unknown;
  error?: { message: string; details?: Omit<Explained, "english"> };
}

/** Null for responses that are not JSON, such as an error page of a proxy. */
const readEnvelope = (response: Response): Promise<Envelope | null> =>
  response.json().then(
    (body) => body as Envelope,
    () => null,
  );

/** The same request, sent before a crash or a timeout, is still running: its answer is not known yet. */
const isInProgress = ({ status, headers }: Response): boolean => status === 409 && headers.has("retry-after");

interface ClientOptions {
  /** Sent as Idempotency-Key: repeating a POST after a crash does nothing and returns the same answer. */
  once?: string;
  /** Ends requests that no one waits for any longer. */
  signal?: AbortSignal;
}

export function createProductClient(
  backendUrl: string,
  token: string,
  { once, signal }: ClientOptions = {},
): ProductClient {
  const key: Record<string, string> = once === undefined ? {} : { "idempotency-key": once };
  async function call<T>(
    path: string,
    shape: z.ZodType<T>,
    init: RequestInit,
    timeoutMs = TIMEOUT_MS,
  ): Promise<T> {
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` };
    const response = await fetch(`${backendUrl}${path}`, {
      ...init,
      headers,
      signal: signalWithin(timeoutMs, signal),
    });
    const envelope = await readEnvelope(response);
    if (response.ok && envelope !== null) return shape.parse(envelope.data ?? envelope);
    const message = envelope?.error?.message ?? `The service answered ${response.status}`;
    // A server error is retried; a refusal is a result.
    if (response.status >= 500 || envelope === null || isInProgress(response)) throw unavailable(message);
    throw new ProductRefusal(response.status, message, envelope.error?.details);
  }
  return {
    get(path, shape, query = {}) {
      const given = Object.entries(query).filter(([, value]) => value !== undefined);
      const search = new URLSearchParams(
        given.map(([name, value]): [string, string] => [name, String(value)]),
      ).toString();
      return call(search === "" ? path : `${path}?${search}`, shape, {});
    },
    post(path, shape, body, { timeoutMs } = { timeoutMs: TIMEOUT_MS }) {
      if (body instanceof FormData)
        return call(path, shape, { method: "POST", headers: key, body }, FORM_TIMEOUT_MS);
      const headers = { "content-type": "application/json", ...key };
      return call(path, shape, { method: "POST", headers, body: JSON.stringify(body) }, timeoutMs);
    },
  };
}

/** The maximum page size of lists. */
const LIMIT = 100;

const Paged = z.object({ pagination: z.object({ pages: z.number() }) });

/** All pages of a list. */
export async function readPages<T>(
  client: ProductClient,
  path: string,
  shape: z.ZodType<T>,
  query: Readonly<Record<string, string>>,
): Promise<T[]> {
  const page = z.intersection(shape, Paged);
  const readPage = (number: number) => client.get(path, page, { ...query, page: number, limit: LIMIT });
  const first = await readPage(1);
  const read = [first];
  while (read.length < first.pagination.pages) read.push(await readPage(read.length + 1));
  return read;
}
