import { queryRows } from "../../platform/database/query-rows.ts";
import type { QueryContext } from "../context.ts";

/**
 * From the events, which outlive deleted versions, so that versions on both sides of a deleted one stay
 * connected.
 */
const VERSIONS = `
  with recursive links as materialized (
    select subject_id as older, (data ->> 'superseded_by')::uuid as newer
      from events where project_id = $2 and kind = 'evidence.superseded'),
  versions (id) as (
    select $1::uuid
    union
    select case when links.older = versions.id then links.newer else links.older end
      from versions join links on versions.id in (links.older, links.newer))
  select id from versions`;

/** The ids of all versions ever created of a piece of evidence, including its own. */
export async function findVersionIds(
  { em }: Pick<QueryContext, "em">,
  { id, project }: { id: string; project: { id: string } },
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(em, { sql: VERSIONS, parameters: [id, project.id] });
  return rows.map((row) => row.id);
}
