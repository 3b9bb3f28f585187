import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf, dataWithTag } from "../../http/client.ts";
import { pollWhile } from "../../http/poll-while.ts";
import type { paths } from "../../http/schema.d.ts";

export type Webhook = AnswerOf<"/webhooks">["webhooks"][number];
export type Delivery = AnswerOf<"/webhooks/{id}/deliveries">["deliveries"][number];
export type DeliveryDetail = AnswerOf<"/webhooks/{id}/deliveries/{deliveryId}">;
type ListInput = NonNullable<paths["/webhooks"]["get"]["parameters"]["query"]>;
type DeliveriesInput = NonNullable<paths["/webhooks/{id}/deliveries"]["get"]["parameters"]["query"]>;

/** Polling interval while a delivery is pending. */
const WATCH_MS = 2_000;

const isInProgress = ({ status }: Pick<Delivery, "status">): boolean =>
  status === "pending" || status === "sending" || status === "retrying";

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
    refetchInterval: pollWhile(
      ({ deliveries }: AnswerOf<"/webhooks/{id}/deliveries">) => deliveries.some(isInProgress),
      WATCH_MS,
    ),
  });

export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ["webhooks", "delivery", id, deliveryId],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/webhooks/{id}/deliveries/{deliveryId}", { params: { path: { id, deliveryId } }, signal }),
      ),
    refetchInterval: pollWhile(isInProgress, WATCH_MS),
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
