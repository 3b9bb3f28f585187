import { keptFor } from "../expiring-rows.ts";
import type { Feature } from "../feature.ts";
import { notificationAccess } from "./notification.access.ts";
import { NOTIFICATIONS_KEPT_DAYS } from "./notification.rules.ts";
import { Notification } from "./notification.entity.ts";

export const notifications = {
  entities: [Notification],
  access: notificationAccess,
  expires: { notifications: keptFor(NOTIFICATIONS_KEPT_DAYS, "created_at") },
} satisfies Feature;
