import { queryRows } from "../../platform/query-rows.ts";
import type { CommandContext } from "../context.ts";

export interface LaterVersions {
  /** How many there ever were: each has a number of its own. */
  count: number;
  /** The newest of them that was not deleted. */
  newestId: string | null;
}

/** By the events: they outlive deleted versions, so that no number is given twice. */
const LATER = `
  with recursive later (id) as (
    select (data ->> 'superseded_by')::uuid from events where subject_id = $1 and kind = 'evidence.superseded'
    union
    select (e.data ->> 'superseded_by')::uuid from later
    join events e on e.subject_id = later.id and e.kind = 'evidence.superseded')
  select count(*)::int as count,
    (select e.id from evidence e join later using (id) where e.deleted_at is null
      order by e.version desc limit 1) as "newestId"
  from later`;

/** The versions that took the place of a piece of evidence, or of one that had. */
export async function findLaterVersions(
  { em }: Pick<CommandContext, "em">,
  evidenceId: string,
): Promise<LaterVersions> {
  const [row] = await queryRows<LaterVersions>(em, { sql: LATER, parameters: [evidenceId] });
  return row!;
}
