import type { Request } from "express";
import { z } from "zod";
import type { Passage } from "../../domain/assistant/answer.rules.ts";
import { unavailable } from "../../platform/errors.ts";

const DEADLINE_MS = 20_000;

const Chunk = z.object({
  chunk_id: z.string(),
  evidence_id: z.string(),
  project_id: z.string(),
  title: z.string(),
  file_name: z.string(),
  page: z.number().nullable(),
  heading: z.string().nullable(),
  text: z.string(),
  similarity: z.number().optional(),
});
const Found = z.object({ data: z.object({ results: z.array(Chunk), degraded: z.array(z.string()) }) });
const Around = z.object({
  data: z.object({ chunk: Chunk, context_before: z.array(Chunk), context_after: z.array(Chunk) }),
});

export interface FoundPassages {
  passages: Passage[];
  /** Parts of the search that did not answer. */
  degraded: string[];
}

/** Search as the caller: whatever they may not find there, the assistant does not find for them. */
export interface Retrieval {
  search(query: string, signal: AbortSignal): Promise<FoundPassages>;
  /** The passages around one, itself among them. */
  around(chunkId: string, signal: AbortSignal): Promise<Passage[]>;
}

const passageOf = (chunk: z.infer<typeof Chunk>): Passage => ({
  chunkId: chunk.chunk_id,
  evidenceId: chunk.evidence_id,
  title: chunk.title,
  fileName: chunk.file_name,
  page: chunk.page,
  heading: chunk.heading,
  text: chunk.text,
  similarity: chunk.similarity ?? null,
});

/** The caller's own credential, and where they call from: keys may be bound to addresses. */
function headersOf(request: Request, requestId: string): Record<string, string> {
  const [token, key] = [request.get("authorization"), request.get("x-api-key")];
  const from = [request.get("x-forwarded-for"), request.socket.remoteAddress].filter(Boolean).join(", ");
  return {
    "content-type": "application/json",
    "x-request-id": requestId,
    "x-forwarded-for": from,
    ...(key === undefined ? {} : { "x-api-key": key }),
    ...(key !== undefined || token === undefined ? {} : { authorization: token }),
  };
}

const LIMIT = 8;
const WINDOW = 2;

export interface RetrievalOptions {
  retrievalUrl: string;
  request: Request;
  requestId: string;
  userId: string;
  projectId: string;
}

/** The retrieval service, asked about one project by one caller. Throws SERVICE_UNAVAILABLE when it does not answer. */
export function createRetrieval(options: RetrievalOptions): Retrieval {
  const { retrievalUrl, request, requestId, userId: user_id, projectId: project_id } = options;
  const headers = headersOf(request, requestId);

  async function post<T>(path: string, body: object, shape: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    try {
      const response = await fetch(new URL(path, retrievalUrl), {
        method: "POST",
        headers,
        body: JSON.stringify(body),
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
      });
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      return shape.parse(await response.json());
    } catch (error) {
      signal.throwIfAborted();
      throw unavailable("Search is not available at the moment: try again shortly", error);
    }
  }

  // The service checks this, too; a passage of another project is none of ours whatever it says.
  const ofProject = (chunks: readonly z.infer<typeof Chunk>[]): Passage[] =>
    chunks.filter((chunk) => chunk.project_id === project_id).map(passageOf);

  return {
    async search(query, signal) {
      const { data } = await post("/search", { query, project_id, user_id, limit: LIMIT }, Found, signal);
      return { passages: ofProject(data.results), degraded: data.degraded };
    },
    async around(chunk_id, signal) {
      const { data } = await post("/context", { chunk_id, user_id, context_window: WINDOW }, Around, signal);
      return ofProject([...data.context_before, data.chunk, ...data.context_after]);
    },
  };
}
