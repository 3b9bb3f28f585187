import { lockRow } from "../../platform/database/lock-row.ts";
import { where } from "../access/decide.ts";
import type { CommandContext } from "../context.ts";
import { notificationAccess } from "./notification.access.ts";
import { Notification } from "./notification.entity.ts";
import { countUnread } from "./notification.queries.ts";

/** Marks one as read; the time of the first reading is kept, also of two at once. */
export async function markRead(ctx: CommandContext, notification: Notification): Promise<Notification> {
  await lockRow(ctx.em, notification, "Notification");
  notification.readAt ??= ctx.clock.now();
  return notification;
}

/** Marks all as read, or only up to the newest that the caller has seen. Returns the number still unread. */
export async function markAllRead(ctx: CommandContext, upTo: string | undefined): Promise<number> {
  const unread = {
    $and: [
      where(ctx.actor, notificationAccess["notification.mark"]),
      { readAt: null },
      ...(upTo === undefined ? [] : [{ id: { $lte: upTo } }]),
    ],
  };
  await ctx.em.nativeUpdate(Notification, unread, { readAt: ctx.clock.now() });
  return countUnread(ctx);
}
