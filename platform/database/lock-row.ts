import { LockMode, type EntityManager, type EntityName, type FilterQuery } from "@mikro-orm/postgresql";
import { notFound } from "../errors.ts";

/**
 * Locks a loaded row until the transaction ends, and reads it again: the second of two simultaneous changes waits and
 * then sees the result of the first. False if it was deleted in the meantime; the loaded row is then meaningless.
 */
export const lockIfKept = async (em: EntityManager, row: object): Promise<boolean> =>
  (await em.refresh(row, { lockMode: LockMode.PESSIMISTIC_WRITE })) !== null;

/** The same; NOT_FOUND, with the name of the resource, if the row was deleted in the meantime. */
export async function lockRow(em: EntityManager, row: object, name: string): Promise<void> {
  if (!(await lockIfKept(em, row))) throw notFound(name);
}

/** The row, locked and read again; null if it was deleted in the meantime, or is no longer as `isWanted` says. */
export async function lockWhile<T extends object>(
  em: EntityManager,
  row: T | null,
  isWanted: (row: T) => boolean,
): Promise<T | null> {
  return row !== null && (await lockIfKept(em, row)) && isWanted(row) ? row : null;
}

/** The row that matches, locked until the transaction ends, and in its current state; null if there is none. */
export const findLocked = <T extends object>(
  em: EntityManager,
  entity: EntityName<T>,
  where: FilterQuery<NoInfer<T>>,
): Promise<T | null> => em.findOne(entity, where, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/** The same; NOT_FOUND, with the name of the resource, if no row matches. */
export async function loadLocked<T extends object>(
  em: EntityManager,
  entity: EntityName<T>,
  where: FilterQuery<NoInfer<T>>,
  name: string,
): Promise<T> {
  const row = await findLocked(em, entity, where);
  if (row === null) throw notFound(name);
  return row;
}
