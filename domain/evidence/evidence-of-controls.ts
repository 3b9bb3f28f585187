/**
 * The evidence of the project `$1` once for each control it serves, by SQL: its own and those it is linked to. Every count
 * of a control's evidence is made of these rows, so that no two differ about what belongs to a control.
 */
export const EVIDENCE_OF_CONTROLS = `(
  select control_id as served_id, id, title, status, quality_score, chunking_status
    from evidence where project_id = $1 and deleted_at is null
  union all
  select c.id, e.id, e.title, e.status, e.quality_score, e.chunking_status
    from evidence e cross join unnest(e.also_controls) as also (number)
    join controls c on c.project_id = e.project_id and c.number = also.number
    where e.project_id = $1 and e.deleted_at is null) as evidence_of_controls`;
