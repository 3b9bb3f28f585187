import { isIP } from "node:net";
import { bareHost } from "../../platform/http/bare-host.ts";
import { OutboundError } from "../../platform/http/outbound-error.ts";
import { createOutbound, type Outbound, type OutboundOptions } from "../../platform/http/outbound.ts";
import type { PostResponse } from "../../platform/http/post-by.ts";
import { isPublicAddress } from "../../platform/http/public-address.ts";

const ANSWER_MAX_BYTES = 16 * 1024;
const USER_AGENT = "compliance-webhooks/1.0";

export interface WebhookMessage {
  url: string;
  /** The same for all attempts. */
  id: string;
  /** Of this attempt, in seconds. */
  timestamp: number;
  /** `v1,` entries, one for each valid secret. */
  signatures: readonly string[];
  body: string;
}

/**
 * The receiver's response, or why there was none. The text is the receiver's own, truncated; null if no one
 * may read it.
 */
export type WebhookAnswer =
  | { status: number; retryAfter: string | null; text: string | null }
  | { status: null; error: string };

/**
 * The outbound client for addresses that customers entered: never to our own servers, and without redirects.
 */
export interface WebhookClient extends Pick<Outbound, "check" | "close"> {
  /**
   * `isInside`: the receiver is in a network that only the options allow, so its response must not be shown.
   */
  send(url: string, message: Message): Promise<{ answer: PostResponse; isInside: boolean }>;
}

type Message = Parameters<Outbound["post"]>[1];

interface WebhookClientOptions extends Pick<OutboundOptions, "timeoutMs" | "never" | "nameServers"> {
  allowedCidrs: readonly string[];
}

/** A literal address outside the public internet, which needs no look-up. */
function isInsideByItself(url: string): boolean {
  const host = bareHost(new URL(url));
  return isIP(host) !== 0 && !isPublicAddress(host);
}

/** The response text, if it is not compressed, as requested. */
const textOf = ({ headers, bytes }: PostResponse): string | null =>
  headers["content-encoding"] === undefined ? new TextDecoder().decode(bytes) : null;

export function createWebhookClient({ allowedCidrs, ...options }: WebhookClientOptions): WebhookClient {
  const limits = { ...options, maxBytes: ANSWER_MAX_BYTES, longer: "is cut" } as const;
  const outside = createOutbound({ ...limits, mayReach: [], plainHttpTo: [] });
  const inside = createOutbound({ ...limits, mayReach: allowedCidrs, plainHttpTo: allowedCidrs });
  return {
    async send(url, message) {
      try {
        if (!isInsideByItself(url)) return { answer: await outside.post(url, message), isInside: false };
      } catch (error) {
        if (!(error instanceof OutboundError && error.isRefusal)) throw error;
      }
      return { answer: await inside.post(url, message), isInside: true };
    },
    check: inside.check,
    close: async () => void (await Promise.all([outside.close(), inside.close()])),
  };
}

/** One attempt as in Standard Webhooks 1.0. Every failure of the receiver is a result, not an exception. */
export async function sendWebhook(
  client: Pick<WebhookClient, "send">,
  { url, id, timestamp, signatures, body }: WebhookMessage,
  keep: number,
): Promise<WebhookAnswer> {
  try {
    const { answer, isInside } = await client.send(url, {
      headers: {
        "accept-encoding": "identity",
        "content-type": "application/json",
        "user-agent": USER_AGENT,
        "webhook-id": id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": signatures.join(" "),
      },
      body,
    });
    const text = isInside ? null : (textOf(answer)?.slice(0, keep) ?? null);
    const retryAfter = [answer.headers["retry-after"] ?? null].flat()[0] ?? null;
    return { status: answer.status, retryAfter, text };
  } catch (error) {
    if (error instanceof OutboundError) return { status: null, error: error.problem };
    throw error;
  }
}
