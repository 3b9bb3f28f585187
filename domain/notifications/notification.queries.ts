import { countRows, readRows, type Row } from "../../platform/database/read-rows.ts";
import { where } from "../access/decide.ts";
import { loadVisible, type Visible } from "../access/load-visible.ts";
import type { QueryContext } from "../context.ts";
import { Event } from "../events/event.entity.ts";
import type { NoticeTopic } from "../events/notice.rules.ts";
import { listPage, matching, type ListInput, type Listing, type Page, type OneOrMore } from "../listing.ts";
import { Project } from "../projects/project.entity.ts";
import { ITS_PROJECT_PATHS } from "../projects/project.queries.ts";
import { notificationAccess } from "./notification.access.ts";
import { Notification } from "./notification.entity.ts";

export const notificationListing: Listing<Notification> = {
  entity: Notification,
  sortable: { created_at: "id", kind: "kind" },
  searchable: { kind: "kind" },
  createdAt: "createdAt",
};

const visible: Visible<Notification> = {
  entity: Notification,
  rule: notificationAccess["notification.read"],
  name: "Notification",
  populate: ITS_PROJECT_PATHS,
};

export interface NotificationListInput extends ListInput {
  unread?: boolean | undefined;
  topic?: OneOrMore<NoticeTopic>;
}

/** A notification with its event, as far as the reader can still see it. */
export interface NotificationWithEvent {
  notification: Row<Notification>;
  event: Row<Event> | null;
  projectName: string | null;
}

const mine = ({ actor }: QueryContext) => where(actor, notificationAccess["notification.read"]);
const isUnread = (unread: boolean) => ({ readAt: unread ? null : { $ne: null } });

/** Two queries for any number of notifications. */
export async function withEvents(
  { em }: Pick<QueryContext, "em">,
  notifications: readonly Row<Notification>[],
): Promise<NotificationWithEvent[]> {
  const eventIds = notifications.map(({ event }) => event.id);
  const projectIds = [...new Set(notifications.flatMap(({ project }) => project?.id ?? []))];
  const events = await readRows(em, Event, { where: { id: { $in: eventIds } } });
  const projects = await readRows(em, Project, { where: { id: { $in: projectIds } } });
  const eventById = new Map(events.map((event) => [event.id, event]));
  const nameById = new Map(projects.map(({ id, name }) => [id, name]));
  return notifications.map((notification) => ({
    notification,
    event: eventById.get(notification.event.id) ?? null,
    projectName: nameById.get(notification.project?.id ?? "") ?? null,
  }));
}

/** The caller's notifications, newest first. */
export async function listNotifications(
  ctx: QueryContext,
  { unread, topic, ...input }: NotificationListInput,
): Promise<Page<NotificationWithEvent>> {
  const { items, pagination } = await listPage(ctx.em, notificationListing, input, [
    mine(ctx),
    ...(unread === undefined ? [] : [isUnread(unread)]),
    ...matching({ topic }),
  ]);
  return { items: await withEvents(ctx, items), pagination };
}

export const countUnread = (ctx: QueryContext): Promise<number> =>
  countRows(ctx.em, Notification, { $and: [mine(ctx), isUnread(true)] });

/** The notification, if it is the caller's; otherwise NOT_FOUND. */
export const loadNotification = (ctx: QueryContext, id: string): Promise<Notification> =>
  loadVisible(ctx, visible, id);
