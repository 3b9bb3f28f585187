import { createAssistantJobActivities } from "../activities/assistant/assistant-job.activities.ts";
import { meterModel } from "../domain/language-model/meter-model.ts";
import { createLanguageModel } from "../integrations/llm/create-language-model.ts";
import { createModelClient } from "../integrations/llm/create-model-client.ts";
import type { ActivityParts, FeatureActivities } from "./activity-parts.ts";

export function openAssistantActivities({ config, orm, clock, logger }: ActivityParts): FeatureActivities {
  const { languageModel: options, AI_TIMEOUT_SECONDS: seconds, AI_TOKENS_PER_DAY: perDay } = config;
  const outbound = createModelClient(seconds * 1_000);
  const languageModel =
    options === null
      ? null
      : meterModel(createLanguageModel(options, { outbound, logger }), { em: orm.em, clock, perDay });
  return { activities: createAssistantJobActivities({ orm, clock, languageModel }), close: outbound.close };
}
