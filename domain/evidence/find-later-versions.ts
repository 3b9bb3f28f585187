import { queryRows } from "../../platform/database/query-rows.ts";
import type { CommandContext } from "../context.ts";

export interface LaterVersions {
  /** The number of versions ever created: each has its own number. */
  count: number;
  /** The newest one that was not deleted. */
  newestId: string | null;
}

/** From the events, which outlive deleted versions, so that no number is reused. */
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

/** The direct and indirect successors of a piece of evidence. */
export async function findLaterVersions(
  { em }: Pick<CommandContext, "em">,
  evidenceId: string,
): Promise<LaterVersions> {
  const [row] = await queryRows<LaterVersions>(em, { sql: LATER, parameters: [evidenceId] });
  return row!;
}
