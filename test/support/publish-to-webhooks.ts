import type { EntityManager } from "@mikro-orm/postgresql";
import { publishEvents } from "../../domain/events/publish-events.ts";
import { writeDeliveries } from "../../domain/webhooks/write-deliveries.ts";

/** One round in which only webhooks receive events; returns the number of events. */
export const publishToWebhooks = (em: EntityManager, limit: number): Promise<number> =>
  publishEvents(em, { limit, now: new Date(), receivers: [writeDeliveries] });
