import type { SystemContext } from "../context.ts";
import { PENDING_MINUTES, type Pending } from "../inbound/inbound-message.rules.ts";
import { LinkedAccount } from "./linked-account.entity.ts";

type Context = Pick<SystemContext, "em" | "clock">;

/** Selects the project of the conversation. */
export async function rememberProject({ em }: Context, accountId: string, projectId: string): Promise<void> {
  await em.nativeUpdate(LinkedAccount, { id: accountId }, { projectId });
}

/** Sets the open question of the conversation; null for none. */
export async function rememberPending(
  { em, clock }: Context,
  accountId: string,
  pending: Pending | null,
): Promise<void> {
  await em.nativeUpdate(LinkedAccount, { id: accountId }, { pending, pendingSince: clock.now() });
}

/** The open question of the conversation. */
export async function recallPending({ em, clock }: Context, accountId: string): Promise<Pending | null> {
  const account = await em.findOne(LinkedAccount, { id: accountId });
  const since = account?.pendingSince?.getTime() ?? 0;
  const isStale = clock.now().getTime() - since > PENDING_MINUTES * 60_000;
  return isStale ? null : (account?.pending ?? null);
}
