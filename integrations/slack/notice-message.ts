import type { NoticeTopic } from "../../domain/events/notice.rules.ts";
import { mrkdwnLine } from "./mrkdwn-line.ts";
import { remark, section, type SlackMessage } from "./slack-message.ts";

type Fields = Readonly<Record<string, unknown>>;

/** One event to post. */
export interface SlackNotice {
  kind: string;
  topic: NoticeTopic;
  data: Fields;
  /** Null if the event belongs to no project. */
  projectName: string | null;
  occurredAt: Date;
  /** The address of what it is about; null if no page shows it. */
  page: string | null;
}

/** Returns the value of the event at a path such as `finding.title` as text; empty if there is none. */
type SentenceParts = (path: string) => string;

const partsOf =
  (data: Fields): SentenceParts =>
  (path) => {
    const found = path.split(".").reduce<unknown>((part, name) => (part as Fields | undefined)?.[name], data);
    return typeof found === "string" || typeof found === "number" ? String(found) : "";
  };

const words = (text: string): string => text.replaceAll("_", " ");
const day = (moment: string): string => moment.slice(0, 10);
const days = (count: string): string => `${count} ${count === "1" ? "day" : "days"}`;

/** The event as a sentence of plain text. */
const SENTENCES: Readonly<Record<string, (parts: SentenceParts) => string>> = {
  "finding.created": (parts) => `${parts("finding.severity")} finding: ${parts("finding.title")}`,
  "risk.level_changed": (parts) => `The risk changed from ${parts("from")} to ${parts("to")}`,
  "evidence.quarantined": (parts) => `Malware in ${parts("evidence.file_name")}: ${parts("evidence.reason")}`,
  "integration.failing": (parts) =>
    `The integration ${parts("integration.kind")} keeps failing: ${parts("detail")}`,
  "webhook.disabled": (parts) => `The webhook to ${parts("webhook.url")} was turned off: ${parts("reason")}`,
  "report.completed": (parts) => `Report ready: ${parts("report.file_name")}`,
  "report.failed": (parts) =>
    `A report (${words(parts("report.kind"))}) could not be built: ${parts("report.reason")}`,
  "evidence.expiring": (parts) =>
    `Evidence expires in ${days(parts("days_left"))}: ${parts("evidence.title")}`,
  "evidence.expired": (parts) => `Evidence expired: ${parts("evidence.title")}`,
  "project.created": (parts) => `New project: ${parts("project.name")}`,
  "project.status_changed": (parts) =>
    `The project's status changed from ${words(parts("from"))} to ${words(parts("to"))}`,
  "milestone.due": (parts) =>
    `Milestone due in ${days(parts("days_left"))}, on ${day(parts("milestone.due_date"))}: ${parts("milestone.name")}`,
  "control.due": (parts) =>
    `Control due in ${days(parts("days_left"))}, on ${day(parts("control.due_date"))}: ${parts("control.number")} ${parts("control.title")}`,
  "control.overdue": (parts) => `Control overdue: ${parts("control.number")} ${parts("control.title")}`,
  "milestone.missed": (parts) => `Milestone missed: ${parts("milestone.name")}`,
};

/** To the minute: `2026-11-21 12:00 UTC`. */
const minuteOf = (time: Date): string => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** An event as a message; any word of it may come from users. */
export function noticeMessage({
  kind,
  topic,
  data,
  projectName,
  occurredAt,
  page,
}: SlackNotice): SlackMessage {
  const sentence = mrkdwnLine(SENTENCES[kind]?.(partsOf(data)) ?? kind, 2_500);
  const when = minuteOf(occurredAt);
  const where = projectName === null ? "" : `${mrkdwnLine(projectName, 300)}, `;
  const mark = topic === "critical" ? ":rotating_light: " : "";
  const link = page === null ? "" : ` · <${page}|Open>`;
  return { text: sentence, blocks: [section(`${mark}*${sentence}*`), remark(`${where}${when}${link}`)] };
}
