import { daysAfter } from "../days.rules.ts";

/** A file at the platform, downloadable by id for a limited time. */
export interface MediaRef {
  id: string;
  /** As declared by the platform, without parameters. */
  mimeType: string;
  /** Empty if there is none, as for photos. */
  fileName: string;
  caption: string;
}

/** The content of a message. */
export type InboundContent =
  | { type: "text"; text: string }
  | { type: "media"; media: MediaRef }
  | { type: "button"; button: string }
  /** Unsupported content: a voice message, a location. */
  | { type: "other" };

/** The open question of a conversation: the reason for a rejection, or the control of a file. */
export type OpenQuestion = { type: "rejection"; evidenceId: string } | { type: "file"; media: MediaRef };

/** By then, the platform no longer repeats deliveries, and no one is waiting for a reply. */
export const KEPT_DAYS = 30;

/** Whether a message is so old that its row, which detects repetitions, may be gone: someone replays its delivery. */
export const isReplay = (sentAt: Date, now: Date): boolean => daysAfter(sentAt, KEPT_DAYS) <= now;

/** How long a question stays open. */
export const PENDING_MINUTES = 60;

/**
 * Free text is allowed this long after a person's message; later only templates (Meta's customer service
 * window).
 */
const WINDOW_HOURS = 24;

/** Whether free text is still allowed, with a minute to spare for delivery. */
export const isInWindow = (lastInbound: Date | null, now: Date): boolean =>
  lastInbound !== null && now.getTime() - lastInbound.getTime() < (WINDOW_HOURS * 60 - 1) * 60_000;

/**
 * The number of linking instructions per quarter of an hour for an unknown sender; after that there is no
 * reply.
 */
export const LINKS_IN_A_WHILE = 3;
export const LINK_WHILE_MINUTES = 15;

export const whatsappWorkflowId = (inboundId: string): string => `whatsapp-${inboundId}`;

/** The channel of notifications that a message is waiting. */
export const INBOUND_CHANNEL = "compliance_inbound";
