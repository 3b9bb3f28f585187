import { readSearch } from "../../read-search.ts";

/** Which webhooks are shown, and which of them in the panel: an id, or `new`. */
export const readWebhooksSearch = readSearch({ q: "text", webhook: "text", page: "number" });

/** Which deliveries are shown, and which of them in the panel. */
export const readDeliveriesSearch = readSearch({ status: "text", delivery: "text", page: "number" });
