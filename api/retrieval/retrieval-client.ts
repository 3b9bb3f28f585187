import { fetch } from "undici";
import { z } from "zod";
import { AppError, unavailable, type ErrorCode } from "../../platform/errors.ts";
import { signalWithin } from "../../platform/signal-within.ts";
import type { RouteContext } from "../route.ts";

/** From the request to the last byte of the response. */
const TIMEOUT_MS = 5_000;

/** A search service of the previous version returns none. */
const PagePosition = z
  .object({ page: z.int(), start: z.int(), end_page: z.int(), end: z.int() })
  .nullable()
  .default(null)
  .meta({ description: "The range of characters in the text of its page" });

export const Passage = z.object({
  chunk_id: z.string(),
  evidence_id: z.string(),
  project_id: z.string(),
  control_id: z.string().nullable(),
  title: z.string(),
  file_name: z.string(),
  page: z.int().nullable(),
  position: PagePosition,
  heading: z.string().nullable(),
  text: z.string(),
});
const BestSentence = z
  .object({ start: z.int(), end: z.int(), text: z.string() })
  .nullable()
  .default(null)
  .meta({ description: "The sentence closest to the query, as a range of `text`" });
export const Hit = Passage.extend({ best_sentence: BestSentence, similarity: z.number() });
const SearchAnswer = z.object({ results: z.array(Hit), degraded: z.array(z.string()) });
const ContextAnswer = z.object({
  chunk: Passage,
  context_before: z.array(Passage),
  context_after: z.array(Passage),
});

const Envelope = z.object({
  success: z.boolean(),
  data: z.unknown().optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});

/** The caller whose credential is forwarded. */
export type RetrievalCaller = Pick<RouteContext, "request" | "requestId"> & { actor: { id: string } };

interface Search {
  query: string;
  projectId: string;
  limit: number;
  evidenceTypes?: readonly string[] | undefined;
  minSimilarity?: number | undefined;
}

/** The search service, called with the caller's own credential and therefore rights. */
export interface RetrievalClient {
  search(
    caller: RetrievalCaller,
    search: Search,
    signal?: AbortSignal,
  ): Promise<z.infer<typeof SearchAnswer>>;
  context(
    caller: RetrievalCaller,
    chunkId: string,
    window: number,
    signal?: AbortSignal,
  ): Promise<z.infer<typeof ContextAnswer>>;
}

/** The credential as received, and the caller's address, for API keys restricted to addresses. */
function headersOf({ request, requestId }: RetrievalCaller): Record<string, string> {
  const forwardedFor = [request.get("x-forwarded-for"), request.socket.remoteAddress]
    .filter(Boolean)
    .join(", ");
  const carried = ["authorization", "x-api-key"].flatMap((name): [string, string][] => {
    const value = request.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(carried),
    "content-type": "application/json",
    // It is on the same network.
    "accept-encoding": "identity",
    "x-forwarded-for": forwardedFor,
    "x-request-id": requestId,
  };
}

const REFUSALS = new Set<ErrorCode>([
  "VALIDATION_ERROR",
  "UNAUTHORIZED",
  "FORBIDDEN",
  "NOT_FOUND",
  "RATE_LIMITED",
]);

/** A refusal is passed on unchanged; any other invalid response means that the service has a problem. */
function readAnswer<T>(schema: z.core.$ZodType<T>, status: number, body: unknown): T {
  const envelope = Envelope.safeParse(body);
  const { error, data } = envelope.data ?? {};
  const code = error?.code as ErrorCode | undefined;
  if (error !== undefined && code !== undefined && REFUSALS.has(code))
    throw new AppError(code, error.message, { status });
  const answer = z.safeParse(schema, data);
  if (status === 200 && answer.success) return answer.data;
  throw unavailable(error?.message ?? "The search service did not answer: try again shortly", {
    cause: answer.error,
  });
}

export function createRetrievalClient(retrievalUrl: string): RetrievalClient {
  async function ask<T>(
    [path, schema]: [string, z.core.$ZodType<T>],
    caller: RetrievalCaller,
    body: object,
    signal?: AbortSignal,
  ): Promise<T> {
    const sent = JSON.stringify({ ...body, user_id: caller.actor.id });
    const response = await fetch(new URL(path, retrievalUrl), {
      method: "POST",
      headers: headersOf(caller),
      body: sent,
      redirect: "manual",
      signal: signalWithin(TIMEOUT_MS, signal),
    }).catch((error: unknown) => {
      throw unavailable("The search service cannot be reached: try again shortly", { cause: error });
    });
    return readAnswer(schema, response.status, await response.json().catch(() => null));
  }
  return {
    search: (caller, { query, projectId, limit, evidenceTypes, minSimilarity }, signal) => {
      const narrowed = { evidence_types: evidenceTypes, min_similarity: minSimilarity };
      const body = { query, limit, project_id: projectId, ...narrowed };
      return ask(["/search", SearchAnswer], caller, body, signal);
    },
    context: (caller, chunkId, window, signal) =>
      ask(["/context", ContextAnswer], caller, { chunk_id: chunkId, context_window: window }, signal),
  };
}
