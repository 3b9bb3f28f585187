import { z } from "zod";
import type { QuestionnaireDeps } from "../../activities/questionnaires/questionnaire.activities.ts";
import { isCompleteSearch } from "../../domain/answers/is-complete-search.rules.ts";
import { User } from "../../domain/users/user.entity.ts";
import { createProductClient } from "../../integrations/chat/product-client.ts";
import { unavailable } from "../../platform/errors.ts";
import type { Orm } from "../../platform/database/orm.ts";
import type { ActAsUser } from "../open-act-as-user.ts";

/** Longer than one batch of questions takes. */
const SESSION_SECONDS = 600;
const SCOPES = ["read"] as const;

const Passage = z.object({
  chunk_id: z.string(),
  evidence_id: z.string(),
  title: z.string(),
  file_name: z.string(),
  page: z.number().nullable(),
  heading: z.string().nullable(),
  text: z.string(),
  similarity: z.number(),
});
const Found = z.object({ results: z.array(Passage), degraded: z.array(z.string()) });

interface SearchAsUserDeps {
  orm: Orm;
  actAs: ActAsUser;
  retrievalUrl: string;
}

/**
 * Searches with an ordinary, read-only token that names its purpose. The search service asks the backend each
 * time whether the user can see the project, so a revoked right takes effect with the next question. A
 * partial search is SERVICE_UNAVAILABLE: no one should conclude that there is no evidence because part of the
 * search is unavailable.
 */
export const createSearchAsUser =
  ({ orm, actAs, retrievalUrl }: SearchAsUserDeps): QuestionnaireDeps["searchAs"] =>
  async (userId) => {
    const em = orm.em.fork();
    const user = await em.findOne(User, { id: userId, active: true });
    if (user === null) return null;
    const request = { scopes: SCOPES, via: "questionnaire", seconds: SESSION_SECONDS };
    const token = await actAs(em, user, request);
    const client = createProductClient(retrievalUrl, token);
    return async (query, projectId, limit) => {
      const body = { query, project_id: projectId, user_id: user.id, limit };
      const found = await client.post("/search", Found, body);
      if (!isCompleteSearch(found.degraded, { found: found.results.length > 0 }))
        throw unavailable("Search is only partly available");
      return found.results;
    };
  };
