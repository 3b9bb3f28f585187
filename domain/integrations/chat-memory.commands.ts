import type { SystemContext } from "../context.ts";
import { PENDING_MINUTES, type Pending } from "../inbound/inbound-message.rules.ts";
import { LinkedAccount } from "./linked-account.entity.ts";

type Context = Pick<SystemContext, "em" | "clock">;

/** From now on the person talks about this project. */
export async function rememberProject({ em }: Context, accountId: string, projectId: string): Promise<void> {
  await em.nativeUpdate(LinkedAccount, { id: accountId }, { projectId });
}

/** What the next thing they say is about; null for nothing in particular. */
export async function rememberPending(
  { em, clock }: Context,
  accountId: string,
  pending: Pending | null,
): Promise<void> {
  await em.nativeUpdate(LinkedAccount, { id: accountId }, { pending, pendingSince: clock.now() });
}

/** What is still waited for. */
export async function recallPending({ em, clock }: Context, accountId: string): Promise<Pending | null> {
  const account = await em.findOne(LinkedAccount, { id: accountId });
  const since = account?.pendingSince?.getTime() ?? 0;
  const isStale = clock.now().getTime() - since > PENDING_MINUTES * 60_000;
  return isStale ? null : (account?.pending ?? null);
}
