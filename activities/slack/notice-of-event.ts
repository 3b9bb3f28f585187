import type { EntityManager } from "@mikro-orm/postgresql";
import { Event } from "../../domain/events/event.entity.ts";
import { Evidence } from "../../domain/evidence/evidence.entity.ts";
import { evidencePage } from "../../domain/evidence/evidence-page.rules.ts";
import { noticeOf } from "../../domain/events/events-in-use.ts";
import type { NoticeTopic } from "../../domain/events/notice.rules.ts";
import { Project } from "../../domain/projects/project.entity.ts";
import { noticeMessage } from "../../integrations/slack/notice-message.ts";
import { pageOfEvent } from "../../integrations/slack/page-of-event.ts";
import { askForReview } from "../../integrations/slack/review-message.ts";
import type { SlackMessage } from "../../integrations/slack/slack-message.ts";

export interface NoticeOfEvent {
  topic: NoticeTopic;
  occurredAt: Date;
  message: SlackMessage;
}

/** The review to ask for, if the evidence is still pending; otherwise null. */
async function reviewOf(em: EntityManager, evidenceId: string, projectName: string, publicUrl: string) {
  const evidence = await em.findOne(Evidence, { id: evidenceId, status: "pending", deletedAt: null });
  if (evidence === null) return null;
  const { title, fileName } = evidence;
  const pageUrl = evidencePage(publicUrl, evidenceId);
  return askForReview({ evidenceId, title, fileName, projectName, pageUrl });
}

/** The notice for an event; null if there is nothing to post, or no longer. */
export async function noticeOfEvent(
  em: EntityManager,
  eventId: string,
  publicUrl: string,
): Promise<NoticeOfEvent | null> {
  const event = await em.findOne(Event, { id: eventId });
  const notice = event === null ? null : noticeOf(event);
  if (event === null || notice?.inChannels !== true) return null;
  const { topic } = notice;
  const { kind, data, occurredAt, subjectId } = event;
  const project = event.project ? await em.findOne(Project, { id: event.project.id }) : null;
  const projectName = project?.name ?? null;
  if (kind === "evidence.uploaded") {
    const message = await reviewOf(em, subjectId, projectName ?? "", publicUrl);
    return message === null ? null : { topic, occurredAt, message };
  }
  const page = pageOfEvent({ kind, subjectId, projectId: project?.id ?? null }, publicUrl);
  return { topic, occurredAt, message: noticeMessage({ kind, topic, data, projectName, occurredAt, page }) };
}
