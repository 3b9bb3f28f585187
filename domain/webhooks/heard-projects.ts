import type { EntityManager } from "@mikro-orm/postgresql";
import { findRows } from "../../platform/prepared-find.ts";
import { where } from "../access/decide.ts";
import type { Actor } from "../actor.ts";
import { Project } from "../projects/project.entity.ts";

/** What decides who is told of an event. */
export interface Told {
  projectId: string | null;
  ownerId: string | null;
}

/**
 * Which of some events a person is told of, asked once for all of them: those of projects they hear of, those that
 * concern them, and for admins those of no project. The answer takes the projects a webhook is confined to.
 */
export async function heardProjects(
  em: EntityManager,
  actor: Actor,
  events: readonly Told[],
): Promise<(event: Told, confinedTo: readonly string[] | null) => boolean> {
  const ids = [...new Set(events.flatMap(({ projectId }) => projectId ?? []))];
  const rows =
    ids.length === 0
      ? []
      : await findRows(em, Project, {
          where: { $and: [{ id: { $in: ids } }, where(actor, "project.hear")] },
        });
  const heard = new Set(rows.map(({ id }) => id));
  return ({ projectId, ownerId }, confinedTo) => {
    if (projectId === null) return confinedTo === null && (actor.role === "admin" || ownerId === actor.id);
    return heard.has(projectId) && (confinedTo === null || confinedTo.includes(projectId));
  };
}
