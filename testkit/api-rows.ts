import type { Pool } from "pg";
import { newId } from "../platform/ids.ts";
import { hashPassword } from "../platform/crypto/passwords.ts";

export const PASSWORD = "bench-bench-bench";

export interface ApiRows {
  customerId: string;
  email: string;
  evidenceIds: string[];
}

export const addUser = async (pool: Pool, role: string, passwordHash: string | null): Promise<string> => {
  const id = newId();
  await pool.query(
    `insert into users (id, email, name, role, password_hash, created_at, updated_at)
     values ($1::uuid, $1::uuid::text || '@example.com', 'Bench', $2, $3, now(), now())`,
    [id, role, passwordHash],
  );
  return id;
};

/**
 * A customer's projects, each shared with a colleague, with a control and a piece of evidence; and as many of
 * another customer.
 */
export async function fillForApi(pool: Pool, projects: number): Promise<ApiRows> {
  const customerId = await addUser(pool, "customer", await hashPassword(PASSWORD));
  const [colleagueId, strangerId] = [
    await addUser(pool, "customer", null),
    await addUser(pool, "customer", null),
  ];
  const ids = Array.from({ length: projects }, newId);
  const evidenceIds = ids.map(newId);
  for (const [owner, projectIds] of [
    [customerId, ids],
    [strangerId, ids.map(newId)],
  ] as const)
    await pool.query(
      `insert into projects (id, name, description, framework, customer_id, created_by_id, period_start, period_end, created_at, updated_at)
       select id, 'Project ' || n, 'The report of the year ' || n, 'soc2', $2, $2, '2026-01-01', '2026-12-31', now() - n * interval '1 hour', now()
         from unnest($1::uuid[]) with ordinality as t(id, n)`,
      [projectIds, owner],
    );
  await pool.query(
    `insert into team_members (project_id, user_id, role, joined_at) select id, $2, 'customer', date_trunc('ms', now()) from unnest($1::uuid[]) as t(id)`,
    [ids, colleagueId],
  );
  await pool.query(
    `with c as (
       insert into controls (id, project_id, number, title, category, trust_category, position)
       select gen_random_uuid(), id, 'CC6.1', 'Access', 'security', 'security', 1 from unnest($1::uuid[]) as t(id)
       returning id, project_id)
     insert into evidence (id, project_id, control_id, title, file_name, file_size, content_type, format, sha256, uploaded_by_id,
       uploaded_at, updated_at, chunking_status)
     select e.id, c.project_id, c.id, 'Access policy', 'policy.pdf', 48000, 'application/pdf', 'pdf', repeat('a', 64), $3, now(), now(), 'COMPLETED'
       from unnest($1::uuid[], $2::uuid[]) as e(project_id, id) join c on c.project_id = e.project_id`,
    [ids, evidenceIds, customerId],
  );
  await pool.query("analyze");
  return { customerId, email: `${customerId}@example.com`, evidenceIds };
}
