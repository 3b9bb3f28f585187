import { z } from "zod";
import { Id } from "../../common.contract.ts";
import { Hit, type RetrievalClient } from "../../retrieval/retrieval-client.ts";
import { READS, defineTool, type McpTool } from "../tool.ts";
import { QUOTED } from "./quoted.ts";
import { readsProject } from "./reads-project.ts";

export const searchDocuments = ({ retrieval }: { retrieval: RetrievalClient }): McpTool =>
  defineTool({
    name: "search_documents",
    title: "Search documents",
    description:
      "Search a project's evidence for passages that answer a question, best first, each with file, page and heading to cite. Use get_document_context for the text around a passage.",
    input: z.strictObject({
      project_id: Id,
      query: z.string().trim().min(1).max(1_000).meta({ description: "A question or search terms" }),
      limit: z.int().min(1).max(20).default(5),
      evidence_types: z
        .array(z.string().trim().min(1).max(200))
        .max(20)
        .optional()
        .meta({ description: 'Formats ("pdf") or media types' }),
      min_similarity: z.number().min(0).max(1).optional(),
    }),
    output: z.object({
      results: z.array(Hit),
      degraded: z.array(z.string()).meta({
        description:
          "semantic or keyword: unavailable or found nothing; rerank: unavailable or not needed; index: passages are missing",
      }),
    }),
    hints: READS,
    access: readsProject,
    preface: QUOTED,
    run: (ctx, { query, limit, evidence_types: evidenceTypes, min_similarity: minSimilarity }, { id }) =>
      retrieval.search(ctx, { query, limit, projectId: id, evidenceTypes, minSimilarity }),
  });
