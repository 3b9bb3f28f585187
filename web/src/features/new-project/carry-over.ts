import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../../http/api-error.ts";
import { api, dataOf } from "../../http/client.ts";
import { dayOf, endOfDay } from "../../i18n/day-bounds.ts";
import { controlsQuery, type Control } from "../controls/control.queries.ts";
import { peopleQuery, projectQuery } from "../projects/project.queries.ts";
import { shiftDay } from "./shift-day.ts";

/** The due date in the next period; null if either project has no period. */
type DueAfter = (due: string) => string | null;

type Periods = Record<"before" | "now", { period_start: string | null }>;

/** Moves due dates with the period, in the user's time zone, in which a day ends there. */
const movedBy =
  ({ before, now }: Periods, timezone: string): DueAfter =>
  (due) =>
    before.period_start === null || now.period_start === null
      ? null
      : endOfDay(shiftDay(dayOf(due, timezone), before.period_start, now.period_start), timezone);

/** What the same control of the next project starts with; null for nothing. */
function changeFor(
  { number, owner_id: owner, due_date: due, not_applicable: isOut, justification }: Control,
  people: ReadonlySet<string>,
  dueAfter: DueAfter,
) {
  const hasOwner = owner !== null && people.has(owner);
  // Without a reason, a control is excluded with its category, which the next project has too.
  const isExcluded = isOut && justification !== null;
  const dueDate = due === null ? null : dueAfter(due);
  if (!hasOwner && !isExcluded && dueDate === null) return null;
  return {
    control_id: number,
    ...(hasOwner ? { owner_id: owner } : {}),
    ...(dueDate === null ? {} : { due_date: dueDate }),
    ...(isExcluded ? { not_applicable: true, justification } : {}),
  };
}

/** A person whom the user may not add, or who is already there. */
const REFUSED = [403, 404, 409];

function unlessRefused(error: unknown): void {
  if (!(error instanceof ApiError && REFUSED.includes(error.status))) throw error;
}

interface Following {
  /** The projects, by id. */
  from: string;
  to: string;
  timezone: string;
}

/**
 * Gives a new project the team of another one, the owners of its controls who are still there, their due dates moved
 * with the period, and its exclusions. Returns the number of controls.
 */
export async function carryOver(queries: QueryClient, { from, to, timezone }: Following): Promise<number> {
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
  // The wizard also offers another framework, and a later version of one may lack some.
  const numbers = before.framework === now.framework ? now.controls.map(({ number }) => number) : [];
  const controls = (await queries.query({ ...controlsQuery(from), ...fresh }))
    .filter(({ number }) => numbers.includes(number))
    .map((control) => changeFor(control, ids, movedBy({ before, now }, timezone)))
    .filter((change) => change !== null);
  if (controls.length > 0)
    await dataOf(api.PUT("/projects/{id}/controls", { params: { path }, body: { controls } }));
  return controls.length;
}
