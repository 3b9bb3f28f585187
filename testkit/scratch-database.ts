import { Pool } from "pg";
import { newId } from "../platform/ids.ts";
import { migrate } from "../platform/database/migrate.ts";
import { CHUNKS_PER_EVIDENCE, idOf } from "./synthetic-chunks.ts";

const BATCH = 500;

export interface BenchProject {
  projectId: string;
  evidenceIds: string[];
}

/** A separate database with the product's tables; `drop` removes it, as does a migration that fails. */
export async function createScratchDatabase(
  baseUrl: string,
): Promise<{ url: string; pool: Pool; drop(): Promise<void> }> {
  const name = `bench_${newId().replaceAll("-", "")}`;
  const admin = new Pool({ connectionString: baseUrl, max: 1 });
  const drop = async (): Promise<void> => {
    try {
      await admin.query(`drop database if exists ${name} with (force)`);
    } finally {
      await admin.end();
    }
  };
  const url = Object.assign(new URL(baseUrl), { pathname: `/${name}` }).href;
  try {
    await admin.query(`create database ${name}`);
    await migrate({ DATABASE_URL: url, DATABASE_POOL: 1 });
  } catch (error) {
    // What went wrong first is what matters.
    await drop().catch(() => undefined);
    throw error;
  }
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

async function addProjectRow(pool: Pool): Promise<{ projectId: string; controlId: string; userId: string }> {
  const [userId, projectId, controlId] = [newId(), newId(), newId()];
  await pool.query(
    `insert into users (id, email, name, role, created_at, updated_at) values ($1::uuid, $1::uuid::text || '@example.com', 'Bench', 'customer', now(), now())`,
    [userId],
  );
  await pool.query(
    `insert into projects (id, name, framework, created_by_id, created_at, updated_at) values ($1, 'Bench', 'soc2', $2, now(), now())`,
    [projectId, userId],
  );
  await pool.query(
    `insert into controls (id, project_id, number, title, category, trust_category, position) values ($1, $2, 'CC6.1', 'Bench', 'security', 'security', 1)`,
    [controlId, projectId],
  );
  return { projectId, controlId, userId };
}

/** The passages of a project: the text and the stored signs of the nth. */
export interface ProjectPassages {
  count: number;
  textOf(n: number): string;
  signsOf(n: number): Buffer;
}

/** Writes a project with these passages, in files of 20, all COMPLETED. */
export async function fillProject(
  pool: Pool,
  { count, textOf, signsOf }: ProjectPassages,
): Promise<BenchProject> {
  const { projectId, controlId, userId } = await addProjectRow(pool);
  const evidenceIds = Array.from({ length: Math.ceil(count / CHUNKS_PER_EVIDENCE) }, newId);
  await pool.query(
    `insert into evidence (id, project_id, control_id, title, file_name, file_size, content_type, format, sha256, uploaded_by_id,
       uploaded_at, updated_at, chunking_status)
     select id, $2, $3, 'Policy ' || n, 'policy.pdf', 1, 'application/pdf', 'pdf', '', $4, now(), now(), 'COMPLETED'
     from unnest($1::uuid[]) with ordinality as t(id, n)`,
    [evidenceIds, projectId, controlId, userId],
  );
  for (let at = 0; at < count; at += BATCH) {
    const part = Array.from({ length: Math.min(BATCH, count - at) }, (_, i) => at + i);
    const places = part.map((n) => idOf(evidenceIds, n));
    await pool.query(
      `insert into evidence_chunks (id, evidence_id, project_id, ordinal, text, page, start_offset, end_offset, signs)
       select t.id, t.evidence_id, $5, t.ordinal, t.text, 1, 0, length(t.text), t.signs
       from unnest($1::text[], $2::uuid[], $3::int[], $4::text[], $6::bytea[]) as t(id, evidence_id, ordinal, text, signs)`,
      [
        places.map((p) => p.id),
        places.map((p) => p.evidenceId),
        places.map((p) => p.ordinal),
        part.map(textOf),
        projectId,
        part.map(signsOf),
      ],
    );
  }
  await pool.query("analyze evidence, evidence_chunks");
  return { projectId, evidenceIds };
}
