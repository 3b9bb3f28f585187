import { readSearch } from "../../read-search.ts";

/** The filters of the list, and the webhook open in the panel: an id, or `new`. */
export const readWebhooksSearch = readSearch({ q: "text", webhook: "text", page: "number" });

/** The filters of the deliveries, and the delivery open in the panel. */
export const readDeliveriesSearch = readSearch({ status: "text", delivery: "text", page: "number" });
