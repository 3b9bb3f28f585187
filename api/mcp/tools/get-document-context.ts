import { z } from "zod";
import { lists } from "../../access.ts";
import { Passage, type RetrievalClient } from "../../retrieval/retrieval-client.ts";
import { READS, defineTool, type McpTool } from "../tool.ts";
import { QUOTED } from "./quoted.ts";

export const getDocumentContext = ({ retrieval }: { retrieval: RetrievalClient }): McpTool =>
  defineTool({
    name: "get_document_context",
    title: "Get a passage's context",
    description: "Get the text around a passage that search_documents found.",
    input: z.strictObject({
      chunk_id: z.string().min(1).max(100).meta({ description: "chunk_id from search_documents" }),
      context_window: z
        .int()
        .min(0)
        .max(10)
        .default(2)
        .meta({ description: "Number of passages before and after it" }),
    }),
    output: z.object({
      chunk: Passage,
      context_before: z.array(Passage),
      context_after: z.array(Passage),
    }),
    hints: READS,
    // The search service checks that the caller can see the passage's project.
    access: lists("evidence.read"),
    preface: QUOTED,
    run: (ctx, input) => retrieval.context(ctx, input.chunk_id, input.context_window),
  });
