import { markAllRead, markRead } from "../../domain/notifications/notification.commands.ts";
import {
  countUnread,
  listNotifications,
  loadNotification,
  notificationListing,
  withEvents,
} from "../../domain/notifications/notification.queries.ts";
import { lists, may } from "../access.ts";
import { IdParams } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  MarkReadBody,
  NotificationList,
  NotificationQuery,
  NotificationView,
  UnreadCount,
  notificationListInput,
  presentNotification,
} from "./notifications.contract.ts";
import { only } from "../../domain/only.rules.ts";

const PATH = "/api/v1/users/me/notifications";
const presentUnread = (unread: number) => ({ unread });

const list = defineRoute({
  method: "get",
  path: PATH,
  summary: "List your notifications, newest first",
  access: lists("notification.read"),
  query: NotificationQuery,
  listing: notificationListing,
  output: NotificationList,
  act: (ctx, { query }) => listNotifications(ctx, notificationListInput(query)),
  present: ({ items, pagination }) => ({ notifications: items.map(presentNotification), pagination }),
});

const unread = defineRoute({
  method: "get",
  path: `${PATH}/unread`,
  summary: "Count your unread notifications",
  access: lists("notification.read"),
  output: UnreadCount,
  act: (ctx) => countUnread(ctx),
  present: presentUnread,
});

const markAll = defineRoute({
  method: "post",
  path: `${PATH}/read`,
  summary: "Mark your notifications as read. Returns the number still unread",
  access: lists("notification.mark"),
  body: MarkReadBody,
  output: UnreadCount,
  act: (ctx, { body }) => markAllRead(ctx, body.up_to),
  present: presentUnread,
});

const markOne = defineRoute({
  method: "post",
  path: `${PATH}/:id/read`,
  summary: "Mark one of your notifications as read",
  access: may("notification.mark"),
  params: IdParams,
  output: NotificationView,
  load: (ctx: RouteContext, { params }) => loadNotification(ctx, params.id),
  act: async (ctx, _input, notification) => only(await withEvents(ctx, [await markRead(ctx, notification)])),
  present: presentNotification,
});

export const createNotificationRoutes = (): Route[] => [list, unread, markAll, markOne];
