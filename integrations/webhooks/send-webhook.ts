import {
  createOutbound,
  OutboundError,
  type Outbound,
  type OutboundOptions,
} from "../../platform/http/outbound.ts";

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

/** What a receiver answered, or why it did not. The text is the receiver's own, cut short; null where it is nobody's to read. */
export type WebhookAnswer =
  | { status: number; retryAfter: string | null; text: string | null }
  | { status: null; error: string };

/** The way to addresses that customers typed in: never to our own servers, and never by redirect. */
export interface WebhookWay extends Pick<Outbound, "check" | "close"> {
  /** `isInside`: the receiver is in a network that only the options let it reach, and what it says belongs to nobody else. */
  send(url: string, init: RequestInit): Promise<{ response: Response; isInside: boolean }>;
}

interface WayOptions extends Pick<OutboundOptions, "timeoutMs" | "never" | "nameServers"> {
  allowedCidrs: readonly string[];
}

export function createWebhookWay({ allowedCidrs, ...options }: WayOptions): WebhookWay {
  const limits = { ...options, maxBytes: ANSWER_MAX_BYTES, longer: "is cut" } as const;
  const outside = createOutbound({ ...limits, mayReach: [], plainHttpTo: [] });
  const inside = createOutbound({ ...limits, mayReach: allowedCidrs, plainHttpTo: allowedCidrs });
  return {
    async send(url, init) {
      try {
        return { response: await outside.fetch(url, init), isInside: false };
      } catch (error) {
        if (!(error instanceof OutboundError && error.isRefusal)) throw error;
        return { response: await inside.fetch(url, init), isInside: true };
      }
    },
    check: inside.check,
    close: async () => void (await Promise.all([outside.close(), inside.close()])),
  };
}

/** One try by Standard Webhooks 1.0. Every failure of the receiver is an answer, not an exception. */
export async function sendWebhook(
  way: Pick<WebhookWay, "send">,
  { url, id, timestamp, signatures, body }: WebhookMessage,
  keep: number,
): Promise<WebhookAnswer> {
  try {
    const { response, isInside } = await way.send(url, {
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
    const text = isInside ? null : (await response.text()).slice(0, keep);
    return { status: response.status, retryAfter: response.headers.get("retry-after"), text };
  } catch (error) {
    if (error instanceof OutboundError) return { status: null, error: error.problem };
    throw error;
  }
}
