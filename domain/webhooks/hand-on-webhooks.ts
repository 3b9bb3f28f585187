import type { CommandContext } from "../context.ts";
import { Webhook } from "./webhook.entity.ts";

/** Passes a key's webhooks to its successor. */
export const handOnWebhooks = (
  { em }: CommandContext,
  { from, to }: { from: string; to: string },
): Promise<number> => em.nativeUpdate(Webhook, { apiKeyId: from }, { apiKeyId: to });
