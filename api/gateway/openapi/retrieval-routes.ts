import { z } from "zod";
import type {
  presentAnswer,
  presentChunk,
  ContextRequest,
  SearchRequest,
} from "../../../retrieval/server/contracts.ts";
import { open, signedIn } from "../../access.ts";
import { Id, Timestamp } from "../../common.contract.ts";
import { PagePosition } from "../../evidence/page-position.ts";
import type { DescribedRoute } from "../../route.ts";
import { schemaNames } from "../../../platform/web/schema-names.ts";
import { defineBody, defineView } from "../../define-schemas.ts";

const PATH = "/api/v1/retrieval";
const UserId = z
  .string()
  .min(1)
  .meta({ description: "The caller's own id", examples: ["01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f"] });
const ChunkId = z.string().meta({ examples: ["01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f_00012"] });

const searchBody = {
  query: z.string().min(1).max(4_000),
  project_id: Id,
  user_id: UserId,
  limit: z.int().min(1).max(100).default(10),
  evidence_types: z
    .array(z.string())
    .max(20)
    .default([])
    .meta({ description: "File formats (`pdf`) or media types (`application/pdf`); all by default" }),
  min_similarity: z.number().min(0).max(1).optional().meta({ description: "From 0 to 1" }),
};
const SearchBody = defineBody("SearchBody", searchBody) satisfies z.core.$ZodType<SearchRequest>;
const ContextBody = defineBody("ContextBody", {
  chunk_id: ChunkId,
  user_id: UserId,
  context_window: z
    .int()
    .min(0)
    .max(20)
    .default(2)
    .meta({ description: "Passages to include before and after" }),
}) satisfies z.core.$ZodType<ContextRequest>;

const passage = {
  chunk_id: ChunkId,
  evidence_id: Id,
  project_id: Id,
  control_id: Id,
  title: z.string(),
  file_name: z.string(),
  content_type: z.string().meta({ examples: ["application/pdf"] }),
  page: z.int().nullable(),
  position: PagePosition.nullable().meta({
    description:
      "The place of the passage on its pages, for marking it there; null if the format has no pages, and in files read before positions were kept",
  }),
  heading: z.string().nullable().meta({ description: "The headings above it, or its sheet" }),
  ordinal: z.int(),
  text: z.string(),
  uploaded_at: Timestamp,
};
const Passage = defineView("Passage", passage) satisfies z.core.$ZodType<ReturnType<typeof presentChunk>>;
const score = z.number().nullable();
const Hit = defineView("SearchHit", {
  ...passage,
  highlight: z.string().meta({
    description: "HTML from the best sentence on, with the words of the query in `<mark>`",
  }),
  best_sentence: z.object({ start: z.int(), end: z.int(), text: z.string() }).nullable().meta({
    description:
      "The sentence closest in meaning to the query, as a range of `text`; null if the passage could not be compared",
  }),
  similarity: z
    .number()
    .meta({ description: "From 0 to 1; about 0.5 and above suggests that the passage answers the query" }),
  scores: z.object({ semantic: score, keyword: score, fused: z.number(), rerank: score }),
});
const SearchResults = defineView("SearchResults", {
  results: z.array(Hit),
  total_results: z.int(),
  degraded: z.array(z.enum(["semantic", "keyword", "rerank", "index"])).meta({
    description:
      "Parts of the search that did not contribute, so that missing results are not mistaken for missing evidence: `semantic` or `keyword` was unavailable or found nothing, `rerank` was unavailable or not needed (without a cross-encoder, only questions are reranked), `index` lacks passages",
    examples: [[]],
  }),
  ...searchBody,
  min_similarity: z.number(),
}) satisfies z.core.$ZodType<ReturnType<typeof presentAnswer>>;
const Context = defineView("PassageContext", {
  chunk: Passage,
  context_before: z.array(Passage),
  context_after: z.array(Passage),
});
const State = z.looseObject({ status: z.enum(["up", "starting", "down"]) });
const Health = defineView("RetrievalHealth", {
  status: z.literal("ready"),
  components: z.record(z.string(), State),
});
const Stats = z
  .looseObject({
    total_chunks: z.int(),
    total_evidence: z.int(),
    late_interaction_bytes: z
      .int()
      .meta({ description: "Size of the token vectors kept for late interaction" }),
    embedding_model: z.string(),
    dimension: z.int(),
    reranker: z.looseObject({ kind: z.string(), name: z.string() }).nullable(),
  })
  .register(schemaNames, { id: "RetrievalStats" });

/** The routes of the search service, which the gateway forwards: described here, answered there. */
export const retrievalRoutes: readonly DescribedRoute[] = [
  {
    method: "post",
    path: `${PATH}/search`,
    summary: "Search a project's evidence for passages, best match first",
    access: signedIn("read"),
    body: SearchBody,
    output: SearchResults,
  },
  {
    method: "post",
    path: `${PATH}/context`,
    summary: "Get a passage with the ones before and after it",
    access: signedIn("read"),
    body: ContextBody,
    output: Context,
    answers: { 404: "Not found, or not visible to the caller" },
  },
  ...["health", "ready"].map((name): DescribedRoute => ({
    method: "get",
    path: `${PATH}/${name}`,
    summary: "Whether the search service is ready",
    access: open("shows only whether the service answers"),
    output: Health,
  })),
  {
    method: "get",
    path: `${PATH}/stats`,
    summary: "Size of the search index, and the models in use",
    access: signedIn("read"),
    output: Stats,
  },
];
