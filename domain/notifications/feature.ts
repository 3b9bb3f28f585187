import { keptFor } from "../expiring-rows.ts";
import type { Feature } from "../feature.ts";
import { notificationAccess } from "./notification.access.ts";
import { Notification } from "./notification.entity.ts";

/** Notifications are listed for this long. */
const KEPT_DAYS = 90;

export const notifications = {
  entities: [Notification],
  access: notificationAccess,
  expires: { notifications: keptFor(KEPT_DAYS, "created_at") },
} satisfies Feature;
