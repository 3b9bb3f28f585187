import type { NoticeTopic } from "../events/notice.rules.ts";

/** The channel of a topic, or the default one. */
export const channelFor = (
  settings: {
    default_channel: string;
    notification_channels?: Partial<Record<NoticeTopic, string | undefined>> | undefined;
  },
  topic: NoticeTopic,
): string => settings.notification_channels?.[topic] ?? settings.default_channel;

/** One for each event, so that a repeated start has no effect. */
export const noticeWorkflowId = (eventId: string): string => `slack-${eventId}`;
