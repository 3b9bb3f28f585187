import { readIds, readRows, type Row } from "../../platform/database/read-rows.ts";
import type { QueryContext } from "../context.ts";
import { PROJECT_ACCESS_PATHS } from "../projects/project.queries.ts";
import { Project } from "../projects/project.entity.ts";
import { Event } from "../events/event.entity.ts";

/** An event gets its id before its transaction commits: it may appear this much later, after newer ones. */
export const LATE_MS = 60_000;

/** Clocks are corrected by less than this all the time; a larger step back is a jump. */
const JUMP_MS = 1_000;

/** The maximum per read; the next read finds the rest. */
const MAX = 2_000;

/** An event with the attributes that decide who receives it. */
export type SeenEvent = Omit<Row<Event>, "project"> & { readonly project: Project | { id: string } | null };

type Reading = Pick<QueryContext, "em">;

/** The smallest id of a time: ids begin with their time. */
export const firstIdAt = (ms: number): string => {
  const hex = Math.max(0, ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

/** The creation time of an id; null if it contains none. */
export const timeOfId = (id: string): number | null =>
  /^[\da-f]{8}-[\da-f]{4}-7/.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;

/** The events with their projects: two queries for any number of events. */
async function withProjects({ em }: Reading, events: readonly Row<Event>[]): Promise<SeenEvent[]> {
  const ids = [...new Set(events.flatMap(({ project }) => project?.id ?? []))];
  const populate = PROJECT_ACCESS_PATHS as never;
  const projects = ids.length === 0 ? [] : await em.find(Project, { id: { $in: ids } }, { populate });
  const byId = new Map(projects.map((project) => [project.id, project]));
  // Only the id of a deleted project is known; every other attribute counts as false.
  return events.map((event) => ({
    ...event,
    project: event.project == null ? null : (byId.get(event.project.id) ?? { id: event.project.id }),
  }));
}

/** Follows new events, each exactly once, including those that commit late. For one reader. */
export class EventTail {
  #seen = new Set<string>();
  #from = "";

  /** Earlier events are not returned. */
  async begin(ctx: Reading, nowMs: number): Promise<void> {
    this.#from = firstIdAt(nowMs - LATE_MS);
    this.#seen = new Set(await this.#idsSince(ctx, Infinity));
  }

  /**
   * The events committed since the last read, in order of id. After the clock was set back, those of the last minute
   * may come again; otherwise none would come until it has caught up.
   */
  async next(ctx: Reading, nowMs: number): Promise<SeenEvent[]> {
    const from = firstIdAt(nowMs - LATE_MS);
    if (firstIdAt(nowMs - LATE_MS + JUMP_MS) < this.#from) this.#from = from;
    const ids = (await this.#idsSince(ctx)).slice(0, MAX);
    const rows = await readRows(ctx.em, Event, {
      where: { id: { $in: ids } },
      orderBy: { id: "asc" },
      also: ["heardBy"],
    });
    const events = await withProjects(ctx, rows);
    for (const id of ids) this.#seen.add(id);
    if (ids.length < MAX) this.#forgetBefore(from);
    return events;
  }

  async #idsSince({ em }: Reading, limit = this.#seen.size + MAX): Promise<string[]> {
    const find = { where: { id: { $gte: this.#from } }, orderBy: { id: "asc" } as const };
    const ids = await readIds(em, Event, limit === Infinity ? find : { ...find, limit });
    return ids.filter((id) => !this.#seen.has(id));
  }

  #forgetBefore(from: string): void {
    if (from <= this.#from) return;
    this.#from = from;
    for (const id of this.#seen) if (id < from) this.#seen.delete(id);
  }
}
