import type { ApiParts } from "../api-parts.ts";

export const openAssistant = ({ config, languageModel, retrieval, logger }: ApiParts) => ({
  languageModel,
  retrieval,
  logger,
  aiLimits: {
    answerTokens: config.AI_ANSWER_TOKENS,
    conversationTokens: config.AI_CONVERSATION_TOKENS,
    answerMs: config.AI_ANSWER_SECONDS * 1_000,
  },
});
