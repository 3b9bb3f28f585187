import { Pool } from "pg";
import { newId } from "../../platform/ids.ts";
import { chunkIdOf } from "../../retrieval/index/chunk-id.ts";
import { createTestDatabase } from "./test-database.ts";

/** A separate database with the product's tables, for tests that write rows like the ingestion. */
export interface SearchDatabase {
  url: string;
  pool: Pool;
  drop(): Promise<void>;
}

export async function createSearchDatabase(): Promise<SearchDatabase> {
  const { url, drop } = await createTestDatabase();
  const pool = new Pool({ connectionString: url, max: 5 });
  // Dropping the database may cut a connection that is being closed.
  pool.on("error", () => undefined);
  return {
    url,
    pool,
    drop: async () => {
      await pool.end();
      await drop();
    },
  };
}

export interface EvidenceRow {
  projectId: string;
  controlId: string;
  title: string;
  texts: readonly string[];
  format?: string;
  status?: string;
  chunkingStatus?: string;
  deletedAt?: Date | null;
}

const INSERT_EVIDENCE = `
  insert into evidence (id, project_id, control_id, title, file_name, file_size, content_type, format, sha256,
    uploaded_by_id, uploaded_at, updated_at, status, chunking_status, deleted_at)
  select $1, $2, $3, $4::text, $4::text || '.' || $5::text, 1, 'application/' || $5::text, $5::text, '', created_by_id, now(), now(), $6, $7, $8
  from projects where id = $2`;

const INSERT_CHUNK = `
  insert into evidence_chunks (id, evidence_id, project_id, ordinal, text, page, start_offset, end_offset)
  values ($1, $2, $3, $4, $5::text, 1, 0, length($5::text))`;

export async function addProject(pool: Pool): Promise<{ projectId: string; controlId: string }> {
  const [userId, projectId, controlId] = [newId(), newId(), newId()];
  await pool.query(
    `insert into users (id, email, name, role, created_at, updated_at) values ($1, $2, 'U', 'customer', now(), now())`,
    [userId, `${userId}@example.com`],
  );
  await pool.query(
    `insert into projects (id, name, framework, created_by_id, created_at, updated_at) values ($1, 'P', 'soc2', $2, now(), now())`,
    [projectId, userId],
  );
  await pool.query(
    `insert into controls (id, project_id, number, title, category, trust_category, position)
     values ($1, $2, 'CC6.1', 'C', 'security', 'security', 1)`,
    [controlId, projectId],
  );
  return { projectId, controlId };
}

/** Writes a piece of evidence with its chunks; returns its id. */
export async function addEvidence(pool: Pool, row: EvidenceRow): Promise<string> {
  const id = newId();
  const { format = "pdf", status = "pending", chunkingStatus = "COMPLETED", deletedAt = null } = row;
  await pool.query(INSERT_EVIDENCE, [
    id,
    row.projectId,
    row.controlId,
    row.title,
    format,
    status,
    chunkingStatus,
    deletedAt,
  ]);
  for (const [ordinal, text] of row.texts.entries())
    await pool.query(INSERT_CHUNK, [chunkIdOf(id, ordinal), id, row.projectId, ordinal, text]);
  return id;
}
