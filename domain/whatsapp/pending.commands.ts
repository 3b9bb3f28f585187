import type { SystemContext } from "../context.ts";
import { LinkedAccount } from "../integrations/linked-account.entity.ts";
import { PENDING_MINUTES, type OpenQuestion } from "./inbound-message.rules.ts";

type Context = Pick<SystemContext, "em" | "clock">;

/** Sets the open question of the conversation; null for none. */
export async function rememberPending(
  { em, clock }: Context,
  accountId: string,
  pending: OpenQuestion | null,
): Promise<void> {
  await em.nativeUpdate(LinkedAccount, { id: accountId }, { pending, pendingSince: clock.now() });
}

/** The open question of the conversation. */
export async function recallPending({ em, clock }: Context, accountId: string): Promise<OpenQuestion | null> {
  const account = await em.findOne(LinkedAccount, { id: accountId });
  const since = account?.pendingSince?.getTime() ?? 0;
  const isStale = clock.now().getTime() - since > PENDING_MINUTES * 60_000;
  return isStale ? null : ((account?.pending ?? null) as OpenQuestion | null);
}
