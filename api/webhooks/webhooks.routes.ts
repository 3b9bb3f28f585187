import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookWithSecret,
} from "../../domain/webhooks/webhook.commands.ts";
import type { SecretBox } from "../../domain/secret-box.ts";
import {
  visibleWebhook,
  listWebhooks,
  loadWebhook,
  webhookListing,
} from "../../domain/webhooks/webhook.queries.ts";
import { invalid } from "../../platform/errors.ts";
import { OutboundError } from "../../platform/http/outbound-error.ts";
import type { Outbound } from "../../platform/http/outbound.ts";
import type { Actor } from "../../domain/actor.ts";
import type { FairSlots } from "../../platform/concurrency/fair-slots.ts";
import { reads, lists, may } from "../access.ts";
import { IdParams, listInput } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  CreateWebhookBody,
  RotateSecretBody,
  UpdateWebhookBody,
  WebhookList,
  WebhookQuery,
  WebhookView,
  WebhookWithSecretView,
  presentWebhook,
} from "./webhooks.contract.ts";

interface WebhookRouteDeps {
  secrets: SecretBox;
  /** The client that sends deliveries: addresses it would refuse are refused when saved, too. */
  webhookClient: Pick<Outbound, "check">;
  /** Concurrent name look-ups, shared fairly among users. */
  lookups: FairSlots;
  webhooksPerUser: number;
}

export const WEBHOOKS = "/api/v1/webhooks";

const loadById = (ctx: RouteContext, { params }: { params: { id: string } }) => loadWebhook(ctx, params.id);

const presentIssued = ({ webhook, secret }: WebhookWithSecret) => ({ ...presentWebhook(webhook), secret });

const checkUrl = ({ webhookClient, lookups }: WebhookRouteDeps, url: string, { id }: Actor): Promise<void> =>
  lookups.run(id, () => requireReachable(webhookClient, url));

async function requireReachable(client: WebhookRouteDeps["webhookClient"], url: string): Promise<void> {
  try {
    await client.check(url);
  } catch (error) {
    if (error instanceof OutboundError)
      throw invalid({ field: "url", error: error.problem, reason: "address_refused" });
    throw error;
  }
}

const create = (deps: WebhookRouteDeps): Route =>
  defineRoute({
    method: "post",
    path: WEBHOOKS,
    summary: "Create a webhook. Its secret is returned only once",
    access: may("webhook.create"),
    body: CreateWebhookBody,
    status: 201,
    answers: { 409: "The caller has reached the limit of webhooks" },
    output: WebhookWithSecretView,
    checkBefore: ({ body }, actor) => checkUrl(deps, body.url, actor),
    act: async (ctx, { body }) => {
      const { project_ids: projectIds, ...input } = body;
      const limits = { secrets: deps.secrets, atMost: deps.webhooksPerUser };
      return createWebhook(ctx, { ...input, projectIds }, limits);
    },
    present: presentIssued,
  });

const list = defineRoute({
  method: "get",
  path: WEBHOOKS,
  summary: "List webhooks, newest first: your own, or everyone's for admins",
  access: lists("webhook.read"),
  query: WebhookQuery,
  listing: webhookListing,
  output: WebhookList,
  act: (ctx, { query }) => {
    const { owner_id: ownerId, active } = query;
    return listWebhooks(ctx, { ...listInput(query), ownerId, active });
  },
  present: ({ items, pagination }) => ({ webhooks: items.map(presentWebhook), pagination }),
});

const read = defineRoute({
  method: "get",
  path: `${WEBHOOKS}/:id`,
  summary: "Get a webhook, without its secret",
  access: reads(visibleWebhook),
  params: IdParams,
  output: WebhookView,
  act: async (_ctx, _input, webhook) => webhook,
  present: presentWebhook,
});

const update = (deps: WebhookRouteDeps): Route =>
  defineRoute({
    method: "put",
    path: `${WEBHOOKS}/:id`,
    summary: "Update a webhook: its URL and events, or whether it is active",
    access: may("webhook.update"),
    params: IdParams,
    body: UpdateWebhookBody,
    output: WebhookView,
    // A webhook whose URL is kept can be turned off although its receiver is gone.
    checkBefore: async ({ params, body: { url } }, actor, query) => {
      if (url === undefined) return;
      const known = await query((ctx) => loadWebhook(ctx, params.id));
      if (url !== known.url) await checkUrl(deps, url, actor);
    },
    load: loadById,
    act: async (ctx, { body }, webhook) => {
      const { project_ids: projectIds, ...change } = body;
      return updateWebhook(ctx, { webhook, change: { ...change, projectIds } });
    },
    present: presentWebhook,
  });

const remove = defineRoute({
  method: "delete",
  path: `${WEBHOOKS}/:id`,
  summary: "Delete a webhook and its deliveries; pending deliveries are cancelled",
  access: may("webhook.delete"),
  params: IdParams,
  message: "The webhook was deleted",
  load: loadById,
  act: (ctx, _input, webhook) => deleteWebhook(ctx, webhook),
});

const rotate = ({ secrets }: WebhookRouteDeps): Route =>
  defineRoute({
    method: "post",
    path: `${WEBHOOKS}/:id/rotate-secret`,
    summary:
      "Rotate a webhook's secret. The old one also signs for overlap_hours (default 24), up to four old ones at a time",
    access: may("webhook.rotate_secret"),
    params: IdParams,
    body: RotateSecretBody,
    answers: { 409: "Four earlier secrets still sign" },
    output: WebhookWithSecretView,
    load: loadById,
    act: (ctx, { body }, webhook) => {
      const { secret, overlap_hours: overlapHours } = body;
      return rotateWebhookSecret(ctx, { webhook, secret, overlapHours }, secrets);
    },
    present: presentIssued,
  });

export const createWebhookRoutes = (deps: WebhookRouteDeps): Route[] => [
  create(deps),
  list,
  read,
  update(deps),
  remove,
  rotate(deps),
];
