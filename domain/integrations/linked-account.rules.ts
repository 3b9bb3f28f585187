export const LINK_PATH = "/link";
export const LINK_MINUTES = 15;

/** Chat channels in which users can act. */
export const CHAT_KINDS = ["slack", "whatsapp"] as const;
export type ChatKind = (typeof CHAT_KINDS)[number];

export const CHAT_NAMES: Readonly<Record<ChatKind, string>> = { slack: "Slack", whatsapp: "WhatsApp" };
