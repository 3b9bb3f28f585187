import { createOutbound, OutboundError, type Outbound } from "../../platform/http/outbound.ts";

const ANSWER_MAX_BYTES = 16 * 1024;
const USER_AGENT = "compliance-webhooks/1.0";

export interface WebhookMessage {
  url: string;
  /** The same over all tries. */
  id: string;
  /** Of this try, in seconds. */
  timestamp: number;
  /** `v1,` entries, one for each secret that counts. */
  signatures: readonly string[];
  body: string;
}

/** What a receiver answered, or why it did not. The text is the receiver's own, cut short. */
export type WebhookAnswer =
  | { status: number; retryAfter: string | null; text: string }
  | { status: null; error: string };

/** The way to addresses that customers typed in: never to our own networks, and never by redirect. */
export const createWebhookWay = (options: { allowedCidrs: readonly string[]; timeoutMs: number }): Outbound =>
  createOutbound({
    mayReach: options.allowedCidrs,
    plainHttpTo: options.allowedCidrs,
    timeoutMs: options.timeoutMs,
    maxBytes: ANSWER_MAX_BYTES,
    longer: "is cut",
  });

/** One try by Standard Webhooks 1.0. Every failure of the receiver is an answer, not an exception. */
export async function sendWebhook(
  outbound: Pick<Outbound, "fetch">,
  { url, id, timestamp, signatures, body }: WebhookMessage,
  keep: number,
): Promise<WebhookAnswer> {
  try {
    const response = await outbound.fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": USER_AGENT,
        "webhook-id": id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": signatures.join(" "),
      },
      body,
    });
    const text = (await response.text()).slice(0, keep);
    return { status: response.status, retryAfter: response.headers.get("retry-after"), text };
  } catch (error) {
    if (error instanceof OutboundError) return { status: null, error: error.problem };
    throw error;
  }
}
