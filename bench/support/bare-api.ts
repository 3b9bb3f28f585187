import express from "express";
import { Pool } from "pg";

/*
 * A minimal handwritten handler: Express, one pool, the rows as JSON. No sign-in, limits, access rules or
 * checks. Runs in a separate process with DATABASE_URL, CUSTOMER_ID and PORT.
 */

const PROJECTS = `select id, name, description, status, framework, compliance_score, demo, customer_id, auditor_id,
    period_start::text, period_end::text, created_at, updated_at,
    (select coalesce(json_agg(json_build_object('user_id', t.user_id, 'role', t.role, 'joined_at', t.joined_at)), '[]')
       from team_members t where t.project_id = p.id) as team_members
  from projects p where customer_id = $1 order by created_at desc, id desc limit $2 offset $3`;
const TOTAL = "select count(*)::int as total from projects where customer_id = $1";
const EVIDENCE = `select id, title, description, file_name, file_size, content_type, sha256, control_id, also_controls, project_id,
    uploaded_by_id as uploaded_by, uploaded_at, updated_at, version, previous_id, reused_from, status, quality_score, quality_reasons,
    tags, collected_at::text, period_start::text, period_end::text, expires_at,
    reviewed_by_id as reviewed_by, reviewed_at, review_note, page_count, chunk_count, chunking_status,
    case when has_thumbnail then '/api/v1/evidence/' || id || '/thumbnail' end as thumbnail,
    (select coalesce(json_agg(json_build_object('id', d.id, 'title', d.title) order by d.id), '[]') from evidence d
       where d.project_id = e.project_id and d.sha256 = e.sha256 and d.id <> e.id and d.deleted_at is null
         and d.status <> 'superseded') as duplicates
  from evidence e where id = $1`;

const pool = new Pool({ connectionString: process.env["DATABASE_URL"], max: 20 });
const customerId = process.env["CUSTOMER_ID"];
const app = express();

const envelope = (data: unknown) => ({
  success: true,
  data,
  timestamp: new Date().toISOString(),
  request_id: crypto.randomUUID(),
});

interface ProjectRow {
  team_members: { joined_at: string }[];
}

app.get("/api/v1/projects", async (request, response) => {
  const page = Number(request.query["page"] ?? 1);
  const limit = Number(request.query["limit"] ?? 20);
  const [{ rows }, totals] = await Promise.all([
    pool.query<ProjectRow>(PROJECTS, [customerId, limit, (page - 1) * limit]),
    pool.query<{ total: number }>(TOTAL, [customerId]),
  ]);
  for (const { team_members: team } of rows)
    for (const member of team) member.joined_at = new Date(member.joined_at).toISOString();
  const { total } = totals.rows[0]!;
  response.json(
    envelope({ projects: rows, pagination: { page, limit, total, pages: Math.ceil(total / limit) } }),
  );
});

app.get("/api/v1/evidence/:id", async (request, response) => {
  const { rows } = await pool.query<{ file_size: string }>(EVIDENCE, [request.params.id]);
  const [row] = rows;
  if (row === undefined) return void response.status(404).json({ success: false });
  response.json(envelope({ ...row, file_size: Number(row.file_size) }));
});

app.listen(Number(process.env["PORT"]), "127.0.0.1");
