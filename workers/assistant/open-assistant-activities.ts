import { createJobActivities } from "../../activities/assistant/job.activities.ts";
import { createModelClient } from "../../integrations/language-model/create-model-client.ts";
import { openLanguageModel } from "../../runtime/language-model/open-language-model.ts";
import type { ActivityParts, FeatureActivities } from "../activity-parts.ts";

export function openAssistantActivities({ config, orm, clock, logger }: ActivityParts): FeatureActivities {
  const outbound = createModelClient(config.AI_TIMEOUT_SECONDS * 1_000);
  const languageModel = openLanguageModel({ config, orm, clock, outbound, logger });
  return { activities: createJobActivities({ orm, clock, languageModel }), close: outbound.close };
}
