import type { EventKind } from "../events/event-catalogue.ts";

/** The topic of a notice: each may have a channel in Slack. */
export const NOTICE_TOPICS = ["critical", "reports", "general"] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

/**
 * Who is notified. `people`: those of the project and their managers. `reviewers`: those among them who
 * review evidence. `discussion`: the assignee of a finding and the user who raised it. `owner`: the user whom
 * the event concerns.
 */
export type Audience =
  | "people"
  | "reviewers"
  | "admins"
  | "owner"
  | "uploader"
  | "requester"
  | "assignee"
  | "discussion"
  | "member";

export interface Notice {
  topic: NoticeTopic;
  to: Audience;
  /** Whether Slack's channels are notified as well. */
  inChannels: boolean;
}

type Data = Readonly<Record<string, unknown>>;
type NoticeOf = Notice | ((data: Data) => Notice | null);

const part = (data: Data, name: string): Data => (data[name] ?? {}) as Data;
const inChannels = (topic: NoticeTopic, to: Audience): Notice => ({ topic, to, inChannels: true });
const personal = (to: Audience, topic: NoticeTopic = "general"): Notice => ({
  topic,
  to,
  inChannels: false,
});

/** The only table of the users notified of each event; all other events are for webhooks and lists. */
const NOTICES: Partial<Record<EventKind, NoticeOf>> = {
  "finding.created": (data) =>
    ["Critical", "High"].includes(String(part(data, "finding")["severity"]))
      ? inChannels("critical", "people")
      : personal("assignee"),
  "finding.updated": ({ changed }) =>
    Array.isArray(changed) && changed.includes("assigned_to") ? personal("assignee") : null,
  "finding.commented": personal("discussion"),
  "risk.level_changed": ({ to }) => (to === "High" ? inChannels("critical", "people") : null),
  "evidence.quarantined": inChannels("critical", "people"),
  // Slack cannot report its own failure.
  "integration.failing": (data) =>
    part(data, "integration")["kind"] === "slack"
      ? personal("admins", "critical")
      : inChannels("critical", "admins"),
  "webhook.disabled": inChannels("critical", "owner"),
  "api_key.rotation_due": personal("owner"),
  "report.completed": inChannels("reports", "requester"),
  "report.failed": inChannels("reports", "requester"),
  "evidence.uploaded": inChannels("general", "reviewers"),
  "evidence.failed": personal("uploader"),
  "evidence.approved": personal("uploader"),
  "evidence.rejected": personal("uploader"),
  "evidence.expiring": inChannels("general", "people"),
  "evidence.expired": inChannels("general", "people"),
  "project.created": inChannels("general", "people"),
  "project.status_changed": inChannels("general", "people"),
  "project.member_added": personal("member"),
  "milestone.due": inChannels("general", "people"),
  "milestone.missed": inChannels("general", "people"),
};

export const NOTICED_KINDS = Object.keys(NOTICES) as EventKind[];

/** The users who are notified of an event; null if no one is. */
export function noticeOf({ kind, data }: { kind: string; data: Data }): Notice | null {
  const notice = Object.hasOwn(NOTICES, kind) ? NOTICES[kind as EventKind] : undefined;
  return (typeof notice === "function" ? notice(data) : notice) ?? null;
}

/** Notifications are listed for this long. */
export const NOTIFICATIONS_KEPT_DAYS = 90;
