import type { Pool } from "pg";
import type { RebuildSource } from "./rebuild-index.ts";

/**
 * Existing evidence with chunks; searches decide whether it may be shown yet. The workflow of a second set of
 * passages writes that set itself.
 */
const INDEXED = `e.deleted_at is null and e.status not in ('superseded', 'quarantined')
  and c.revision = e.indexed_revision`;

const PAGE = `
  select e.id as "evidenceId", count(c.id)::int as "chunkCount"
  from evidence e join evidence_chunks c on c.evidence_id = e.id
  where ${INDEXED} and ($1::uuid is null or e.id > $1::uuid)
  group by e.id order by e.id limit $2`;

const CHUNKS = `
  select c.id, c.evidence_id as "evidenceId", c.project_id as "projectId", c.ordinal,
    coalesce(e.indexed_title, e.title) as title,
    array[e.format, e.content_type] as "evidenceTypes", c.headings, c.text
  from evidence_chunks c join evidence e on e.id = c.evidence_id
  where c.evidence_id = $1 and ${INDEXED} order by c.ordinal`;

const COUNT = `
  select count(*)::int as count from evidence_chunks c join evidence e on e.id = c.evidence_id where ${INDEXED}`;

type ChunkRow = Awaited<ReturnType<RebuildSource["chunks"]>>[number];

/** The content of the index according to PostgreSQL. */
export function createRebuildSource(pool: Pool): RebuildSource {
  return {
    evidencePage: async (afterId, limit) =>
      (await pool.query<{ evidenceId: string; chunkCount: number }>(PAGE, [afterId, limit])).rows,
    chunks: async (evidenceId) => (await pool.query<ChunkRow>(CHUNKS, [evidenceId])).rows,
    countChunks: async () => (await pool.query<{ count: number }>(COUNT)).rows[0]?.count ?? 0,
  };
}
