import { Event } from "../../domain/events/event.entity.ts";
import type { Product } from "./product.ts";

/** The kinds of a subject's events, oldest first. */
export async function eventKinds({ orm }: Pick<Product, "orm">, subjectId: string): Promise<string[]> {
  const events = await orm.em.fork().find(Event, { subjectId }, { orderBy: { id: "asc" } });
  return events.map(({ kind }) => kind);
}
