import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { isSystem, isVisible, me, toAll, unconfined } from "../access/row-security.ts";
import { Event } from "../events/event.entity.ts";
import { NOTICE_TOPICS, type NoticeTopic } from "../events/notice.rules.ts";
import { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";

/**
 * Visibility of notifications, as in `notification.read`: their recipients, while they can see the project;
 * no admins.
 */
const notificationPolicy = {
  name: "notifications_of_caller",
  using:
    `${isSystem} or (notifications.user_id = ${me} and ((notifications.project_id is null and ${unconfined}) ` +
    `or ${toAll} or ${isVisible("notifications.project_id")}))`,
};

const NotificationSchema = defineEntity({
  name: "Notification",
  tableName: "notifications",
  policies: [notificationPolicy],
  uniques: [{ properties: ["user", "event"] }],
  indexes: [
    { properties: ["user", "id"] },
    {
      name: "notifications_unread",
      expression: "create index notifications_unread on notifications (user_id) where read_at is null",
    },
  ],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    user: () => p.manyToOne(User).deleteRule("cascade"),
    event: () => p.manyToOne(Event).deleteRule("cascade").index(),
    kind: p.string(),
    topic: p.enum(NOTICE_TOPICS).$type<NoticeTopic>(),
    project: () => p.manyToOne(Project).deleteRule("cascade").nullable().index(),
    createdAt: p.datetime().index(),
    readAt: p.datetime().nullable(),
  },
});

/** One user's notification of an event. */
export class Notification extends NotificationSchema.class {}
NotificationSchema.setClass(Notification);
