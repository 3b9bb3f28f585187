import type { SystemContext } from "../context.ts";
import { LinkedAccount } from "./linked-account.entity.ts";

/** Selects the project of the conversation. */
export async function rememberProject(
  { em }: Pick<SystemContext, "em">,
  accountId: string,
  projectId: string,
): Promise<void> {
  await em.nativeUpdate(LinkedAccount, { id: accountId }, { projectId });
}
