import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { where } from "../access/decide.ts";
import { loadVisible, type Visible } from "../access/load-visible.ts";
import { notFound } from "../../platform/errors.ts";
import type { QueryContext } from "../context.ts";
import {
  PAGE_LIMIT_MAX,
  listPage,
  matching,
  type ListInput,
  type Listing,
  type Page,
  type OneOrMore,
} from "../listing.ts";
import { Webhook, WebhookAttempt, WebhookDelivery } from "./webhook.entity.ts";
import type { DeliveryStatus } from "./webhook.rules.ts";
import { webhookAccess } from "./webhook.access.ts";

export const webhookListing: Listing<Webhook> = {
  entity: Webhook,
  sortable: { created_at: "createdAt", updated_at: "updatedAt", url: "url" },
  searchable: { url: "url", description: "description" },
  createdAt: "createdAt",
};

export const deliveryListing: Listing<WebhookDelivery> = {
  entity: WebhookDelivery,
  sortable: { created_at: "id", attempts: "attempts", kind: "kind", status: "status" },
  searchable: { kind: "kind" },
  createdAt: "createdAt",
};

export const visibleWebhook: Visible<Webhook> = {
  entity: Webhook,
  rule: webhookAccess["webhook.read"],
  name: "Webhook",
  populate: ["owner"],
};

export interface WebhookListInput extends ListInput {
  ownerId?: string | undefined;
  active?: boolean | undefined;
}

export function listWebhooks(ctx: QueryContext, input: WebhookListInput): Promise<Page<Row<Webhook>>> {
  const { ownerId, active } = input;
  const filters = [where(ctx.actor, webhookAccess["webhook.read"]), ...matching({ owner: ownerId, active })];
  return listPage(ctx.em, webhookListing, input, filters);
}

/** The webhook, if the caller can see it; otherwise NOT_FOUND. */
export const loadWebhook = (ctx: QueryContext, id: string): Promise<Webhook> =>
  loadVisible(ctx, visibleWebhook, id);

export interface DeliveryListInput extends ListInput {
  status?: OneOrMore<DeliveryStatus>;
  kind?: OneOrMore<string>;
}

/** The deliveries of a webhook. */
export function listDeliveries(
  ctx: QueryContext,
  webhook: { id: string },
  { status, kind, ...input }: DeliveryListInput,
): Promise<Page<Row<WebhookDelivery>>> {
  return listPage(ctx.em, deliveryListing, input, matching({ webhook: webhook.id, status, kind }));
}

export interface DeliveryWithAttempts {
  delivery: Row<WebhookDelivery>;
  /** The latest, oldest first. */
  attempts: Row<WebhookAttempt>[];
  /** Of all attempts. */
  attemptCount: number;
}

const attemptListing: Listing<WebhookAttempt> = {
  entity: WebhookAttempt,
  sortable: { at: "at" },
  searchable: {},
};

const LATEST = { page: 1, limit: PAGE_LIMIT_MAX } as const;

/** The attempts of a delivery, newest first. */
export const listAttempts = (
  ctx: QueryContext,
  { id }: Row<WebhookDelivery>,
  input: ListInput,
): Promise<Page<Row<WebhookAttempt>>> => listPage(ctx.em, attemptListing, input, [{ delivery: id }]);

/** One delivery of a webhook; otherwise NOT_FOUND. */
export async function readDeliveryRow(
  { em }: QueryContext,
  webhook: { id: string },
  id: string,
): Promise<Row<WebhookDelivery>> {
  const [delivery] = await readRows(em, WebhookDelivery, { where: { id, webhook: webhook.id } });
  if (delivery === undefined) throw notFound("Delivery");
  return delivery;
}

/** One delivery of a webhook with its latest attempts: `listAttempts` has all of them. */
export async function readDelivery(
  ctx: QueryContext,
  webhook: { id: string },
  id: string,
): Promise<DeliveryWithAttempts> {
  const delivery = await readDeliveryRow(ctx, webhook, id);
  const { items, pagination } = await listAttempts(ctx, delivery, LATEST);
  return { delivery, attempts: items.toReversed(), attemptCount: pagination.total };
}
