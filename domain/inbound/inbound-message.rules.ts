/** A file that lies with the platform, to be fetched by its id while the platform keeps it. */
export interface MediaRef {
  id: string;
  /** As the platform says, without parameters. */
  mimeType: string;
  /** Empty where people gave none, as for photos. */
  fileName: string;
  caption: string;
}

/** What somebody said. */
export type InboundContent =
  | { type: "text"; text: string }
  | { type: "media"; media: MediaRef }
  | { type: "button"; button: string }
  /** What we cannot work with: a voice message, a place. */
  | { type: "other" };

/** What the conversation waits for: the reason of a rejection, or the control that a file belongs to. */
export type Pending = { type: "rejection"; evidenceId: string } | { type: "file"; media: MediaRef };

/** What is waited for is forgotten after so long. */
export const PENDING_MINUTES = 60;

/** Free text may be sent so long after somebody wrote; later only templates (Meta's customer service window). */
export const WINDOW_HOURS = 24;

/** Whether free text may still be sent. A minute is left for the way. */
export const isInWindow = (lastInbound: Date | null, now: Date): boolean =>
  lastInbound !== null && now.getTime() - lastInbound.getTime() < (WINDOW_HOURS * 60 - 1) * 60_000;

/** Unlinked people are told how to link so often in a quarter of an hour; then they are left unanswered. */
export const LINKS_IN_A_WHILE = 3;
export const LINK_WHILE_MINUTES = 15;

export const whatsappWorkflowId = (inboundId: string): string => `whatsapp-${inboundId}`;

/** The channel on which the database says that a message waits. */
export const INBOUND_CHANNEL = "compliance_inbound";
