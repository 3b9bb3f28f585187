import type { Feature } from "../feature.ts";
import { notificationAccess } from "./notification.access.ts";
import { Notification } from "./notification.entity.ts";

export const notifications = {
  entities: [Notification],
  access: notificationAccess,
} satisfies Feature;
