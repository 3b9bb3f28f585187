const UNREAD =
  "(chunking_status in ('FAILED', 'QUARANTINED') or (chunking_status <> 'COMPLETED' and ingestion_attempt > 0))";

/** SQL: the rows of `evidence` that figures count; the SQL version of `counts`. */
export const COUNTS = `(deleted_at is null and (status = 'approved' and approved_unread
  or status in ('approved', 'pending') and not ${UNREAD}))`;

const COLUMNS = `id, title, status, quality_score, chunking_status, ingestion_error, ${COUNTS} as counts,
  status in ('approved', 'pending') and not ${COUNTS} as lacks_reading`;

/**
 * SQL: the evidence of the project `$1` once for each control it serves, its own and linked ones. Every count
 * of a control's evidence uses these rows, so all counts agree.
 */
export const EVIDENCE_OF_CONTROLS = `(
  with current as (
    select ${COLUMNS}, control_id, also_controls from evidence where project_id = $1 and deleted_at is null)
  select control_id as served_id, current.* from current
  union all
  select c.id, current.* from current cross join unnest(also_controls) as also (number)
    join controls c on c.project_id = $1 and c.number = also.number) as evidence_of_controls`;
