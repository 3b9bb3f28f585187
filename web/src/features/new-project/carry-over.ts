import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../../http/api-error.ts";
import { api, dataOf } from "../../http/client.ts";
import { controlsQuery, type Control } from "../controls/control.queries.ts";
import { peopleQuery, projectQuery } from "../projects/project.queries.ts";

/** What the same control of the next project starts with; null for nothing. */
function changeFor(
  { number, owner_id: owner, not_applicable: isOut, justification }: Control,
  people: ReadonlySet<string>,
) {
  const hasOwner = owner !== null && people.has(owner);
  // Without a reason, a control is excluded with its category, which the next project has too.
  const isExcluded = isOut && justification !== null;
  if (!hasOwner && !isExcluded) return null;
  return {
    control_id: number,
    ...(hasOwner ? { owner_id: owner } : {}),
    ...(isExcluded ? { not_applicable: true, justification } : {}),
  };
}

/** A person whom the user may not add, or who is already there. */
const REFUSED = [403, 404, 409];

function unlessRefused(error: unknown): void {
  if (!(error instanceof ApiError && REFUSED.includes(error.status))) throw error;
}

/**
 * Gives a new project the team of another one, the owners of its controls who are still there, and its exclusions.
 * Returns the number of controls.
 */
export async function carryOver(queries: QueryClient, from: string, to: string): Promise<number> {
  const fresh = { staleTime: 0 } as const;
  const [before, { people: active }, now] = await Promise.all([
    queries.query({ ...projectQuery(from), ...fresh }),
    queries.query({ ...peopleQuery(from), ...fresh }),
    queries.query({ ...projectQuery(to), ...fresh }),
  ]);
  const isActive = new Set(active.map(({ id }) => id));
  const there = new Set(now.team_members.map(({ user_id: id }) => id));
  const path = { id: to };
  const missing = before.team_members.filter(({ user_id: id }) => isActive.has(id) && !there.has(id));
  for (const { user_id, role } of missing)
    await api.POST("/projects/{id}/team", { params: { path }, body: { user_id, role } }).catch(unlessRefused);
  const { people } = await queries.query({ ...peopleQuery(to), ...fresh });
  const ids = new Set(people.map(({ id }) => id));
  const controls = (await queries.query({ ...controlsQuery(from), ...fresh }))
    .map((control) => changeFor(control, ids))
    .filter((change) => change !== null);
  if (controls.length > 0)
    await dataOf(api.PUT("/projects/{id}/controls", { params: { path }, body: { controls } }));
  return controls.length;
}
