import { keptFor } from "../expiring-rows.ts";
import type { Feature } from "../feature.ts";
import { InboundMessage } from "./inbound-message.entity.ts";
import { KEPT_DAYS } from "./inbound-message.rules.ts";
import { whatsappWorkflows } from "./whatsapp.workflows.ts";

export const whatsapp = {
  entities: [InboundMessage],
  workflows: whatsappWorkflows,
  expires: { inbound_messages: keptFor(KEPT_DAYS, "received_at") },
  backlog: {
    whatsapp_messages: {
      summary: "WhatsApp messages that were not answered yet",
      rows: "select received_at as at from inbound_messages where handled_at is null",
    },
  },
  queue: "whatsapp",
} satisfies Feature;
