import type { EventKind } from "../events/event-catalogue.ts";

/** What Slack is told goes to one of these; each may have a channel of its own. */
export type NoticeTopic = "critical" | "reports" | "general";

type Data = Readonly<Record<string, unknown>>;
type Topic = NoticeTopic | ((data: Data) => NoticeTopic | null);

const part = (data: Data, name: string): Data => (data[name] ?? {}) as Data;

/** What Slack is told of; everything else is for webhooks and lists. */
const TOPICS: Partial<Record<EventKind, Topic>> = {
  "finding.created": (data) =>
    ["Critical", "High"].includes(String(part(data, "finding")["severity"])) ? "critical" : null,
  "risk.level_changed": (data) => (data["to"] === "High" ? "critical" : null),
  "evidence.quarantined": "critical",
  // Slack cannot be told that Slack fails.
  "integration.failing": (data) => (part(data, "integration")["kind"] === "slack" ? null : "critical"),
  "webhook.disabled": "critical",
  "report.completed": "reports",
  "report.failed": "reports",
  "evidence.uploaded": "general",
  "evidence.expiring": "general",
  "evidence.expired": "general",
  "project.created": "general",
  "project.status_changed": "general",
  "milestone.due": "general",
  "milestone.missed": "general",
};

export const NOTICED_KINDS: readonly string[] = Object.keys(TOPICS);

/** Which topic an event belongs to; null when Slack is not told of it. */
export function topicOf({ kind, data }: { kind: string; data: Data }): NoticeTopic | null {
  const topic = Object.hasOwn(TOPICS, kind) ? TOPICS[kind as EventKind] : undefined;
  return (typeof topic === "function" ? topic(data) : topic) ?? null;
}

/** The channel of a topic, or the default one. */
export const channelFor = (
  settings: {
    default_channel: string;
    notification_channels?: Partial<Record<NoticeTopic, string | undefined>> | undefined;
  },
  topic: NoticeTopic,
): string => settings.notification_channels?.[topic] ?? settings.default_channel;

/** One for each event, so that telling Slack twice of one starts once. */
export const noticeWorkflowId = (eventId: string): string => `slack-${eventId}`;
