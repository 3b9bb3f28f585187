import { queryRows } from "../../platform/query-rows.ts";
import type { QueryContext } from "../context.ts";

/** By the events: they outlive deleted versions, so that those on both sides of one still belong together. */
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

/** The ids of all versions there ever were of a piece of evidence, its own among them. */
export async function findVersionIds(
  { em }: Pick<QueryContext, "em">,
  { id, project }: { id: string; project: { id: string } },
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(em, { sql: VERSIONS, parameters: [id, project.id] });
  return rows.map((row) => row.id);
}
