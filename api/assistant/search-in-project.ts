import type { Passage } from "../../domain/answers/passage.ts";
import type { EvidenceSearch } from "../../domain/assistant/evidence-search.ts";
import { unavailable } from "../../platform/errors.ts";
import type { Passage as Found, RetrievalCaller, RetrievalClient } from "../retrieval/retrieval-client.ts";
import type { z } from "zod";

type Chunk = z.infer<typeof Found> & { similarity?: number };

const passageOf = (chunk: Chunk): Passage => ({
  chunkId: chunk.chunk_id,
  evidenceId: chunk.evidence_id,
  title: chunk.title,
  fileName: chunk.file_name,
  page: chunk.page,
  heading: chunk.heading,
  text: chunk.text,
  similarity: chunk.similarity ?? null,
});

const LIMIT = 8;
const WINDOW = 2;

/** The search service, limited to one project. */
export function searchInProject(
  retrieval: RetrievalClient,
  caller: RetrievalCaller,
  projectId: string,
): EvidenceSearch {
  // The service checks this too; a passage of another project is ignored.
  const ofProject = (chunks: readonly Chunk[]): Passage[] =>
    chunks.filter((chunk) => chunk.project_id === projectId).map(passageOf);

  async function orUnavailable<T>(signal: AbortSignal, response: Promise<T>): Promise<T> {
    try {
      return await response;
    } catch (error) {
      signal.throwIfAborted();
      throw unavailable("Search is unavailable: try again shortly", { cause: error });
    }
  }

  return {
    async search(query, signal) {
      const response = retrieval.search(caller, { query, projectId, limit: LIMIT }, signal);
      const { results, degraded } = await orUnavailable(signal, response);
      return { passages: ofProject(results), degraded };
    },
    async around(chunkId, signal) {
      const response = retrieval.context(caller, chunkId, WINDOW, signal);
      const found = await orUnavailable(signal, response);
      return ofProject([...found.context_before, found.chunk, ...found.context_after]);
    },
  };
}
