import type { EntityManager } from "@mikro-orm/postgresql";
import { findRows } from "../../platform/prepared-find.ts";
import { queryRows } from "../../platform/query-rows.ts";
import { where } from "../access/decide.ts";
import type { Actor } from "../actor.ts";
import { Project } from "../projects/project.entity.ts";
import { projectAccess } from "../projects/project.access.ts";

/** What decides who is told of an event. */
export interface Told {
  projectId: string | null;
  ownerId: string | null;
}

/** Somebody, and events of which they want to be told. */
interface Asked {
  actor: Actor;
  events: readonly Told[];
}

type Heard = (actor: Actor, event: Told, confinedTo: readonly string[] | null) => boolean;

/** A credential hears what it may read, and only as a webhook. */
const mayHear = ({ scopes }: Actor): boolean => scopes.includes("webhook") && scopes.includes("read");

/** Of what belongs to no project, and of projects that are gone, no row can be asked: the caller alone decides. */
const isOutside = ({ projectIds }: Actor, projectId: string | null): boolean =>
  projectIds !== null && (projectId === null || !projectIds.includes(projectId));

/** Who heard of projects when somebody deleted them: their ids by the project's. */
async function heardAtDeletion(em: EntityManager, projectIds: readonly string[]) {
  if (projectIds.length === 0) return new Map<string, string[]>();
  const rows = await queryRows<{ projectId: string; heardBy: string[] }>(em, {
    sql: `select project_id as "projectId", heard_by as "heardBy" from events
      where heard_by is not null and project_id = any($1::uuid[])`,
    parameters: [projectIds],
  });
  return new Map(rows.map(({ projectId, heardBy }) => [projectId, heardBy]));
}

const projectsOf = (events: readonly Told[]): string[] => [
  ...new Set(events.flatMap(({ projectId }) => projectId ?? [])),
];

/** The projects among those of the events that are there and of which the person hears. */
async function heardNow(em: EntityManager, { actor, events }: Asked): Promise<Set<string>> {
  const ids = projectsOf(events);
  if (ids.length === 0) return new Set();
  const rows = await findRows(em, Project, {
    where: { $and: [{ id: { $in: ids }, deletingAt: null }, where(actor, projectAccess["project.hear"])] },
  });
  return new Set(rows.map(({ id }) => id));
}

/**
 * Which of some events people are told of: those of projects they hear of, those that concern them, and for admins those
 * of no project. Of a project that was deleted hears who heard of it then; its row need not be there any more. The answer
 * takes the projects a webhook is confined to.
 */
export async function heardProjects(em: EntityManager, asked: readonly Asked[]): Promise<Heard> {
  const now = new Map<Actor, Set<string>>();
  for (const one of asked) now.set(one.actor, await heardNow(em, one));
  const unheard = asked.flatMap(({ actor, events }) =>
    projectsOf(events).filter((id) => now.get(actor)!.has(id) !== true),
  );
  // Asked last: whoever deletes a project meanwhile writes down who hears of it before its row is gone.
  const then = await heardAtDeletion(em, [...new Set(unheard)]);
  return (actor, { projectId, ownerId }, confinedTo) => {
    if (!mayHear(actor) || isOutside(actor, projectId)) return false;
    if (projectId === null) return confinedTo === null && (actor.role === "admin" || ownerId === actor.id);
    const isHeard =
      now.get(actor)?.has(projectId) === true || then.get(projectId)?.includes(actor.id) === true;
    return isHeard && (confinedTo === null || confinedTo.includes(projectId));
  };
}
