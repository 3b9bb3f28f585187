import express from "express";
import { Pool } from "pg";

/*
 * A minimal handwritten handler: Express, one pool, the rows as JSON. No sign-in, limits, access rules or
 * checks. Runs in a separate process with DATABASE_URL, CUSTOMER_ID and PORT.
 */

const person = (column: string): string =>
  `(select json_build_object('id', u.id, 'name', u.name, 'role', u.role) from users u where u.id = ${column})`;
const PROJECTS = `select id, name, description, status, framework, compliance_score, demo, categories, pending_scope,
    customer_id, auditor_id, period_start::text, period_end::text, created_at, updated_at,
    (select coalesce(json_agg(json_build_object('user_id', t.user_id, 'role', t.role, 'joined_at', t.joined_at,
        'user', ${person("t.user_id")})), '[]') from team_members t where t.project_id = p.id) as team_members,
    (select json_build_object('score', least(100, coalesce(sum(f.weight), 0)), 'level', case
        when sum(f.weight) >= 80 then 'High' when sum(f.weight) >= 40 then 'Medium' else 'Low' end, 'counted', count(*))
       from findings f where f.project_id = p.id and f.status in ('open', 'in-progress')) as risk,
    (select count(*)::int from evidence e where e.project_id = p.id and e.deleted_at is null
        and (e.status = 'pending' or e.status = 'approved' and not e.approved_unread
          and (e.chunking_status in ('FAILED', 'QUARANTINED')
            or e.chunking_status <> 'COMPLETED' and e.ingestion_attempt > 0))) as waiting_reviews,
    (select to_json(m) from milestones m where m.project_id = p.id and m.status in ('planned', 'in_progress')
       order by m.due_date, m.id limit 1) as next_milestone,
    ${person("p.customer_id")} as customer, ${person("p.auditor_id")} as auditor
  from projects p where customer_id = $1 order by created_at desc, id desc limit $2 offset $3`;
const TOTAL = "select count(*)::int as total from projects where customer_id = $1";
const EVIDENCE = `select id, title, description, file_name, file_size, content_type, sha256, control_id, also_controls, project_id,
    uploaded_by_id as uploaded_by, uploaded_at, updated_at, version, previous_id,
    case when policy_id is not null then json_build_object('id', policy_id, 'version', policy_version) end as policy, reused_from, status, quality_score, quality_reasons,
    tags, collected_at::text, period_start::text, period_end::text, expires_at,
    reviewed_by_id as reviewed_by, reviewed_at, review_note, approved_unread, acceptance, accepted_by_id as accepted_by, accepted_at,
    acceptance_note, page_count, chunk_count, chunking_status,
    case when has_thumbnail then '/api/v1/evidence/' || id || '/thumbnail' end as thumbnail, extraction_warnings as warnings,
    (select coalesce(json_agg(json_build_object('id', d.id, 'title', d.title) order by d.id), '[]') from evidence d
       where d.project_id = e.project_id and d.sha256 = e.sha256 and d.id <> e.id and d.deleted_at is null
         and d.status <> 'superseded') as duplicates,
    (select json_build_object('id', r.evidence_id, 'title', r.title, 'rejected_at', r.rejected_at, 'note', r.note)
       from rejected_files r where r.project_id = e.project_id and r.sha256 = e.sha256 and r.evidence_id <> e.id
       order by r.rejected_at desc limit 1) as rejected_before,
    ${person("e.uploaded_by_id")} as uploader, ${person("e.reviewed_by_id")} as reviewer,
    ${person("e.accepted_by_id")} as acceptor
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
