import { familyOf } from "../../domain/events/family-of.rules.ts";
import { z } from "zod";
import type { Row } from "../../platform/database/read-rows.ts";
import { EVENT_KINDS } from "../../domain/events/event-catalogue.ts";
import type { Webhook, WebhookAttempt, WebhookDelivery } from "../../domain/webhooks/webhook.entity.ts";
import {
  DELIVERIES_KEPT_DAYS,
  DELIVERY_STATUSES,
  DISABLED_REASONS,
  EVERY_EVENT,
  type DisabledReason,
} from "../../domain/webhooks/webhook.rules.ts";
import type { DeliveryWithAttempts } from "../../domain/webhooks/webhook.queries.ts";
import {
  Id,
  Instant,
  NamedId,
  PageOf,
  Timestamp,
  idParams,
  iso,
  listQuery,
  several,
} from "../common.contract.ts";
import { PersonOf } from "../people.contract.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineBody, defineView } from "../define-schemas.ts";

const GROUPS = [
  ...new Set(EVENT_KINDS.filter((kind) => kind.includes(".")).map((kind) => `${familyOf(kind)}.*`)),
];
const SELECTABLE = new Set<string>([EVERY_EVENT, ...GROUPS, ...EVENT_KINDS]);

const Events = z
  .array(
    z
      .string()
      .refine(
        (text) => SELECTABLE.has(text),
        "is not an event type: GET /api/v1/events/catalogue lists them; * and groups such as evidence.* are also allowed",
      ),
  )
  .min(1)
  .max(100)
  .transform((events) => [...new Set(events)])
  .meta({ examples: [["evidence.*", "project.created"]] });

const Secret = z.string().min(1).max(1_000).meta({
  description:
    "Any text; generated when omitted. `whsec_` followed by base64 is decoded, as in Standard Webhooks; any other text is used as UTF-8",
});

const Url = z
  .url({ protocol: /^https?$/, error: "must be an address such as https://example.com/hooks" })
  .max(2_000);
const Description = z.string().max(2_000);
const ProjectIds = z.array(Id).min(1).max(100);

export const CreateWebhookBody = z
  .strictObject({
    url: Url,
    events: Events,
    secret: Secret.optional(),
    active: z.boolean().default(true),
    description: Description.default(""),
    project_ids: ProjectIds.nullable().default(null),
  })
  .meta({ examples: [{ url: "https://example.com/hooks", events: ["evidence.*", "project.created"] }] })
  .register(schemaNames, { id: "CreateWebhookBody" });

export const UpdateWebhookBody = defineBody("UpdateWebhookBody", {
  url: Url.optional(),
  events: Events.optional(),
  active: z.boolean().optional(),
  description: Description.optional(),
  project_ids: ProjectIds.nullable().optional(),
});

export const RotateSecretBody = z
  .strictObject({
    secret: Secret.optional(),
    overlap_hours: z.number().min(0).max(168).default(24),
  })
  .meta({ examples: [{ overlap_hours: 24 }] })
  .register(schemaNames, { id: "RotateSecretBody" });

export const RecoverBody = defineBody("RecoverBody", {
  since: Instant.meta({
    description: `At most ${DELIVERIES_KEPT_DAYS - 1} days ago and not after \`until\``,
  }),
  until: Instant.optional().meta({ description: "Default: now" }),
  after: Id.optional().meta({ description: "`continue_after` of the previous answer for this period" }),
});

export const WebhookQuery = z.strictObject({
  ...listQuery,
  owner_id: NamedId.optional().meta({ description: "Only webhooks of this user; for admins" }),
  active: z
    .stringbool({ truthy: ["true"], falsy: ["false"] })
    .optional()
    .meta({ description: "Only active webhooks, or only inactive ones" }),
});

export const DeliveryQuery = z.strictObject({
  ...listQuery,
  status: several(DELIVERY_STATUSES, "Only deliveries with these statuses"),
  event: several(EVENT_KINDS, "Only deliveries of these events"),
});

export const DeliveryParams = idParams({ id: "The webhook", deliveryId: "The delivery" });

export const WebhookView = defineView("Webhook", {
  id: Id,
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  project_ids: z.array(Id).nullable().meta({ description: "null for all projects the owner sees" }),
  active: z.boolean(),
  disabled_reason: z.enum(DISABLED_REASONS).nullable(),
  owner_id: Id,
  owner: PersonOf("owner_id"),
  credential: z
    .object({
      kind: z.enum(["person", "api_key", "oauth_client"]),
      id: Id.nullable(),
      scopes: z.array(z.string()).nullable(),
    })
    .meta({
      description:
        "The credential the webhook was created with: it receives only what that credential may read, and ends with it",
    }),
  failing_since: Timestamp.nullable(),
  blocked_until: Timestamp.nullable().meta({
    description: "Deliveries are paused until then, after repeated failures",
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** The only responses that contain the secret: those to creating and rotating. */
export const WebhookWithSecretView = WebhookView.extend({ secret: z.string() }).register(schemaNames, {
  id: "WebhookWithSecret",
});

export const WebhookList = PageOf("webhooks", WebhookView, "WebhookList");

export const DeliveryView = defineView("WebhookDelivery", {
  id: Id,
  event_id: Id.meta({ description: "The webhook-id header of every attempt" }),
  event: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  next_attempt_at: Timestamp.nullable(),
  created_at: Timestamp,
  delivered_at: Timestamp.nullable(),
});

export const DeliveryList = PageOf("deliveries", DeliveryView, "WebhookDeliveryList");

const AttemptView = defineView("DeliveryAttempt", {
  number: z.int(),
  at: Timestamp,
  status_code: z.int().nullable().meta({ description: "null when there was no answer" }),
  latency_ms: z.int(),
  error: z.string().nullable(),
  answer: z.string().nullable().meta({
    description: "The start of the answer; null for private networks",
  }),
});

export const AttemptList = PageOf("attempts", AttemptView, "DeliveryAttemptList");

export const DeliveryDetail = DeliveryView.extend({
  attempt_log: z.array(AttemptView).meta({ description: "The latest 100, oldest first" }),
  attempt_count: z.int().meta({
    description:
      "Of all attempts, which `/attempts` lists; `attempts` begins again when the delivery is recovered",
  }),
}).register(schemaNames, { id: "WebhookDeliveryDetail" });

export const RecoverView = defineView("Recovery", {
  deliveries: z.int(),
  continue_after: Id.nullable().meta({
    description: "The last event read: repeat the request with this `after`; null at the end of the period",
  }),
});

function presentCredential({ apiKeyId, oauthClientId, scopes }: Row<Webhook>) {
  const kind = apiKeyId ? "api_key" : oauthClientId ? "oauth_client" : "person";
  return { kind, id: apiKeyId ?? oauthClientId ?? null, scopes: scopes ?? null } as const;
}

export const presentWebhook = (webhook: Row<Webhook>): z.infer<typeof WebhookView> => ({
  id: webhook.id,
  url: webhook.url,
  description: webhook.description,
  events: webhook.events,
  project_ids: webhook.projectIds ?? null,
  active: webhook.active,
  disabled_reason: (webhook.disabledReason ?? null) as DisabledReason | null,
  owner_id: webhook.owner.id,
  credential: presentCredential(webhook),
  failing_since: iso(webhook.failingSince),
  blocked_until: iso(webhook.blockedUntil),
  created_at: webhook.createdAt.toISOString(),
  updated_at: webhook.updatedAt.toISOString(),
});

export const presentDelivery = (delivery: Row<WebhookDelivery>): z.infer<typeof DeliveryView> => ({
  id: delivery.id,
  event_id: delivery.event.id,
  event: delivery.kind,
  status: delivery.status,
  attempts: delivery.attempts,
  next_attempt_at: iso(delivery.nextAttemptAt),
  created_at: delivery.createdAt.toISOString(),
  delivered_at: iso(delivery.deliveredAt),
});

export const presentAttempt = (attempt: Row<WebhookAttempt>): z.infer<typeof AttemptView> => ({
  number: attempt.number,
  at: attempt.at.toISOString(),
  status_code: attempt.statusCode ?? null,
  latency_ms: attempt.latencyMs,
  error: attempt.error ?? null,
  answer: attempt.answer ?? null,
});

export const presentDeliveryDetail = ({
  delivery,
  attempts,
  attemptCount,
}: DeliveryWithAttempts): z.infer<typeof DeliveryDetail> => ({
  ...presentDelivery(delivery),
  attempt_log: attempts.map(presentAttempt),
  attempt_count: attemptCount,
});
