import type { EntityManager, EntityName, FilterQuery } from "@mikro-orm/postgresql";
import { notFound } from "../../platform/errors.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { CommandContext } from "../context.ts";
import { Project } from "./project.entity.ts";

/**
 * How much of a project is locked until the transaction ends. `alone`: it is archived, deleted or changed
 * itself. `figures`: its computed figures. `shared`: something in it changes; such changes wait only for
 * changes of the project itself, and can lock its figures at the end without a deadlock.
 */
const LOCKS = { alone: "for update", figures: "for no key update", shared: "for key share" } as const;

async function lock(em: EntityManager, id: string, how: keyof typeof LOCKS): Promise<Project | null> {
  await queryRows(em, { sql: `select 1 from projects where id = $1 ${LOCKS[how]}`, parameters: [id] });
  return em.findOne(Project, { id }, { refresh: true });
}

/** The current project; NOT_FOUND if it was deleted in the meantime. */
export async function lockProject(
  { em }: Pick<CommandContext, "em">,
  id: string,
  how: keyof typeof LOCKS = "alone",
): Promise<Project> {
  const project = await lock(em, id, how);
  if (project === null || project.deletingAt) throw notFound("Project");
  return project;
}

/** The same; CONFLICT if it is archived. */
export async function lockOpenProject(...wanted: Parameters<typeof lockProject>): Promise<Project> {
  const project = await lockProject(...wanted);
  project.requireOpen();
  return project;
}

/** Locks the project to update its figures, also while it is being deleted; null if it no longer exists. */
export const lockFigures = ({ em }: Pick<CommandContext, "em">, id: string): Promise<Project | null> =>
  lock(em, id, "figures");

/**
 * A row of a project, locked with its project as in every change, and in its current state; null if it is gone, or its
 * project is archived or being deleted.
 */
export async function findInOpenProject<T extends { id: string; project: Project }>(
  { em }: Pick<CommandContext, "em">,
  entity: EntityName<T>,
  id: string,
): Promise<T | null> {
  const where = { id } as FilterQuery<NoInfer<T>>;
  const seen = await em.findOne(entity, where);
  if (seen === null) return null;
  const project = await lock(em, seen.project.id, "alone");
  return project?.isOpen() ? em.findOne(entity, where, { refresh: true }) : null;
}

/**
 * Keeps the project from being archived or deleted until the transaction ends; CONFLICT if it is archived.
 * Call it before locking anything in the project, to avoid deadlocks.
 */
export async function requireOpenProject(ctx: CommandContext, { id }: { id: string }): Promise<void> {
  await lockOpenProject(ctx, id, "shared");
}
