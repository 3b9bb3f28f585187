import type { AnswerDeps } from "../../domain/assistant/answer-question.ts";
import type { ApiParts } from "../open-parts.ts";
import type { RetrievalCaller } from "../retrieval/retrieval-client.ts";
import { searchInProject } from "./search-in-project.ts";

export function openAssistant(parts: ApiParts) {
  const { config } = parts;
  const [languageModel, retrieval] = [parts.languageModel(), parts.retrieval()];
  const aiLimits = {
    answerTokens: config.AI_ANSWER_TOKENS,
    conversationTokens: config.AI_CONVERSATION_TOKENS,
    answerMs: config.AI_ANSWER_SECONDS * 1_000,
  };
  return {
    languageModel,
    answersIn: (projectId: string, caller: RetrievalCaller): AnswerDeps => ({
      languageModel,
      evidence: searchInProject(retrieval, caller, projectId),
      aiLimits,
    }),
  };
}
