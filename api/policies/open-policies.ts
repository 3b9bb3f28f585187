import { createPolicyWriter } from "../../domain/policies/create-policy-writer.ts";
import type { ApiParts } from "../api-parts.ts";

export const openPolicies = ({ config, languageModel: model, clock }: ApiParts) => ({
  writePolicy: createPolicyWriter({ model, clock, answerMs: config.AI_ANSWER_SECONDS * 1_000 }),
});
