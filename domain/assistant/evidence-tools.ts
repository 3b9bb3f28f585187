import { z } from "zod";
import type { ModelTool, ToolResult } from "./converse.ts";
import { AppError } from "../../platform/errors.ts";
import type { EvidenceSearch } from "./evidence-search.ts";

const SearchInput = z.strictObject({ query: z.string().trim().min(1).max(1_000) });
const ContextInput = z.strictObject({ handle: z.string().max(10) });

/** Failures are reported to the model, which may continue without the result. */
async function orRefused(work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === "SERVICE_UNAVAILABLE")
      return { refused: "the search is unavailable: try again later" };
    throw error;
  }
}

/** Tools for the evidence of one project: they accept no project id, so none can be injected. */
export const createEvidenceTools = (evidence: EvidenceSearch): ModelTool[] => [
  {
    description: {
      name: "search_evidence",
      description: "Search the project's evidence for passages. Cite a passage by its handle.",
      parameters: {
        type: "object",
        properties: { query: { type: "string", description: "What to search for, in a few words" } },
        required: ["query"],
        additionalProperties: false,
      },
    },
    run: (given, _shown, signal) =>
      orRefused(async () => {
        const input = SearchInput.safeParse(given);
        if (!input.success) return { refused: "expects only a query" };
        const { passages } = await evidence.search(input.data.query, signal);
        return passages.length === 0 ? { passages, note: "nothing was found" } : { passages };
      }),
  },
  {
    description: {
      name: "get_context",
      description: "Get the passages before and after one you found.",
      parameters: {
        type: "object",
        properties: { handle: { type: "string", description: "The handle of a passage, such as c1" } },
        required: ["handle"],
        additionalProperties: false,
      },
    },
    run: (given, shown, signal) =>
      orRefused(async () => {
        const input = ContextInput.safeParse(given);
        const passage = input.success ? shown.get(input.data.handle.toLowerCase()) : undefined;
        if (passage === undefined) return { refused: "expects only the handle of a passage you found" };
        return { passages: await evidence.around(passage.chunkId, signal) };
      }),
  },
];
