import createClient, { type Middleware } from "openapi-fetch";
import { ApiError } from "./api-error.ts";
import { fetchWithStepUp } from "./fetch-with-step-up.ts";
import type { paths } from "./schema.d.ts";

/** What the API takes as the sign that a change comes from a page of ours. */
export const OWN_PAGE = { "X-Console": "1" };

/** An answer that is no success becomes an error with the API's words; what does not answer, one that says so. */
const throwing: Middleware = {
  async onResponse({ response }) {
    if (!response.ok && response.status !== 304) throw await ApiError.of(response);
    return undefined;
  },
  onError: ({ error }) => (error instanceof ApiError ? error : ApiError.unreachable(error)),
};

/** Paths with a version are described without it: that is the base address of the API. */
type Unversioned = Extract<keyof paths, `/api/${string}`>;

/** The API by its own description; the browser adds the session's cookie. */
export const api = createClient<Omit<paths, Unversioned>, "application/json">({
  baseUrl: "/api/v1",
  headers: OWN_PAGE,
  fetch: fetchWithStepUp,
});
api.use(throwing);

/** The part of it that has no version in its paths. */
export const rootApi = createClient<Pick<paths, Unversioned>, "application/json">({
  headers: OWN_PAGE,
  fetch: fetchWithStepUp,
});
rootApi.use(throwing);

interface Told<T> {
  data?: { data: T } | undefined;
  response: Response;
}

/** What is in the envelope of an answer. */
export async function told<T>(answer: Promise<Told<T>>): Promise<T> {
  const { data } = await answer;
  // Anything but a success was thrown.
  return data!.data;
}

/** The same with the tag of what was read: a change that sends it is refused when somebody else was faster. */
export async function toldWithTag<T extends object>(
  answer: Promise<Told<T>>,
): Promise<T & { tag: string | null }> {
  const { data, response } = await answer;
  return { ...data!.data, tag: response.headers.get("etag") };
}

/** What a change sends of the tag. */
export const ifMatch = (tag: string | null): { header?: { "If-Match": string } } =>
  tag === null ? {} : { header: { "If-Match": tag } };
