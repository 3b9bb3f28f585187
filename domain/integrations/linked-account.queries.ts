import type { EntityManager } from "@mikro-orm/postgresql";
import type { Row } from "../../platform/database/read-rows.ts";
import { where } from "../access/decide.ts";
import { loadVisible } from "../access/load-visible.ts";
import type { Actor } from "../actor.ts";
import type { QueryContext } from "../context.ts";
import { listPage, matching, type ListInput, type Listing, type Page, type OneOrMore } from "../listing.ts";
import type { Texts } from "../texts/en.ts";
import { textsFor } from "../texts/texts-in.ts";
import { actorOf } from "../users/actor-of.ts";
import { LinkedAccount } from "./linked-account.entity.ts";
import type { ChatKind } from "./linked-account.rules.ts";
import { linkedAccountAccess } from "./linked-account.access.ts";

export const linkedAccountListing: Listing<LinkedAccount> = {
  entity: LinkedAccount,
  sortable: { linked_at: "linkedAt", kind: "kind", display_name: "displayName" },
  searchable: { display_name: "displayName" },
  createdAt: "linkedAt",
};

export function listLinkedAccounts(
  ctx: QueryContext,
  { userId, kind, ...input }: ListInput & { userId?: string | undefined; kind?: OneOrMore<ChatKind> },
): Promise<Page<Row<LinkedAccount>>> {
  const filters = [
    where(ctx.actor, linkedAccountAccess["linkedAccount.read"]),
    ...matching({ user: userId, kind }),
  ];
  return listPage(ctx.em, linkedAccountListing, input, filters);
}

export const loadLinkedAccount = (ctx: QueryContext, id: string): Promise<LinkedAccount> =>
  loadVisible(
    ctx,
    {
      entity: LinkedAccount,
      rule: linkedAccountAccess["linkedAccount.read"],
      name: "Linked account",
      populate: ["user"],
    },
    id,
  );

/** The linked account of a chat user and its user; null if there is none. */
export async function findChatActor(
  em: EntityManager,
  { kind, externalId }: { kind: ChatKind; externalId: string },
): Promise<{ account: LinkedAccount; actor: Actor } | null> {
  const where = { kind, externalId, user: { active: true } };
  const account = await em.findOne(LinkedAccount, where, { populate: ["user"] });
  if (account === null) return null;
  return { account, actor: actorOf(account.user) };
}

/** The texts for a chat user, in the language that the linked user has saved; null if there is no link. */
export async function findChatTexts(
  em: EntityManager,
  person: { kind: ChatKind; externalId: string },
): Promise<Texts | null> {
  const found = await findChatActor(em, person);
  return found === null ? null : textsFor(found.account.user.preferences);
}
