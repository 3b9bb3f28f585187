import { z } from "zod";
import { redeliver, testWebhook } from "../../domain/webhooks/delivery.commands.ts";
import { recoverDeliveries } from "../../domain/webhooks/recover-deliveries.ts";
import {
  readDeliveryRow,
  listAttempts,
  listDeliveries,
  loadWebhook,
  readDelivery,
  deliveryListing,
} from "../../domain/webhooks/webhook.queries.ts";
import { may } from "../access.ts";
import { IdParams, listInput, listQuery } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  AttemptList,
  DeliveryDetail,
  DeliveryList,
  DeliveryParams,
  DeliveryQuery,
  DeliveryView,
  RecoverBody,
  RecoverView,
  presentAttempt,
  presentDelivery,
  presentDeliveryDetail,
} from "./webhooks.contract.ts";
import { WEBHOOKS } from "./webhooks.routes.ts";

const loadById = (ctx: RouteContext, { params }: { params: { id: string } }) => loadWebhook(ctx, params.id);
const OFF = { 409: "The webhook is not active" };

const list = defineRoute({
  method: "get",
  path: `${WEBHOOKS}/:id/deliveries`,
  summary: "List a webhook's deliveries, newest first",
  access: may("webhook.read"),
  params: IdParams,
  query: DeliveryQuery,
  listing: deliveryListing,
  output: DeliveryList,
  load: loadById,
  act: (ctx, { query }, webhook) => {
    const { status, event: kind } = query;
    return listDeliveries(ctx, webhook, { ...listInput(query), status, kind });
  },
  present: ({ items, pagination }) => ({ deliveries: items.map(presentDelivery), pagination }),
});

const read = defineRoute({
  method: "get",
  path: `${WEBHOOKS}/:id/deliveries/:deliveryId`,
  summary: "Get a delivery with its latest attempts: status, duration in milliseconds, start of the answer",
  access: may("webhook.read"),
  params: DeliveryParams,
  output: DeliveryDetail,
  load: loadById,
  act: (ctx, { params }, webhook) => readDelivery(ctx, webhook, params.deliveryId),
  present: presentDeliveryDetail,
});

const attempts = defineRoute({
  method: "get",
  path: `${WEBHOOKS}/:id/deliveries/:deliveryId/attempts`,
  summary: "List the attempts of a delivery, newest first",
  access: may("webhook.read"),
  params: DeliveryParams,
  query: z.strictObject({ page: listQuery.page, limit: listQuery.limit }),
  output: AttemptList,
  load: loadById,
  act: async (ctx, { params, query }, webhook) =>
    listAttempts(ctx, await readDeliveryRow(ctx, webhook, params.deliveryId), listInput(query)),
  present: ({ items, pagination }) => ({ attempts: items.map(presentAttempt), pagination }),
});

const test = defineRoute({
  method: "post",
  path: `${WEBHOOKS}/:id/test`,
  summary: "Send a test event to this webhook; read the delivery to see the result",
  access: may("webhook.deliver"),
  params: IdParams,
  status: 202,
  answers: OFF,
  output: DeliveryView,
  load: loadById,
  act: (ctx, _input, webhook) => testWebhook(ctx, webhook),
  present: presentDelivery,
});

const again = defineRoute({
  method: "post",
  path: `${WEBHOOKS}/:id/deliveries/:deliveryId/redeliver`,
  summary: "Redeliver now, whatever the delivery's state",
  access: may("webhook.deliver"),
  params: DeliveryParams,
  status: 202,
  answers: OFF,
  output: DeliveryDetail,
  load: loadById,
  act: async (ctx, { params }, webhook) => {
    const { deliveryId } = params;
    await readDeliveryRow(ctx, webhook, deliveryId);
    await redeliver(ctx, { webhook, deliveryId });
    return readDelivery(ctx, webhook, deliveryId);
  },
  present: presentDeliveryDetail,
});

const recover = defineRoute({
  method: "post",
  path: `${WEBHOOKS}/:id/recover`,
  summary: "Resend events that were dead-lettered or missed in a period, up to 10,000 a request",
  access: may("webhook.deliver"),
  params: IdParams,
  body: RecoverBody,
  status: 202,
  answers: OFF,
  output: RecoverView,
  load: loadById,
  act: (ctx, { body }, webhook) => recoverDeliveries(ctx, { webhook, ...body }),
  present: ({ deliveries, continueAfter }) => ({ deliveries, continue_after: continueAfter }),
});

export const createDeliveryRoutes = (): Route[] => [list, read, attempts, test, again, recover];
