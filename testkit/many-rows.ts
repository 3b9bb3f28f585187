import type { Pool } from "pg";
import { hashPassword } from "../platform/crypto/passwords.ts";
import type { Role } from "../domain/users/user.rules.ts";
import { PASSWORD } from "./api-rows.ts";

export interface Amounts {
  projects: number;
  evidence: number;
  findings: number;
  auditEntries: number;
}

/** For each role, the caller with the most projects. */
export interface ManyRows {
  emails: Record<Role, string>;
  /** A project visible to all four, with a control and a finding without an agent. */
  projectId: string;
  managerId: string;
}

const PEOPLE = `
  create temp table managers as select row_number() over () - 1 as n, gen_random_uuid() as id from generate_series(1, 10);
  create temp table auditors as select row_number() over () - 1 as n, gen_random_uuid() as id from generate_series(1, 40);
  create temp table customers as select row_number() over () - 1 as n, gen_random_uuid() as id from generate_series(1, 400);
  insert into users (id, email, name, role, created_at, updated_at, demo_allowed, active, preferences)
    select id, 'manager' || n || '@example.com', 'Manager ' || n, 'manager', now() - n * interval '1 day', now(), false, true, '{}'::jsonb from managers;
  insert into users (id, email, name, role, manager_id, created_at, updated_at, demo_allowed, active, preferences)
    select a.id, 'auditor' || a.n || '@example.com', 'Auditor ' || a.n, 'auditor', m.id, now() - a.n * interval '1 day', now(), false, true, '{}'::jsonb
      from auditors a join managers m on m.n = a.n % 10
    union all
    select c.id, 'customer' || c.n || '@example.com', 'Customer ' || c.n, 'customer', m.id, now() - c.n * interval '1 hour', now(), false, true, '{}'::jsonb
      from customers c join managers m on m.n = c.n % 10;
  insert into users (id, email, name, role, created_at, updated_at)
    values (gen_random_uuid(), 'admin0@example.com', 'Admin', 'admin', now(), now());`;

/** Few customers have many projects; most have one or two. */
const PROJECTS = `
  create temp table numbered as select n::int - 1 as n, gen_random_uuid() as id from generate_series(1, $projects) n;
  insert into projects (id, name, description, status, framework, demo, customer_id, auditor_id, created_by_id, created_at, updated_at, compliance_score)
    select p.id, 'Project ' || p.n, 'The report of the year ' || p.n, (array['active','active','active','on_hold','in_audit','completed','archived'])[1 + p.n % 7],
      (array['soc2','iso27001'])[1 + p.n % 2], p.n = 7, c.id, a.id, c.id, now() - p.n * interval '1 hour', now(), p.n % 100
    from numbered p join customers c on c.n = floor(400 * power(p.n / $projects::float, 2)) join auditors a on a.n = p.n % 40;
  insert into team_members (project_id, user_id, role, joined_at)
    select p.id, c.id, 'customer', now() from numbered p join customers c on c.n = (p.n * 7) % 400;
  insert into controls (id, project_id, number, title, category, trust_category, position, status, progress)
    select gen_random_uuid(), p.id, 'C' || k, 'Control ' || k, 'security', 'security', k, (array['not_started','in_progress','complete'])[1 + (p.n + k) % 3], (p.n + k) % 100
    from numbered p, generate_series(1, 61) k;
  create temp table numbered_controls as
    select p.n as project_n, c.position as k, c.id, c.project_id from controls c join numbered p on p.id = c.project_id;
  create unique index on numbered_controls (project_n, k);
  analyze numbered_controls;`;

/** Consecutive rows belong to different projects, like real uploads. */
const EVIDENCE = `
  insert into evidence (id, project_id, control_id, title, description, file_name, file_size, content_type, format, sha256, tags, uploaded_by_id,
      uploaded_at, updated_at, status, quality_score, chunking_status)
    select gen_random_uuid(), p.id, c.id,
      (array['Access','Backup','Incident','Vendor','Change','Network','Training','Privacy'])[1 + (i * 7) % 8] || ' ' ||
      (array['policy','review','report','screenshot','list','minutes'])[1 + (i / 8) % 6] || ' ' || i, 'Collected in round ' || i % 97,
      'file-' || i || '.pdf', 1000 + i * 37 % 900000, 'application/pdf', 'pdf', md5(i::text), array['round-' || i % 20], pr.customer_id,
      now() - i * interval '5 minutes', now(),
      (array['approved','approved','approved','approved','pending','pending','pending','rejected','expired','superseded'])[1 + (i / 1000 + i) % 10],
      i % 101, (array['COMPLETED','COMPLETED','COMPLETED','FAILED','PENDING'])[1 + (i / 7) % 5]
    from generate_series(1, $evidence) i join numbered p on p.n = i % $projects join projects pr on pr.id = p.id
      join numbered_controls c on c.project_n = p.n and c.k = 1 + (i / $projects + i) % 61;`;

const FINDINGS = `
  insert into findings (id, project_id, control_id, title, description, severity, weight, status, category, integration, source_id, created_by_id,
      assigned_to_id, opened_at, due_date, created_at, updated_at)
    select gen_random_uuid(), p.id, c.id, (array['Open port','Weak cipher','Missing patch','Public bucket','Stale account'])[1 + (i * 3) % 5] || ' ' || i,
      'Seen on host-' || i % 5000, s.name, s.weight,
      (array['open','open','open','in-progress','resolved','closed','closed','accepted','false-positive'])[1 + (i / 500) % 9],
      (array['network','identity','storage','compute'])[1 + i % 4], (array['scanner','cloud','manual'])[1 + (i / 4) % 3], 'source-' || i, pr.customer_id,
      case when i % 3 = 0 then pr.auditor_id end, now() - i * interval '5 minutes', now() + (i % 200 - 100) * interval '1 day',
      now() - i * interval '5 minutes', now()
    from generate_series(1, $findings) i join numbered p on p.n = i % $projects join projects pr on pr.id = p.id
      join numbered_controls c on c.project_n = p.n and c.k = 1 + (i / $projects) % 61
      join (values (0, 'Critical', 10), (1, 'High', 7), (2, 'Medium', 4), (3, 'Low', 2), (4, 'Info', 0)) s(n, name, weight) on s.n = (i / 11) % 5;`;

const REST = `
  insert into audit_entries (position, id, occurred_at, actor_id, actor_role, action, subject_kind, subject_id, project_id, data, previous_hash, hash)
    select i, gen_random_uuid(), now() - ($auditEntries - i) * interval '1 minute', coalesce(pr.customer_id, pr.auditor_id), 'customer',
      (array['evidence.uploaded','evidence.processed','evidence.approved','finding.created','finding.status_changed','control.status_changed','score.changed'])[1 + i % 7],
      (array['evidence','evidence','evidence','finding','finding','control','project'])[1 + i % 7], gen_random_uuid()::text, p.id,
      jsonb_build_object('note', 'entry ' || i), md5((i - 1)::text), md5(i::text)
    from generate_series(1, $auditEntries) i join numbered p on p.n = i % $projects join projects pr on pr.id = p.id;
  insert into reports (id, project_id, kind, status, progress, requested_by_id, requested_at, expires_at)
    select gen_random_uuid(), p.id, (array['auditor_package','summary_pdf','csv'])[1 + i % 3], 'completed', 1, pr.customer_id, now() - i * interval '1 hour', now()
    from generate_series(1, 5000) i join numbered p on p.n = i % $projects join projects pr on pr.id = p.id;
  insert into api_keys (id, owner_id, name, kind, scopes, restrictions, hash, last_four, created_at)
    select gen_random_uuid(), c.id, 'Key ' || c.n, 'Testing', '{read}', '{}', md5(c.n::text), '0000', now() - c.n * interval '1 hour' from customers c;`;

/**
 * Fills empty tables with the equivalent of years of use, distributed realistically: a few people have many
 * rows.
 */
export async function fillWithMany(pool: Pool, amounts: Amounts): Promise<ManyRows> {
  const client = await pool.connect();
  try {
    for (const script of [PEOPLE, PROJECTS, EVIDENCE, FINDINGS, REST])
      await client.query(script.replaceAll(/\$(\w+)/g, (_, name: keyof Amounts) => String(amounts[name])));
    await client.query("update users set password_hash = $1 where email like '%0@example.com'", [
      await hashPassword(PASSWORD),
    ]);
    await client.query("vacuum analyze");
    const { rows } = await client.query<{ project: string; manager: string }>(
      `select (select id from numbered where n = 0) as project, (select id from managers where n = 0) as manager`,
    );
    const emails = { admin: "admin0@example.com", manager: "manager0@example.com" };
    return {
      emails: { ...emails, auditor: "auditor0@example.com", customer: "customer0@example.com" },
      projectId: rows[0]!.project,
      managerId: rows[0]!.manager,
    };
  } finally {
    client.release();
  }
}
