import { LockMode, type EntityManager } from "@mikro-orm/postgresql";
import { notFound } from "../errors.ts";

/**
 * Locks a loaded row until the transaction ends, and reads it again: the second of two simultaneous changes waits and
 * then sees the result of the first. NOT_FOUND, with the name of the resource, if it was deleted in the meantime.
 */
export async function lockRow(em: EntityManager, row: object, name: string): Promise<void> {
  if ((await em.refresh(row, { lockMode: LockMode.PESSIMISTIC_WRITE })) === null) throw notFound(name);
}
