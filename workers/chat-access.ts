import type { ChatPerson } from "../domain/integrations/linked-account.commands.ts";
import { findChatActor } from "../domain/integrations/linked-account.queries.ts";
import { createSession } from "../domain/identity/session.commands.ts";
import type { Scope } from "../domain/users/user.rules.ts";
import type { ChatAccess } from "../integrations/chat/chat-access.ts";
import { signSessionToken } from "../api/identity/sign-session-token.ts";
import type { SigningKeys } from "../api/identity/signing-keys.ts";
import type { TokenAudience } from "../platform/access-token.ts";
import type { Clock } from "../platform/clock.ts";
import type { Orm } from "../platform/orm.ts";

/** Longer than one message takes to answer. */
const SESSION_SECONDS = 900;
/** Nobody administers from a chat. */
const CHAT_SCOPES: readonly Scope[] = ["read", "write", "audit"];

interface ChatAccessDeps {
  orm: Orm;
  clock: Clock;
  keys: Pick<SigningKeys, "current">;
  tokens: TokenAudience;
}

export const viaOf = ({ kind, externalId }: Pick<ChatPerson, "kind" | "externalId">): string =>
  `${kind}:${externalId}`;

/** Lets people of a chat act as the user they are linked with: by a token like anybody's, that says from where. */
export const createChatAccess =
  ({ orm, clock, keys, tokens }: ChatAccessDeps): ChatAccess =>
  async (person) => {
    const em = orm.em.fork();
    const found = await findChatActor(em, person);
    if (found === null) return null;
    const { user } = found.account;
    const scopes = CHAT_SCOPES.filter((scope) => found.actor.scopes.includes(scope));
    const ctx = { em, clock, rotationKey: Buffer.alloc(0) };
    const session = createSession(ctx, { user, client: null, scopes, via: viaOf(person) }, SESSION_SECONDS);
    await em.flush();
    const subject = { subject: user.id, clientId: user.id, scopes };
    const token = await signSessionToken(await keys.current(), tokens, session, subject, clock.now());
    return {
      token,
      accountId: found.account.id,
      userId: user.id,
      projectId: found.account.projectId ?? null,
    };
  };
