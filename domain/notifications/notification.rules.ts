/** Notifications are listed for this long. */
export const NOTIFICATIONS_KEPT_DAYS = 90;
