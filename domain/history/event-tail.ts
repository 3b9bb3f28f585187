import { findIds, findRows, type Row } from "../../platform/prepared-find.ts";
import type { QueryContext } from "../context.ts";
import { PROJECT_ACCESS_PATHS } from "../projects/project.queries.ts";
import { Project } from "../projects/project.entity.ts";
import { Event } from "../events/event.entity.ts";

/** An event gets its id before its transaction commits: so much later it may still turn up behind others. */
export const LATE_MS = 60_000;

/** As many at once; the next look finds the others. */
const MOST = 2_000;

/** An event with what the rules about it read. */
export type SeenEvent = Omit<Row<Event>, "project"> & { readonly project: Project | { id: string } | null };

type Reading = Pick<QueryContext, "em">;

/** The first id that a moment can have: they begin with their time. */
export const firstIdAt = (ms: number): string => {
  const hex = Math.max(0, ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

/** When an id was made; null when it says no time. */
export const timeOfId = (id: string): number | null =>
  /^[\da-f]{8}-[\da-f]{4}-7/.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;

/** The events with the projects they are about: two questions, however many there are. */
async function withProjects({ em }: Reading, events: readonly Row<Event>[]): Promise<SeenEvent[]> {
  const ids = [...new Set(events.flatMap(({ project }) => project?.id ?? []))];
  const populate = PROJECT_ACCESS_PATHS as never;
  const projects = ids.length === 0 ? [] : await em.find(Project, { id: { $in: ids } }, { populate });
  const byId = new Map(projects.map((project) => [project.id, project]));
  // Of a project that is gone only the id is known, and what else a rule asks of it is answered with no.
  return events.map((event) => ({
    ...event,
    project: event.project == null ? null : (byId.get(event.project.id) ?? { id: event.project.id }),
  }));
}

/** Follows what happens from now on, each event once, also those that commit late. For one reader. */
export class EventTail {
  #seen = new Set<string>();
  #from = "";

  /** What happened until now is not told. */
  async begin(ctx: Reading, nowMs: number): Promise<void> {
    this.#from = firstIdAt(nowMs - LATE_MS);
    this.#seen = new Set(await this.#idsSince(ctx, Infinity));
  }

  /** What was committed since the last look, in the order of its ids. */
  async next(ctx: Reading, nowMs: number): Promise<SeenEvent[]> {
    const ids = (await this.#idsSince(ctx)).slice(0, MOST);
    const rows = await findRows(ctx.em, Event, { where: { id: { $in: ids } }, orderBy: { id: "asc" } });
    const events = await withProjects(ctx, rows);
    for (const id of ids) this.#seen.add(id);
    if (ids.length < MOST) this.#forgetBefore(firstIdAt(nowMs - LATE_MS));
    return events;
  }

  async #idsSince({ em }: Reading, limit = this.#seen.size + MOST): Promise<string[]> {
    const find = { where: { id: { $gte: this.#from } }, orderBy: { id: "asc" } as const };
    const ids = await findIds(em, Event, limit === Infinity ? find : { ...find, limit });
    return ids.filter((id) => !this.#seen.has(id));
  }

  #forgetBefore(from: string): void {
    if (from <= this.#from) return;
    this.#from = from;
    for (const id of this.#seen) if (id < from) this.#seen.delete(id);
  }
}
