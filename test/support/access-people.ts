import { Event } from "../../domain/events/event.entity.ts";
import { Notification } from "../../domain/notifications/notification.entity.ts";
import { newId } from "../../platform/ids.ts";
import type { Stage, World } from "./access-worlds.ts";
import type { ApiClient } from "./api-client.ts";

/** To the first customer, about the world's project. */
export async function newNotification(
  { product, people }: Stage,
  { projectId: project }: World,
): Promise<string> {
  const [id, event, now] = [newId(), newId(), new Date()];
  const em = product.orm.em.fork();
  const happened = { kind: "project.created", subjectId: project, data: {}, occurredAt: now };
  await em.insert(Event, { id: event, project, ...happened, dispatchedAt: now, publishedAt: now });
  const about = { user: people.customer.id, project, event, createdAt: now };
  await em.insert(Notification, { id, ...about, kind: "project.created", topic: "general" });
  return id;
}

export const invitationTo = (email: string) => ({ email, role: "customer" });

export const newInvitation = async (admin: ApiClient, email: string): Promise<string> =>
  (await admin.send("POST", "/api/v1/invitations", invitationTo(email))).data.id;
