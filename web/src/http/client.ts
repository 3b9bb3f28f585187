import createClient, { type Middleware } from "openapi-fetch";
import { ApiError } from "./api-error.ts";
import { fetchWithStepUp } from "./fetch-with-step-up.ts";
import type { paths } from "./schema.d.ts";
import { noteServerTime } from "./server-time.ts";

/** The header that shows the API that a change comes from one of our pages. */
export const OWN_PAGE = { "X-Console": "1" };

/** When requests were sent. */
const sent = new WeakMap<Request, number>();

/**
 * Turns an error response into an error with the API's message, and a missing response into an error that
 * reports it.
 */
const throwing: Middleware = {
  onRequest({ request }) {
    sent.set(request, performance.now());
    return undefined;
  },
  async onResponse({ request, response }) {
    noteServerTime(response);
    if (response.ok || response.status === 304) return undefined;
    throw await ApiError.of(response, { waitedMs: performance.now() - (sent.get(request) ?? Infinity) });
  },
  onError: ({ error }) => (error instanceof ApiError ? error : ApiError.unreachable(error)),
};

/** The description has versioned paths without their prefix, which is the API's base URL. */
type Unversioned = Extract<keyof paths, `/api/${string}`>;

/** The API, typed by its own description; the browser adds the session cookie. */
export const api = createClient<Omit<paths, Unversioned>, "application/json">({
  baseUrl: "/api/v1",
  headers: OWN_PAGE,
  fetch: fetchWithStepUp,
});
api.use(throwing);

/** The unversioned part of the API. */
export const rootApi = createClient<Pick<paths, Unversioned>, "application/json">({
  headers: OWN_PAGE,
  fetch: fetchWithStepUp,
});
rootApi.use(throwing);

interface Enveloped<T> {
  data?: { data: T } | undefined;
  response: Response;
}

/** The content of the envelope. */
export async function dataOf<T>(answer: Promise<Enveloped<T>>): Promise<T> {
  const { data } = await answer;
  // Any other response has thrown.
  return data!.data;
}

/** The same with its ETag: a change that sends it is refused if someone else was faster. */
export async function dataWithTag<T extends object>(
  answer: Promise<Enveloped<T>>,
): Promise<T & { tag: string | null }> {
  const { data, response } = await answer;
  return { ...data!.data, tag: response.headers.get("etag") };
}

/** The header of a change with the ETag. */
export const ifMatch = (tag: string | null): { header?: { "If-Match": string } } =>
  tag === null ? {} : { header: { "If-Match": tag } };
