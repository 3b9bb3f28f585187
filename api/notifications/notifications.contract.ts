import { z } from "zod";
import { NOTICE_TOPICS } from "../../domain/events/notice.rules.ts";
import type { NotificationWithEvent } from "../../domain/notifications/notification.queries.ts";
import { defineBody, defineView } from "../define-schemas.ts";
import { Flag, Id, PageOf, Timestamp, iso, listInput, listQuery, several } from "../common.contract.ts";
import { PersonOf } from "../people.contract.ts";

export const NotificationQuery = z.strictObject({
  ...listQuery,
  unread: Flag.optional().meta({ description: "Only unread notifications, or only read ones" }),
  topic: several(NOTICE_TOPICS, "Only notifications about these topics"),
});

export const NotificationView = defineView("Notification", {
  id: Id,
  event: z.string(),
  topic: z.enum(NOTICE_TOPICS),
  project_id: Id.nullable(),
  project_name: z.string().nullable(),
  subject_id: Id.nullable().meta({ description: "The subject of the event, such as the evidence" }),
  actor_id: Id.nullable().meta({ description: "Who did it; null for the service" }),
  actor: PersonOf("actor_id", ({ project_id: projectId }) => projectId !== null),
  data: z.record(z.string(), z.unknown()).meta({ description: "As in the event" }),
  created_at: Timestamp,
  read_at: Timestamp.nullable().meta({ description: "null while it is unread" }),
});

export const NotificationList = PageOf("notifications", NotificationView, "NotificationList");

export const UnreadCount = defineView("UnreadCount", { unread: z.int() });

export const MarkReadBody = defineBody("MarkReadBody", {
  up_to: Id.optional().meta({ description: "Only this notification and older ones; all by default" }),
});

export const notificationListInput = ({ unread, topic, ...query }: z.infer<typeof NotificationQuery>) => ({
  ...listInput(query),
  unread,
  topic,
});

export const presentNotification = ({
  notification,
  event,
  projectName,
}: NotificationWithEvent): z.infer<typeof NotificationView> => ({
  id: notification.id,
  event: notification.kind,
  topic: notification.topic,
  project_id: notification.project?.id ?? null,
  project_name: projectName,
  subject_id: event?.subjectId ?? null,
  actor_id: event?.actorId ?? null,
  data: event?.data ?? {},
  created_at: notification.createdAt.toISOString(),
  read_at: iso(notification.readAt),
});
