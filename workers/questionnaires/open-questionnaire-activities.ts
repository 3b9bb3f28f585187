import { createQuestionnaireActivities } from "../../activities/questionnaires/questionnaire.activities.ts";
import type { ActivityParts, FeatureActivities } from "../activity-parts.ts";
import { createSearchAsUser } from "./search-as-user.ts";

export function openQuestionnaireActivities({ config, orm, clock, actAs }: ActivityParts): FeatureActivities {
  const searchAs = createSearchAsUser({ orm, actAs, retrievalUrl: config.retrievalUrl });
  return { activities: createQuestionnaireActivities({ orm, clock, searchAs }) };
}
