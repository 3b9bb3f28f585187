import { z } from "zod";
import { ANSWER_MODES, type Citation } from "../../domain/assistant/answer.rules.ts";
import { SUGGESTION_TYPES } from "../../domain/assistant/suggestions.rules.ts";
import type { AnsweredTurn } from "../../domain/assistant/take-turn.ts";
import { ControlRef, Id } from "../common.contract.ts";
import type { AnswerPart } from "../route.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineView } from "../define-schemas.ts";

const LONGEST_QUESTION = 4_000;

export const ChatBody = z
  .strictObject({
    message: z.string().trim().min(1).max(LONGEST_QUESTION),
    conversation_id: Id.optional().meta({ description: "Continues one of the caller's conversations" }),
    context: z
      .strictObject({ project_id: Id.optional(), control_id: ControlRef.optional() })
      .default({})
      .meta({ description: "project_id is required without a conversation" }),
  })
  .meta({
    examples: [
      {
        message: "How often are access rights reviewed?",
        context: { project_id: "01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f", control_id: "CC6.2" },
      },
    ],
  })
  .register(schemaNames, { id: "ChatBody" });

export const CitationView = defineView("Citation", {
  evidence_id: Id,
  chunk_id: z.string(),
  page: z.int().nullable(),
  title: z.string(),
  file_name: z.string(),
  quote: z.string().meta({ description: "Quoted word for word from the passage" }),
});

export const presentCitation = (citation: Citation): z.infer<typeof CitationView> => ({
  evidence_id: citation.evidenceId,
  chunk_id: citation.chunkId,
  page: citation.page,
  title: citation.title,
  file_name: citation.fileName,
  quote: citation.quote,
});

export const SuggestionView = defineView("Suggestion", {
  type: z.enum(SUGGESTION_TYPES),
  title: z.string(),
  description: z.string(),
  control: z.string().nullable().meta({ description: "Number of the control it is about" }),
  points: z.number().meta({ description: "Points it can add to the overall score" }),
});

export const AnswerMode = z.enum(ANSWER_MODES).meta({
  description:
    "model: written by a language model; extractive: sentences from the evidence; figures: from the project's figures",
});

export const ChatView = defineView("ChatAnswer", {
  conversation_id: Id,
  message: z
    .string()
    .meta({ description: "Plain text; [1] refers to the first citation. Escape it for display" }),
  mode: AnswerMode,
  found: z.boolean().meta({ description: "false: neither the evidence nor the figures answer the question" }),
  citations: z.array(CitationView),
  context: z.object({
    framework: z.string(),
    control: z.string().optional().meta({ description: "Number of the control; omitted for none" }),
    control_title: z.string().optional(),
  }),
  suggestions: z.array(SuggestionView),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }),
  degraded: z.array(z.string()).meta({
    description:
      "What did not contribute: parts of the search, or why no model answered (model, ungrounded, budget)",
  }),
});

export const presentAnswer = ({
  conversationId,
  answer,
  framework,
  control,
  suggestions,
}: AnsweredTurn): z.infer<typeof ChatView> => ({
  conversation_id: conversationId,
  message: answer.message,
  mode: answer.mode,
  found: answer.found,
  citations: answer.citations.map(presentCitation),
  context: { framework, ...(control && { control: control.number, control_title: control.title }) },
  suggestions: [...suggestions],
  usage: { prompt_tokens: answer.usage.promptTokens, completion_tokens: answer.usage.completionTokens },
  degraded: answer.degraded,
});

/** One sentence or line per event. */
const piecesOf = (message: string): string[] => message.match(/[^\n.!?]+[\n.!?]*\s*|[\n.!?]+\s*/g) ?? [];

/** The events of an answer: its text in pieces, then its sources. */
export const partsOf = ({ message, citations }: z.infer<typeof ChatView>): AnswerPart[] => [
  ...piecesOf(message).map((text) => ({ event: "token", data: { text } })),
  ...citations.map((citation) => ({ event: "citation", data: citation })),
];
