import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { me, role, toAll, unconfined } from "../access/row-security.ts";
import { Event } from "../events/event.entity.ts";
import { User } from "../users/user.entity.ts";
import type { PreviousSecret } from "./previous-secrets.rules.ts";
import { DELIVERY_STATUSES, type DeliveryStatus, type DisabledReason } from "./webhook.rules.ts";

/** Visibility of webhooks, as in `webhook.read`: never with a key restricted to projects. */
const webhookPolicy = {
  name: "webhooks_of_caller",
  using: `${toAll} or (${unconfined} and (${role} = 'admin' or webhooks.owner_id = ${me}))`,
};

/**
 * The parts of a webhook are visible with the webhook: the webhook's own policy applies to the function
 * (migration `webhooks`).
 */
const ofVisibleWebhook = (table: string): { name: string; using: string } => ({
  name: `${table}_of_caller`,
  using: `${toAll} or ${table}.webhook_id in (select compliance_webhooks())`,
});

const WebhookSchema = defineEntity({
  name: "Webhook",
  tableName: "webhooks",
  policies: [webhookPolicy],
  indexes: [
    { properties: ["owner", "createdAt"] },
    { name: "webhooks_active", expression: "create index webhooks_active on webhooks (id) where active" },
    {
      name: "webhooks_credential",
      expression: "create index webhooks_credential on webhooks (id) where active and scopes is not null",
    },
  ],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    owner: () => p.manyToOne(User).deleteRule("cascade"),
    /**
     * The credential that created it (webhook-credential.ts). Not relations: the webhook ends with them, and
     * keeps the reason.
     */
    apiKeyId: p.uuid().nullable(),
    oauthClientId: p.uuid().nullable(),
    sessionId: p.uuid().nullable(),
    /** The credential's scopes at the creation; null for all of the owner's. */
    scopes: p.array<string>().nullable(),
    url: p.text(),
    description: p.text().default(""),
    /** Kinds, `evidence.*` or `*`. */
    events: p.array<string>(),
    /** null for all projects that the owner sees, and for events outside projects. */
    projectIds: p.array<string>().nullable(),
    active: p.boolean().default(true),
    /** Why the service turned it off. */
    disabledReason: p.string().nullable(),
    /** Encrypted; see webhook-secret.ts. */
    secret: p.text().hidden(),
    /** Encrypted, latest first. Each signs too until its end, so that receivers can change over. */
    previousSecrets: p.json().$type<PreviousSecret[]>().default([]).hidden(),
    /** Failed attempts since the last success. */
    failures: p.integer().default(0),
    failingSince: p.datetime().nullable(),
    /** The circuit breaker: nothing is sent before. */
    blockedUntil: p.datetime().nullable(),
    /** When the transaction of its creation began, by the same clock as `recordedAt` of events, and set like that. */
    subscribedAt: p.datetime().nullable().lazy(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/**
 * A subscription to events on behalf of its owner: it receives what the owner may see with the credential
 * that created it.
 */
export class Webhook extends WebhookSchema.class {
  /** Resets all failures. */
  recover(): void {
    this.failures = 0;
    this.failingSince = null;
    this.blockedUntil = null;
    this.disabledReason = null;
  }

  disable(reason: DisabledReason, at: Date): void {
    this.active = false;
    this.disabledReason = reason;
    this.updatedAt = at;
  }
}
WebhookSchema.setClass(Webhook);

const DeliverySchema = defineEntity({
  name: "WebhookDelivery",
  tableName: "webhook_deliveries",
  policies: [ofVisibleWebhook("webhook_deliveries")],
  uniques: [{ properties: ["webhook", "event"] }],
  indexes: [
    { properties: ["webhook", "id"] },
    {
      name: "webhook_deliveries_waiting",
      expression:
        "create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, id) where status in ('pending', 'sending')",
    },
    {
      name: "webhook_deliveries_in_hand",
      expression:
        "create index webhook_deliveries_in_hand on webhook_deliveries (webhook_id) where status = 'sending'",
    },
    {
      name: "webhook_deliveries_retrying",
      expression:
        "create index webhook_deliveries_retrying on webhook_deliveries (next_attempt_at) where status = 'retrying'",
    },
    { properties: ["createdAt"] },
  ],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    webhook: () => p.manyToOne(Webhook).deleteRule("cascade"),
    event: () => p.manyToOne(Event).deleteRule("cascade"),
    kind: p.string(),
    status: p.enum(DELIVERY_STATUSES).$type<DeliveryStatus>().default("pending"),
    attempts: p.integer().default(0),
    /** A redelivery was requested: it has its own workflow from then on. */
    requested: p.boolean().default(false),
    /** While a claim holds it; afterwards another may claim it. */
    leasedUntil: p.datetime().nullable(),
    nextAttemptAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    deliveredAt: p.datetime().nullable(),
  },
});

/** One event for one webhook. */
export class WebhookDelivery extends DeliverySchema.class {}
DeliverySchema.setClass(WebhookDelivery);

const AttemptSchema = defineEntity({
  name: "WebhookAttempt",
  tableName: "webhook_attempts",
  policies: [ofVisibleWebhook("webhook_attempts")],
  indexes: [{ properties: ["delivery", "at"] }, { properties: ["webhook"] }],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    delivery: () => p.manyToOne(WebhookDelivery).deleteRule("cascade"),
    webhook: () => p.manyToOne(Webhook).deleteRule("cascade"),
    number: p.integer(),
    at: p.datetime(),
    /** null without a response. */
    statusCode: p.integer().nullable(),
    latencyMs: p.integer(),
    error: p.text().nullable(),
    /** The beginning of the response. */
    answer: p.text().nullable(),
  },
});

/** One attempt to deliver, and its result. */
export class WebhookAttempt extends AttemptSchema.class {}
AttemptSchema.setClass(WebhookAttempt);
