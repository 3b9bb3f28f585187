import { noticeOf, type NoticeTopic } from "../notifications/notice.rules.ts";

/** The topic of an event; null if Slack is not notified of it. */
export function topicOf(event: {
  kind: string;
  data: Readonly<Record<string, unknown>>;
}): NoticeTopic | null {
  const notice = noticeOf(event);
  return notice?.inChannels === true ? notice.topic : null;
}

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
