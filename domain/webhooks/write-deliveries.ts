import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { PublishedEvent, ReceiveEvents } from "../events/publish-events.ts";
import { addDeliveries, type NewDelivery } from "./delivery-states.ts";
import { receivableEvents } from "./receivable-events.ts";
import {
  CREDENTIAL_JOINS,
  RECEIVER_COLUMNS,
  credentialEnded,
  receiverOf,
  type ReceiverColumns,
} from "./webhook-credential.ts";
import { takesKind } from "./webhook.rules.ts";

interface Subscriber extends ReceiverColumns {
  id: string;
  events: string[];
  projectIds: string[] | null;
  /** By the database's clock, in epoch milliseconds. */
  subscribedAt: number;
  ownerId: string;
}

const SUBSCRIBERS = `select w.id, w.events, w.project_ids as "projectIds", w.owner_id as "ownerId",
    (extract(epoch from w.subscribed_at) * 1000)::float8 as "subscribedAt", ${RECEIVER_COLUMNS}
  from webhooks w join users u on u.id = w.owner_id ${CREDENTIAL_JOINS}
  where w.active and u.active and not ${credentialEnded("$1::timestamptz")}`;

/** The command that requested a `ping` created its one delivery. */
const takes = ({ events, subscribedAt }: Subscriber, event: PublishedEvent): boolean =>
  event.kind !== "ping" && event.recordedAt >= subscribedAt && takesKind(events, event.kind);

/** Webhooks of the same owner with the same rights receive the same events. */
const receivingAs = ({ ownerId, rights }: Subscriber): string => `${ownerId} ${JSON.stringify(rights)}`;

/** The deliveries of each event. */
async function deliveriesFor(em: EntityManager, events: readonly PublishedEvent[], now: Date) {
  const subscribers = await queryRows<Subscriber>(em, { sql: SUBSCRIBERS, parameters: [now.toISOString()] });
  const deliveries: NewDelivery[] = [];
  const receivers = [...Map.groupBy(subscribers, receivingAs).values()].flatMap((webhooks) => {
    const [any] = webhooks;
    const wanted = events.filter((event) => webhooks.some((webhook) => takes(webhook, event)));
    if (any === undefined || wanted.length === 0) return [];
    return [{ actor: receiverOf({ ...any, id: any.ownerId }, any.rights), webhooks, events: wanted }];
  });
  const mayReceive = await receivableEvents(em, receivers);
  for (const { actor, webhooks, events: wanted } of receivers)
    for (const webhook of webhooks)
      for (const event of wanted)
        if (takes(webhook, event) && mayReceive(actor, event, webhook.projectIds))
          deliveries.push({ webhookId: webhook.id, eventId: event.id, kind: event.kind });
  return deliveries;
}

/** Adds the deliveries of events, once for each webhook; sending starts after the commit. */
export const writeDeliveries: ReceiveEvents = async (em, events, now) =>
  addDeliveries(em, await deliveriesFor(em, events, now), now);
