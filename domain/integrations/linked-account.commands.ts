import { randomSecret } from "../random-secret.ts";
import { findLocked, lockRow } from "../../platform/database/lock-row.ts";
import type { CommandContext, SystemContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { secretHash } from "../secret-hash.ts";
import type { User } from "../users/user.entity.ts";
import { LinkRequest, LinkedAccount } from "./linked-account.entity.ts";
import { LINK_MINUTES, LINK_PATH, type ChatKind } from "./linked-account.rules.ts";

/** A chat account, as authenticated by the platform. */
export interface ChatPerson {
  kind: ChatKind;
  externalId: string;
  displayName: string;
}

type LinkContext = Pick<SystemContext, "em" | "clock" | "events"> & { actor: null };

const reference = ({ id, kind, user }: LinkedAccount) => ({ id, kind, user_id: user.id });

/** A single-use URL below `publicUrl` with which this person can link to a user. */
export async function requestLink(
  ctx: Pick<SystemContext, "em" | "clock">,
  person: ChatPerson,
  publicUrl: string,
): Promise<string> {
  const token = randomSecret();
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + LINK_MINUTES * 60_000);
  const { kind, externalId, displayName } = person;
  await ctx.em.insert(LinkRequest, {
    hash: secretHash(token),
    kind,
    externalId,
    displayName,
    createdAt,
    expiresAt,
  });
  return `${publicUrl}${LINK_PATH}?token=${token}`;
}

/** The request of a valid token; otherwise null. */
export const findLinkRequest = (
  ctx: Pick<SystemContext, "em" | "clock">,
  token: string,
): Promise<LinkRequest | null> =>
  ctx.em.findOne(LinkRequest, { hash: secretHash(token), expiresAt: { $gt: ctx.clock.now() } });

const recordUnlinked = (ctx: CommandContext | LinkContext, account: LinkedAccount): void =>
  void recordEvent(ctx, "linked_account.unlinked", {
    subject: account,
    data: { linked_account: reference(account) },
  });

/** Links the chat account to the user, replacing an earlier link. */
export async function linkAccount(
  ctx: LinkContext,
  { person, user }: { person: ChatPerson; user: User },
): Promise<LinkedAccount> {
  const { kind, externalId, displayName } = person;
  // An account without a link has no row to lock.
  await ctx.em.execute("select pg_advisory_xact_lock(hashtextextended(?, 0))", [
    `link ${kind} ${externalId}`,
  ]);
  const earlier = await findLocked(ctx.em, LinkedAccount, { kind, externalId });
  if (earlier !== null) {
    recordUnlinked(ctx, earlier);
    await ctx.em.nativeDelete(LinkedAccount, { id: earlier.id });
  }
  const linkedAt = ctx.clock.now();
  const account = ctx.em.create(LinkedAccount, { kind, externalId, displayName, user, linkedAt });
  const data = { linked_account: reference(account), user: { id: user.id, email: user.email } };
  recordEvent(ctx, "linked_account.linked", { subject: account, data });
  return account;
}

/** Consumes the request and, if the user allows it, links the account; `spent` if someone else was first. */
export async function decideLinkRequest(
  ctx: LinkContext,
  request: LinkRequest,
  { user, isAllowed }: { user: User; isAllowed: boolean },
): Promise<"spent" | "declined" | "linked"> {
  if ((await ctx.em.nativeDelete(LinkRequest, { hash: request.hash })) !== 1) return "spent";
  if (!isAllowed) return "declined";
  await linkAccount(ctx, { person: request, user });
  return "linked";
}

/** Unlinks the account, effective with the next message. */
export async function unlinkAccount(ctx: CommandContext, account: LinkedAccount): Promise<void> {
  await lockRow(ctx.em, account, "Linked account");
  recordUnlinked(ctx, account);
  ctx.em.remove(account);
}

/** Selects the project of the conversation. */
export async function rememberProject(
  { em }: Pick<SystemContext, "em">,
  accountId: string,
  projectId: string,
): Promise<void> {
  await em.nativeUpdate(LinkedAccount, { id: accountId }, { projectId });
}
