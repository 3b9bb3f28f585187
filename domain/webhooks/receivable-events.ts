import type { EntityManager } from "@mikro-orm/postgresql";
import { readRows } from "../../platform/database/read-rows.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import { where } from "../access/decide.ts";
import type { Actor } from "../actor.ts";
import { Project } from "../projects/project.entity.ts";
import { projectAccess } from "../projects/project.access.ts";
import { entryOf } from "../entry-of.rules.ts";

/** What determines the receivers of an event. */
export interface EventAudience {
  projectId: string | null;
  ownerId: string | null;
}

/** A caller and the events they want to receive. */
interface Receiver {
  actor: Actor;
  events: readonly EventAudience[];
}

type MayReceive = (actor: Actor, event: EventAudience, confinedTo: readonly string[] | null) => boolean;

/** A credential receives what it may read. */
const mayReceive = ({ scopes }: Actor): boolean => scopes.includes("webhook") && scopes.includes("read");

/** For events outside projects and of deleted projects there is no row to check: only the caller counts. */
const isOutside = ({ projectIds }: Actor, projectId: string | null): boolean =>
  projectIds !== null && (projectId === null || !projectIds.includes(projectId));

/** The receivers at the time of the deletion, by the project's id. */
async function receiversAtDeletion(em: EntityManager, projectIds: readonly string[]) {
  if (projectIds.length === 0) return new Map<string, string[]>();
  const rows = await queryRows<{ projectId: string; heardBy: string[] }>(em, {
    sql: `select project_id as "projectId", heard_by as "heardBy" from events
      where heard_by is not null and project_id = any($1::uuid[])`,
    parameters: [projectIds],
  });
  return new Map(rows.map(({ projectId, heardBy }) => [projectId, heardBy]));
}

const projectsOf = (events: readonly EventAudience[]): string[] => [
  ...new Set(events.flatMap(({ projectId }) => projectId ?? [])),
];

/** The existing projects of the events that the caller can see. */
async function visibleNow(em: EntityManager, { actor, events }: Receiver): Promise<Set<string>> {
  const ids = projectsOf(events);
  if (ids.length === 0) return new Set();
  const rows = await readRows(em, Project, {
    where: { $and: [{ id: { $in: ids }, deletingAt: null }, where(actor, projectAccess["project.hear"])] },
  });
  return new Set(rows.map(({ id }) => id));
}

/**
 * The events that callers may receive: those of projects whose events they receive, those that concern them,
 * and for admins those outside projects. For a deleted project, the receivers at its deletion count; its row
 * may be deleted. The result respects a webhook's restriction to projects.
 */
export async function receivableEvents(
  em: EntityManager,
  receivers: readonly Receiver[],
): Promise<MayReceive> {
  const now = new Map<Actor, Set<string>>();
  for (const one of receivers) now.set(one.actor, await visibleNow(em, one));
  const unseen = receivers.flatMap(({ actor, events }) =>
    projectsOf(events).filter((id) => entryOf(now, actor).has(id) !== true),
  );
  // Read last: a deletion in the meantime stores the receivers before it removes the row.
  const then = await receiversAtDeletion(em, [...new Set(unseen)]);
  return (actor, { projectId, ownerId }, confinedTo) => {
    if (!mayReceive(actor) || isOutside(actor, projectId)) return false;
    if (projectId === null) return confinedTo === null && (actor.role === "admin" || ownerId === actor.id);
    const isReceiver =
      now.get(actor)?.has(projectId) === true || then.get(projectId)?.includes(actor.id) === true;
    return isReceiver && (confinedTo === null || confinedTo.includes(projectId));
  };
}
