import { SearchAttributeType, TypedSearchAttributes, defineSearchAttributeKey } from "@temporalio/common";

const WEBHOOK = defineSearchAttributeKey("WebhookId", SearchAttributeType.KEYWORD);
const KIND = defineSearchAttributeKey("EventKind", SearchAttributeType.KEYWORD);
export const ATTEMPT = defineSearchAttributeKey("DeliveryAttempt", SearchAttributeType.INT);

/**
 * Search attributes of a delivery for operators: its endpoint, its event and the number of the next attempt.
 */
export const deliveryAttributes = (delivery: {
  webhookId: string;
  kind: string;
  attempt: number;
}): TypedSearchAttributes =>
  new TypedSearchAttributes([
    { key: WEBHOOK, value: delivery.webhookId },
    { key: KIND, value: delivery.kind },
    { key: ATTEMPT, value: delivery.attempt },
  ]);
