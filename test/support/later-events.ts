import { Event } from "../../domain/events/event.entity.ts";
import type { Product } from "./product.ts";

/** The events of a project since it was created, oldest first. */
export async function laterEvents({ orm }: Product, projectId: string): Promise<Event[]> {
  const events = await orm.em.fork().find(Event, { project: projectId }, { orderBy: { id: "asc" } });
  return events.filter(({ kind }) => kind !== "project.created");
}
