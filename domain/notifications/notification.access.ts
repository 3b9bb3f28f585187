import { defineAccess, mapRoles } from "../access/access-rule.ts";
import { all, any, equals, type Condition } from "../access/condition.ts";
import { seesItsProject } from "../projects/project.access.ts";

export type NotificationAction = "notification.read" | "notification.mark";

/** Only a user's own, and only while they can see the project: a notification names its contents. */
const mine = (project: Condition): Condition =>
  all(equals("user.id", { actor: "id" }), any(equals("project.id", null), project));

const ofMine = {
  on: "notification",
  project: "project.id",
  roles: mapRoles(seesItsProject, mine),
} as const;

export const notificationAccess = defineAccess<NotificationAction>({
  "notification.read": { scope: "read", ...ofMine },
  "notification.mark": { scope: "write", ...ofMine },
});
