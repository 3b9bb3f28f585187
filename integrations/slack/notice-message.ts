import type { NoticeTopic } from "../../domain/notifications/notice.rules.ts";
import { mrkdwn } from "./mrkdwn.ts";
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
}

/** The value of the event at a path such as `finding.title`, in words. */
type Say = (path: string) => string;

const sayOf =
  (data: Fields): Say =>
  (path) => {
    const found = path.split(".").reduce<unknown>((part, name) => (part as Fields | undefined)?.[name], data);
    return typeof found === "string" || typeof found === "number" ? String(found) : "";
  };

const words = (text: string): string => text.replaceAll("_", " ");
const day = (moment: string): string => moment.slice(0, 10);

/** The event as a sentence of plain text. */
const SENTENCES: Readonly<Record<string, (say: Say) => string>> = {
  "finding.created": (say) => `${say("finding.severity")} finding: ${say("finding.title")}`,
  "risk.level_changed": (say) => `The risk went from ${say("from")} to ${say("to")}`,
  "evidence.quarantined": (say) => `Malware in ${say("evidence.file_name")}: ${say("evidence.reason")}`,
  "integration.failing": (say) =>
    `The integration ${say("integration.kind")} keeps failing: ${say("detail")}`,
  "webhook.disabled": (say) => `The webhook to ${say("webhook.url")} was turned off: ${say("reason")}`,
  "report.completed": (say) => `Report ready: ${say("report.file_name")}`,
  "report.failed": (say) =>
    `A report (${words(say("report.kind"))}) could not be built: ${say("report.reason")}`,
  "evidence.expiring": (say) => `Evidence expires in ${say("days_left")} days: ${say("evidence.title")}`,
  "evidence.expired": (say) => `Evidence expired: ${say("evidence.title")}`,
  "project.created": (say) => `New project: ${say("project.name")}`,
  "project.status_changed": (say) => `The project went from ${words(say("from"))} to ${words(say("to"))}`,
  "milestone.due": (say) =>
    `Milestone due in ${say("days_left")} days, on ${day(say("milestone.due_date"))}: ${say("milestone.name")}`,
  "milestone.missed": (say) => `Milestone missed: ${say("milestone.name")}`,
};

/** An event as a message; every word of it may come from users. */
export function noticeMessage({ kind, topic, data, projectName, occurredAt }: SlackNotice): SlackMessage {
  const sentence = mrkdwn(SENTENCES[kind]?.(sayOf(data)) ?? kind, 2_500);
  const when = `${occurredAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const where = projectName === null ? "" : `${mrkdwn(projectName, 300)}, `;
  const mark = topic === "critical" ? ":rotating_light: " : "";
  return { text: sentence, blocks: [section(`${mark}*${sentence}*`), remark(`${where}${when}`)] };
}
