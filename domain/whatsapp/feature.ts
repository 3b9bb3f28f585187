import { keptFor } from "../expiring-rows.ts";
import type { Feature } from "../feature.ts";
import { InboundMessage } from "./inbound-message.entity.ts";
import { whatsappWorkflows } from "./whatsapp.workflows.ts";

/** By then, the platform no longer repeats deliveries, and no one is waiting for a reply. */
const KEPT_DAYS = 30;

export const whatsapp = {
  entities: [InboundMessage],
  workflows: whatsappWorkflows,
  expires: { inbound_messages: keptFor(KEPT_DAYS, "received_at") },
  queue: "whatsapp",
} satisfies Feature;
