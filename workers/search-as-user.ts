import type { QuestionnaireDeps } from "../activities/questionnaire.activities.ts";
import { signSessionToken } from "../api/identity/sign-session-token.ts";
import type { SigningKeys } from "../api/identity/signing-keys.ts";
import { createSession } from "../domain/identity/session.commands.ts";
import type { FoundPassage } from "../domain/questionnaires/answer-from-passages.rules.ts";
import { User } from "../domain/users/user.entity.ts";
import { createProductClient } from "../integrations/chat/product-client.ts";
import type { TokenAudience } from "../platform/access-token.ts";
import type { Clock } from "../platform/clock.ts";
import type { Orm } from "../platform/orm.ts";

/** Longer than one batch of questions takes. */
const SESSION_SECONDS = 600;
const SCOPES = ["read"] as const;

interface SearchAsUserDeps {
  orm: Orm;
  clock: Clock;
  keys: Pick<SigningKeys, "current">;
  tokens: TokenAudience;
  retrievalUrl: string;
}

/**
 * Searches by a token like anybody's, which may only read and says for what: the search service asks the backend whether
 * its user sees the project, each time. A right that was taken away is gone with the next question.
 */
export const createSearchAsUser =
  ({ orm, clock, keys, tokens, retrievalUrl }: SearchAsUserDeps): QuestionnaireDeps["searchAs"] =>
  async (userId) => {
    const em = orm.em.fork();
    const user = await em.findOne(User, { id: userId, active: true });
    if (user === null) return null;
    const ctx = { em, clock, rotationKey: Buffer.alloc(0) };
    const wanted = { user, client: null, scopes: SCOPES, via: "questionnaire" };
    const session = createSession(ctx, wanted, SESSION_SECONDS);
    await em.flush();
    const subject = { subject: user.id, clientId: user.id, scopes: SCOPES };
    const token = await signSessionToken(await keys.current(), tokens, session, subject, clock.now());
    const client = createProductClient(retrievalUrl, token);
    return async (query, projectId, limit) => {
      const body = { query, project_id: projectId, user_id: user.id, limit };
      return (await client.post<{ results: FoundPassage[] }>("/search", body)).results;
    };
  };
