interface SentEvent {
  id: string;
  kind: string;
  timestamp: string;
  data: unknown;
}

/** What a webhook receives: the payload of the API together with the field names of Standard Webhooks. */
export const webhookPayload = ({ id, kind, timestamp, data }: SentEvent) => ({
  id,
  type: kind,
  event: kind,
  timestamp,
  data,
});
