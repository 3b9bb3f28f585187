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
      return { refused: "search does not answer at the moment" };
    throw error;
  }
}

/** Tools for the evidence of one project: they accept no project id, so none can be injected. */
export const createEvidenceTools = (evidence: EvidenceSearch): ModelTool[] => [
  {
    description: {
      name: "search_evidence",
      description: "Finds passages in the evidence of the project. Each has a handle by which it is cited.",
      parameters: {
        type: "object",
        properties: { query: { type: "string", description: "What is looked for, in a few words" } },
        required: ["query"],
        additionalProperties: false,
      },
    },
    run: (given, _shown, signal) =>
      orRefused(async () => {
        const input = SearchInput.safeParse(given);
        if (!input.success) return { refused: "it takes a query, and nothing else" };
        const { passages } = await evidence.search(input.data.query, signal);
        return passages.length === 0 ? { passages, note: "nothing was found" } : { passages };
      }),
  },
  {
    description: {
      name: "get_context",
      description: "The passages before and after one that was found.",
      parameters: {
        type: "object",
        properties: { handle: { type: "string", description: "The handle of a passage, as in c1" } },
        required: ["handle"],
        additionalProperties: false,
      },
    },
    run: (given, shown, signal) =>
      orRefused(async () => {
        const input = ContextInput.safeParse(given);
        const passage = input.success ? shown.get(input.data.handle.toLowerCase()) : undefined;
        if (passage === undefined) return { refused: "it takes the handle of a passage that was found" };
        return { passages: await evidence.around(passage.chunkId, signal) };
      }),
  },
];
