import { describe, expect, it } from "@jest/globals";
import type { EntityName } from "@mikro-orm/postgresql";
import { ApiKey } from "../domain/api-keys/api-key.entity.ts";
import { entities } from "../domain/entities.ts";
import { Event } from "../domain/events/event.entity.ts";
import { Project, TeamMember } from "../domain/projects/project.entity.ts";
import { User } from "../domain/users/user.entity.ts";
import { newId } from "../platform/ids.ts";
import { createOrm } from "../platform/database/orm.ts";
import { countGroups, countRows, readIds, readRows } from "../platform/database/read-rows.ts";
import { createTestDatabase } from "./support/test-database.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

const NAMES = ["plain", 'O\'Hara \\ "quoted" ? $1', "100 % {a,b}"];

const database = await stopAfterAll(createTestDatabase());
const orm = await stopAfterAll(createOrm({ DATABASE_URL: database.url, DATABASE_POOL: 2 }, entities));
const em = orm.em.fork();
const owner = em.create(User, { email: "a@example.com", name: "A", role: "customer" });
await em.flush();
for (const [n, name] of NAMES.entries()) {
  const createdAt = new Date(Date.UTC(2026, 0, 1 + n, 12, 30, 15, 250));
  const times = { createdAt, updatedAt: createdAt };
  em.create(Project, {
    name,
    framework: "soc2",
    createdBy: owner,
    complianceScore: 33.3 + n,
    customer: n ? owner : null,
    periodStart: "2026-01-01",
    ...times,
  });
  em.create(ApiKey, {
    owner,
    name,
    kind: "Testing",
    scopes: n ? ["read", "write"] : [],
    restrictions: { projectIds: [newId()] },
    hash: name,
    lastFour: "abcd",
    createdAt,
  });
}
await em.flush();
for (const project of await em.find(Project, {}))
  em.create(TeamMember, { project, user: owner, role: "customer", joinedAt: new Date() });
await em.flush();

const namesOf = (rows: readonly { name: string }[]): string[] => rows.map(({ name }) => name).toSorted();

/** What the ORM returns for the same rows: relations as ids, without collections and lazy attributes. */
async function asTheOrmReads(entity: EntityName<object>): Promise<Record<string, unknown>[]> {
  const meta = orm.getMetadata().get(entity);
  const found = (await orm.em.fork().find(entity, {})) as Record<string, unknown>[];
  const read = meta.props.filter(({ kind, lazy }) => kind !== "1:m" && lazy !== true);
  return found.map((row) =>
    Object.fromEntries(
      read.map(({ name, kind }) => {
        const value = row[name];
        const isRelation = kind === "m:1" && value !== null && value !== undefined;
        return [name, isRelation ? { id: (value as { id: string }).id } : (value ?? null)];
      }),
    ),
  );
}

describe("readRows, readIds and countRows", () => {
  it.each<EntityName<object>>([Project, ApiKey, TeamMember, User])(
    "return the same as the ORM (%p)",
    async (entity) => {
      const rows = await readRows(em, entity, { where: {} });
      const expected = await asTheOrmReads(entity);
      expect(rows).toHaveLength(expected.length);
      expect(rows).toEqual(expect.arrayContaining(expected));
    },
  );

  it.each(NAMES)("find rows by %j, whatever was read before", async (name) => {
    expect(namesOf(await readRows(em, Project, { where: { name } }))).toEqual([name]);
    expect(await countRows(em, Project, { name })).toBe(1);
  });

  it("find rows by values that the ORM embeds in others: lists and patterns", async () => {
    const byScope = (scope: string) => readRows(em, ApiKey, { where: { scopes: { $contains: [scope] } } });
    expect(await byScope("read")).toHaveLength(2);
    expect(await byScope("admin")).toHaveLength(0);
    expect(await readRows(em, Project, { where: { name: { $ilike: "%HARA%" } } })).toHaveLength(1);
    expect(await readRows(em, Project, { where: { name: { $in: NAMES.slice(0, 2) } } })).toHaveLength(2);
  });

  it.each([0, 1, 2, 3])("find rows by a list of %i, or exclude them by it", async (length) => {
    const names = NAMES.slice(0, length);
    expect(namesOf(await readRows(em, Project, { where: { name: { $in: names } } }))).toEqual(
      names.toSorted(),
    );
    expect(await countRows(em, Project, { name: { $in: names } })).toBe(length);
    expect(await countRows(em, Project, { name: { $nin: names } })).toBe(NAMES.length - length);
    expect(await countRows(em, Project, { customer: { $in: [owner.id] }, name: { $in: names } })).toBe(
      Math.max(0, length - 1),
    );
  });

  it("find rows by times, null and relations", async () => {
    const from = (day: number) => ({ createdAt: { $gte: new Date(Date.UTC(2026, 0, day)) } });
    expect(await countRows(em, Project, from(1))).toBe(3);
    expect(await countRows(em, Project, from(3))).toBe(1);
    expect(await countRows(em, Project, { customer: null })).toBe(1);
    expect(await countRows(em, Project, { customer: { email: "a@example.com" } })).toBe(2);
    expect(await countRows(em, Project, { team: { $some: { user: { id: owner.id } } } })).toBe(3);
    expect(await countRows(em, Project, { team: { $some: { user: { id: newId() } } } })).toBe(0);
  });

  it("read lazy attributes only on request", async () => {
    const heardBy = [newId()];
    const now = new Date();
    const written = orm.em.fork();
    written.create(Event, {
      kind: "evidence.uploaded",
      subjectId: newId(),
      data: {},
      heardBy,
      occurredAt: now,
      dispatchedAt: now,
      publishedAt: now,
    });
    await written.flush();
    const [event] = await readRows(em, Event, { where: {} });
    expect(event).not.toHaveProperty("heardBy");
    const [whole] = await readRows(em, Event, { where: { id: event!.id }, also: ["heardBy"] });
    expect(whole).toEqual({ ...event, heardBy });
  });

  it("return rows in order, by page", async () => {
    const page = (offset: number) =>
      readRows(em, Project, { where: {}, orderBy: { createdAt: "desc" }, limit: 2, offset });
    expect((await page(0)).map(({ name }) => name)).toEqual([NAMES[2], NAMES[1]]);
    expect((await page(2)).map(({ name }) => name)).toEqual([NAMES[0]]);
    const many = await readRows(em, Project, {
      where: {},
      orderBy: { createdAt: "desc" },
      limit: 2,
    });
    expect(many).toEqual(await page(0));
    const ids = await readIds(em, Project, {
      where: {},
      orderBy: { createdAt: "desc" },
      limit: 2,
      offset: 1,
    });
    expect(ids).toEqual((await page(1)).map(({ id }) => id));
    const rising = await readRows(em, Project, { where: {}, orderBy: { createdAt: "asc" }, limit: 1 });
    expect(namesOf(rising)).toEqual([NAMES[0]]);
  });

  it("count the rows of each group, and those that match more", async () => {
    const groups = await countGroups(em, Project, {
      where: { framework: "soc2" },
      by: ["customer", "framework"],
      counts: { plain: { name: "plain" } },
    });
    expect(groups.toSorted((one, other) => one.total - other.total)).toEqual([
      { customer: null, framework: "soc2", total: 1, plain: 1 },
      { customer: { id: owner.id }, framework: "soc2", total: 2, plain: 0 },
    ]);
  });

  it("see the current transaction", async () => {
    const inside = await orm.em.fork().transactional(async (inner) => {
      await inner.nativeUpdate(Project, { name: "plain" }, { name: "changed" });
      const seen = [
        await countRows(inner, Project, { name: "changed" }),
        await countRows(em, Project, { name: "changed" }),
      ];
      await inner.nativeUpdate(Project, { name: "changed" }, { name: "plain" });
      return seen;
    });
    expect(inside).toEqual([1, 0]);
  });

  it("prepare a statement once per connection, for all values and also in transactions", async () => {
    const single = await createOrm({ DATABASE_URL: database.url, DATABASE_POOL: 1 }, entities);
    const own = single.em.fork();
    for (const name of NAMES) await readIds(own, Project, { where: { name, framework: "soc2" } });
    for (const name of NAMES)
      await own.transactional((inner) => readIds(inner, Project, { where: { name, framework: "soc2" } }));
    const prepared = await own
      .getConnection()
      .execute<{ statement: string; runs: string }[]>(
        "select statement, generic_plans + custom_plans as runs from pg_prepared_statements",
      );
    await single.close();
    expect(prepared.map(({ statement, runs }) => [statement, Number(runs)])).toEqual([
      [
        `select "e"."id" as "id" from "projects" as "e" where ("e"."name" = $1 and "e"."framework" = $2)`,
        2 * NAMES.length,
      ],
    ]);
  });

  it("return the connection after a failed statement", async () => {
    const single = await createOrm({ DATABASE_URL: database.url, DATABASE_POOL: 1 }, entities);
    const own = single.em.fork();
    await expect(readIds(own, Project, { where: { id: "not an id" } })).rejects.toThrow(
      "invalid input syntax",
    );
    expect(await countRows(own, Project, { name: "plain" })).toBe(1);
    await single.close();
  });

  it("refuse a filter that could lose a part", async () => {
    const hidden = { name: "plain", [Symbol("raw")]: "and more" };
    await expect(readRows(em, Project, { where: hidden })).rejects.toThrow("consists of plain data");
    await expect(readRows(em, Project, { where: { customer: owner } })).rejects.toThrow(
      "consists of plain data",
    );
  });
});
