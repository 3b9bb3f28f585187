import type { CommandContext } from "../context.ts";
import { Webhook } from "./webhook.entity.ts";

/** Webhooks that were made with a key belong to its successor from now on. */
export const handOnWebhooks = (
  { em }: CommandContext,
  { from, to }: { from: string; to: string },
): Promise<number> => em.nativeUpdate(Webhook, { apiKeyId: from }, { apiKeyId: to });
