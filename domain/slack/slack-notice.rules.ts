import type { NoticeTopic } from "../events/notice.rules.ts";
import type { IntegrationProblem } from "../integrations/integration.rules.ts";

/** The channel of a topic, or the default one. */
export const channelFor = (
  settings: {
    default_channel: string;
    notification_channels?: Partial<Record<NoticeTopic, string | undefined>> | undefined;
  },
  topic: NoticeTopic,
): string => settings.notification_channels?.[topic] ?? settings.default_channel;

/** Problems that no setting fixes: if they last, all waiting notices would be outdated afterwards. */
const OUT_OF_REACH = new Set<IntegrationProblem>(["unreachable", "unexpected_answer"]);
const LONG_MS = 2 * 3_600_000;
/** Every notice is retried for at least this long. */
const LEAST_MS = 15 * 60_000;

/** Whether a notice is dropped, because Slack has been out of reach for long. */
export const isOutOfReach = (
  { problem, failingSince }: { problem: IntegrationProblem; failingSince: Date | null },
  { noticeOf, now }: { noticeOf: Date; now: Date },
): boolean =>
  OUT_OF_REACH.has(problem) &&
  failingSince !== null &&
  now.getTime() - failingSince.getTime() > LONG_MS &&
  now.getTime() - noticeOf.getTime() >= LEAST_MS;

/** One for each event, so that a repeated start has no effect. */
export const noticeWorkflowId = (eventId: string): string => `slack-${eventId}`;
