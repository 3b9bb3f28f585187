import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { databaseCallerOf } from "../api/gateway/database-caller-of.ts";
import { where } from "../domain/access/decide.ts";
import { accessRules } from "../domain/access-rules.ts";
import type { Actor } from "../domain/actor.ts";
import { entities } from "../domain/entities.ts";
import { Project } from "../domain/projects/project.entity.ts";
import { SCOPES } from "../domain/users/user.rules.ts";
import { actAs, actAsSystem } from "../platform/database/database-caller.ts";
import { createOrm, type Orm } from "../platform/database/orm.ts";
import { createWorld } from "./support/access-world.ts";
import { createTestDatabase } from "./support/test-database.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

/* Every table with tenant rows must be covered. See row-level-security.test.ts for what each policy shows. */

const SEED = 20_261_123;
/** Rows of a project, visible to everyone who sees the project. */
const PARTS = [
  "controls",
  "milestones",
  "team_members",
  "score_snapshots",
  "rejected_files",
  "agents",
  "control_comments",
  "finding_comments",
] as const;
const PROJECT_OF = "(select project_id from findings where findings.id = finding_id)";
const projectOf = (table: string): string => (table === "finding_comments" ? PROJECT_OF : "project_id");

/** Column names that identify the owner of a row. */
const WHOSE = /^(project|user|owner|evidence|finding|policy|questionnaire|conversation|webhook)_id$/;
/** Tables that have such a column but no policy, with the reason. */
const DECIDED: Record<string, string> = {
  audit_intake: "is only written to: no caller may read it",
  authorization_codes: "is found by a secret, before anybody is signed in",
  device_grants: "is found by a secret, before anybody is signed in",
  linked_accounts: "is found by the chat that asks, before it is known for whom",
  oauth_clients: "is found by the client's id, before anybody is signed in",
  password_resets: "is found by a secret, before anybody is signed in",
  recovery_codes: "is asked of while a user signs in",
  sessions: "is asked of before it is known for whom; of its columns, one may be changed",
  totp_factors: "is asked of while a user signs in",
  upstream_accounts: "is asked of while a user signs in",
};

const database = await stopAfterAll(createTestDatabase());
const connection = { DATABASE_URL: database.url, DATABASE_POOL: 2 };
const owner = await stopAfterAll(createOrm(connection, entities));
const api = await stopAfterAll(createOrm(connection, entities, "callers"));
const world = await createWorld(owner, SEED);
const em = owner.em.fork();
await em.execute("update projects set deleting_at = null");
await em.execute(`insert into controls (id, project_id, number, title, category, trust_category, position)
  select gen_random_uuid(), id, 'X1', 'T', 'c', 'security', 0 from projects`);
await em.execute(`insert into milestones (id, project_id, name, due_date)
  select gen_random_uuid(), id, 'M', now() from projects`);
await em.execute(`insert into score_snapshots (project_id, day, taken_at, overall, categories, coverage, quality, progress)
  select id, current_date, now(), 1, '{}', '{}', '{}', '{}' from projects`);
await em.execute(`insert into rejected_files (project_id, sha256, evidence_id, title, note, rejected_at)
  select id, 'ab', gen_random_uuid(), 'T', '', now() from projects`);
await em.execute(`insert into control_comments (id, project_id, control_id, author_id, text, created_at)
  select gen_random_uuid(), c.project_id, c.id, p.created_by_id, 'C', now() from controls c join projects p on p.id = c.project_id`);
await em.execute(`insert into finding_comments (id, finding_id, author_id, text, created_at)
  select gen_random_uuid(), id, created_by_id, 'C', now() from findings where created_by_id is not null`);

const run = <T extends object>(orm: Orm, sql: string): Promise<T[]> => orm.em.fork().execute<T[]>(sql);
const as = <T>(actor: Actor, work: () => T): T => actAs(databaseCallerOf(actor), work);
/** The projects that the rows belong to; null for agents that serve all of them. */
const projectsIn = async (orm: Orm, table: string): Promise<(string | null)[]> =>
  (await run<{ id: string | null }>(orm, `select ${projectOf(table)}::text as id from ${table}`))
    .map(({ id }) => id)
    .toSorted((a, b) => String(a).localeCompare(String(b)));

test("every table with an owner column has a policy, or a reason for none", async () => {
  const open = await run<{ table: string; columns: string[] }>(
    owner,
    `select c.table_name as table, array_agg(c.column_name::text) as columns from information_schema.columns c
       join pg_class t on t.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
      where c.table_schema = current_schema() and t.relkind = 'r'
        and not (t.relrowsecurity and exists (select from pg_policy where polrelid = t.oid))
      group by 1`,
  );
  const forgotten = open.filter(({ columns }) => columns.some((column) => WHOSE.test(column)));
  expect(forgotten.map(({ table }) => table).toSorted()).toEqual(Object.keys(DECIDED).toSorted());
});

describe.each(PARTS)("%s", (table) => {
  test("are visible with their project only", async () => {
    const all = await projectsIn(owner, table);
    expect(all.length).toBeGreaterThan(10);
    expect(await projectsIn(api, table)).toEqual([]);
    expect(await actAsSystem(() => projectsIn(api, table))).toEqual(all);
    const seen = { none: 0, some: 0 };
    for (const actor of fc.sample(world.actor, { seed: SEED, numRuns: 80 })) {
      const filter = where({ ...actor, scopes: SCOPES }, accessRules["project.read"]);
      const ids = new Set((await owner.em.fork().find(Project, filter)).map(({ id }) => id));
      const servesAll = actor.role === "admin" && actor.projectIds === null;
      const expected = all.filter((id) => (id === null ? servesAll : ids.has(id)));
      expect(await as(actor, () => projectsIn(api, table))).toEqual(expected);
      seen[expected.length === 0 ? "none" : "some"] += 1;
    }
    expect(Math.min(seen.none, seen.some)).toBeGreaterThan(5);
  });

  test("of others can be neither changed nor deleted", async () => {
    const outsider: Actor = { ...fc.sample(world.actor, { seed: SEED, numRuns: 1 })[0]!, role: "customer" };
    const nobody = {
      ...outsider,
      id: "00000000-0000-7000-8000-000000000000",
      managerId: null,
      projectIds: [],
    };
    const column = table === "finding_comments" ? "finding_id" : "project_id";
    await as(nobody, async () => {
      expect(await run(api, `update ${table} set ${column} = ${column} returning 1`)).toEqual([]);
      expect(await run(api, `delete from ${table} returning 1`)).toEqual([]);
    });
  });
});

describe("as the role of the API", () => {
  const refusedAsApi = (sql: string) =>
    expect(actAsSystem(() => run(api, sql))).rejects.toThrow(/permission denied for table/);

  test.each([
    "select * from signing_keys",
    "insert into signing_keys (id) values (gen_random_uuid())",
    "update signing_keys set status = status",
    "delete from signing_keys",
    "delete from mikro_orm_migrations",
    "delete from users",
    "update users set id = id",
    "update users set created_at = created_at",
    "delete from sessions",
    "update sessions set user_id = user_id",
    "update sessions set expires_at = expires_at",
    "update sessions set scopes = scopes",
    "update sessions set user_agent = user_agent",
    "update sessions set address = address",
    "update sessions set last_used_at = last_used_at",
    "update sessions set authenticated_at = authenticated_at",
    "update refresh_tokens set session_id = session_id",
    "delete from refresh_tokens",
  ])("refused: %s", refusedAsApi);

  test.each([
    "update users set last_login = last_login where false",
    "update sessions set revoked_at = revoked_at where false",
    "update refresh_tokens set used_at = used_at where false",
    "select 1 from users for update",
  ])("commands may: %s", async (sql) => {
    await expect(actAsSystem(() => run(api, sql))).resolves.toBeDefined();
  });
});
