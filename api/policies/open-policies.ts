import { createPolicyWriter } from "../../domain/policies/create-policy-writer.ts";
import type { ApiParts } from "../open-parts.ts";

export const openPolicies = ({ config, languageModel, clock }: ApiParts) => ({
  writePolicy: createPolicyWriter({
    model: languageModel(),
    clock,
    answerMs: config.AI_ANSWER_SECONDS * 1_000,
  }),
});
