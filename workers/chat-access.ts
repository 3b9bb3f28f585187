import type { ChatPerson } from "../domain/integrations/linked-account.commands.ts";
import { findChatActor } from "../domain/integrations/linked-account.queries.ts";
import { textsFor } from "../domain/texts/texts-in.ts";
import type { Scope } from "../domain/users/user.rules.ts";
import type { ChatAccess } from "../integrations/chat/chat-access.ts";
import type { Orm } from "../platform/database/orm.ts";
import type { ActAsUser } from "./open-act-as-user.ts";

/** Longer than answering one message takes. */
const SESSION_SECONDS = 900;
/** Chats cannot administer anything. */
const CHAT_SCOPES: readonly Scope[] = ["read", "write", "audit"];

interface ChatAccessDeps {
  orm: Orm;
  actAs: ActAsUser;
}

const viaOf = ({ kind, externalId }: Pick<ChatPerson, "kind" | "externalId">): string =>
  `${kind}:${externalId}`;

/** Lets chat users act as the user they are linked to, with an ordinary token that names the chat. */
export const createChatAccess =
  ({ orm, actAs }: ChatAccessDeps): ChatAccess =>
  async (person) => {
    const em = orm.em.fork();
    const found = await findChatActor(em, person);
    if (found === null) return null;
    const { user } = found.account;
    const scopes = CHAT_SCOPES.filter((scope) => found.actor.scopes.includes(scope));
    const token = await actAs(em, user, { scopes, via: viaOf(person), seconds: SESSION_SECONDS });
    return {
      token,
      accountId: found.account.id,
      userId: user.id,
      projectId: found.account.projectId ?? null,
      texts: textsFor(user.preferences),
    };
  };
