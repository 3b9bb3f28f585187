import type { QuestionnaireDeps } from "../activities/questionnaire.activities.ts";
import type { FoundPassage } from "../domain/questionnaires/answer-from-passages.rules.ts";
import { User } from "../domain/users/user.entity.ts";
import { createProductClient } from "../integrations/chat/product-client.ts";
import type { Orm } from "../platform/orm.ts";
import type { ActAsUser } from "./open-act-as-user.ts";

/** Longer than one batch of questions takes. */
const SESSION_SECONDS = 600;
const SCOPES = ["read"] as const;

interface SearchAsUserDeps {
  orm: Orm;
  actAs: ActAsUser;
  retrievalUrl: string;
}

/**
 * Searches by a token like anybody's, which may only read and says for what: the search service asks the backend whether
 * its user sees the project, each time. A right that was taken away is gone with the next question.
 */
export const createSearchAsUser =
  ({ orm, actAs, retrievalUrl }: SearchAsUserDeps): QuestionnaireDeps["searchAs"] =>
  async (userId) => {
    const em = orm.em.fork();
    const user = await em.findOne(User, { id: userId, active: true });
    if (user === null) return null;
    const wish = { scopes: SCOPES, via: "questionnaire", seconds: SESSION_SECONDS };
    const token = await actAs(em, user, wish);
    const client = createProductClient(retrievalUrl, token);
    return async (query, projectId, limit) => {
      const body = { query, project_id: projectId, user_id: user.id, limit };
      return (await client.post<{ results: FoundPassage[] }>("/search", body)).results;
    };
  };
