import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf, dataWithTag } from "../../http/client.ts";
import { pollAfter } from "../../http/poll-after.ts";
import type { paths } from "../../http/schema.d.ts";
import { nextLook } from "./next-look.ts";

export type Webhook = AnswerOf<"/webhooks">["webhooks"][number];
export type Delivery = AnswerOf<"/webhooks/{id}/deliveries">["deliveries"][number];
export type DeliveryDetail = AnswerOf<"/webhooks/{id}/deliveries/{deliveryId}">;
type ListInput = NonNullable<paths["/webhooks"]["get"]["parameters"]["query"]>;
type DeliveriesInput = NonNullable<paths["/webhooks/{id}/deliveries"]["get"]["parameters"]["query"]>;

export const webhookListQuery = (query: ListInput) =>
  queryOptions({
    queryKey: ["webhooks", "list", query],
    queryFn: ({ signal }) => dataOf(api.GET("/webhooks", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ["webhooks", "one", id],
    queryFn: ({ signal }) => dataWithTag(api.GET("/webhooks/{id}", { params: { path: { id } }, signal })),
  });

export const deliveriesQuery = (id: string, query: DeliveriesInput) =>
  queryOptions({
    queryKey: ["webhooks", "deliveries", id, query],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/webhooks/{id}/deliveries", { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: pollAfter<AnswerOf<"/webhooks/{id}/deliveries">>((data) =>
      nextLook(data?.deliveries ?? []),
    ),
  });

export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ["webhooks", "delivery", id, deliveryId],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/webhooks/{id}/deliveries/{deliveryId}", { params: { path: { id, deliveryId } }, signal }),
      ),
    refetchInterval: pollAfter<DeliveryDetail>((data) => nextLook(data === undefined ? [] : [data])),
  });

/** The attempts before the latest, which come with the delivery. */
export const olderAttempts = (id: string, deliveryId: string) => ({
  queryKey: ["webhooks", "delivery", id, deliveryId, "attempts"],
  load: (page: number, signal: AbortSignal) => {
    const params = { path: { id, deliveryId }, query: { page, limit: 100 } };
    return dataOf(api.GET("/webhooks/{id}/deliveries/{deliveryId}/attempts", { params, signal }));
  },
});

/** All event types. */
export const catalogueQuery = queryOptions({
  queryKey: ["event-catalogue"],
  queryFn: ({ signal }) => dataOf(api.GET("/events/catalogue", { signal })),
  staleTime: "static",
});

/** The delivered event, as far as the caller may read it. */
export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ["events", "one", id],
    queryFn: ({ signal }) => dataOf(api.GET("/events/{id}", { params: { path: { id } }, signal })),
    retry: false,
  });
