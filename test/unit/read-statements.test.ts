import { describe, expect, it } from "@jest/globals";
import { statementFor } from "../../platform/database/read-statements.ts";
import { useStatements } from "../support/statement-stage.ts";

const { metaOf, read, ids, count } = await useStatements();

/** The text from the first join or condition on. */
const restOf = (name: string, where: unknown): { rest: string; parameters: readonly unknown[] } => {
  const { sql, parameters } = ids(name, { where });
  const table = `select "e"."id" as "id" from "${metaOf(name).tableName}" as "e" `;
  expect(sql.startsWith(table)).toBe(true);
  return { rest: sql.slice(table.length), parameters };
};
const conditionOf = (where: unknown, name = "Evidence") => {
  const { rest, parameters } = restOf(name, where);
  expect(rest).toMatch(/^where /);
  return [rest.slice("where ".length), ...parameters];
};

describe("a condition on an attribute", () => {
  it.each<[string, unknown, string, unknown[]]>([
    ["a value", { title: "a" }, `"e"."title" = $1`, ["a"]],
    ["a number", { version: 3 }, `"e"."version" = $1`, [3]],
    ["a time", { uploadedAt: { $gte: new Date(0) } }, `"e"."uploaded_at" >= $1`, [new Date(0)]],
    ["equal", { title: { $eq: "a" } }, `"e"."title" = $1`, ["a"]],
    ["different", { title: { $ne: "a" } }, `"e"."title" != $1`, ["a"]],
    ["more", { version: { $gt: 1 } }, `"e"."version" > $1`, [1]],
    ["less", { version: { $lt: 1 } }, `"e"."version" < $1`, [1]],
    ["a range", { version: { $gte: 1, $lte: 2 } }, `("e"."version" >= $1 and "e"."version" <= $2)`, [1, 2]],
    ["a pattern", { title: { $like: "%a" } }, `"e"."title" like $1`, ["%a"]],
    ["a pattern in any case", { title: { $ilike: "%a" } }, `"e"."title" ilike $1`, ["%a"]],
    ["one of a list", { title: { $in: ["a", "b"] } }, `"e"."title" = any($1)`, [["a", "b"]]],
    ["one of nothing", { title: { $in: [] } }, `"e"."title" = any($1)`, [[]]],
    ["a list itself", { title: ["a", "b"] }, `"e"."title" = any($1)`, [["a", "b"]]],
    ["none of a list", { title: { $nin: ["a"] } }, `"e"."title" <> all($1)`, [["a"]]],
    ["a list that contains", { tags: { $contains: ["a"] } }, `"e"."tags" @> $1`, [["a"]]],
    ["nothing", { deletedAt: null }, `"e"."deleted_at" is null`, []],
    ["undefined as nothing", { deletedAt: undefined }, `"e"."deleted_at" is null`, []],
    ["anything", { deletedAt: { $ne: null } }, `"e"."deleted_at" is not null`, []],
    ["a constant", { approvedUnread: false }, `"e"."approved_unread" = false`, []],
    ["not a constant", { approvedUnread: { $ne: true } }, `"e"."approved_unread" != true`, []],
    ["a relation", { project: "p" }, `"e"."project_id" = $1`, ["p"]],
    ["a relation by its id", { project: { id: "p" } }, `"e"."project_id" = $1`, ["p"]],
    ["a relation among ids", { project: { id: { $in: ["p"] } } }, `"e"."project_id" = any($1)`, [["p"]]],
    ["no relation", { previous: null }, `"e"."previous_id" is null`, []],
    ["another relation", { project: { $ne: "p" } }, `"e"."project_id" != $1`, ["p"]],
  ])("%s", (_what, where, text, parameters) => {
    expect(conditionOf(where)).toEqual([text, ...parameters]);
  });

  it("keeps values out of the text", () => {
    const hostile = `' or 1=1 --"; $1 ?`;
    expect(conditionOf({ title: hostile })).toEqual([`"e"."title" = $1`, hostile]);
  });
});

describe("conditions together", () => {
  it.each<[string, unknown, string]>([
    ["none", {}, "1 = 1"],
    ["no part", { $and: [] }, "1 = 1"],
    ["an empty part", { $and: [{}, { title: "a" }] }, `"e"."title" = $1`],
    ["no alternative", { $or: [] }, "1 = 0"],
    ["no alternative beside a condition", { title: "a", $or: [] }, `("e"."title" = $1 and 1 = 0)`],
    ["two attributes", { title: "a", version: 1 }, `("e"."title" = $1 and "e"."version" = $2)`],
    [
      "alternatives",
      { status: "a", $or: [{ title: "b", version: 1 }, { title: "c" }] },
      `("e"."status" = $1 and (("e"."title" = $2 and "e"."version" = $3) or "e"."title" = $4))`,
    ],
    [
      "nested alternatives",
      { $or: [{ $and: [{ $or: [{ title: "a" }, { title: "b" }] }, { version: 1 }] }, { version: 2 }] },
      `((("e"."title" = $1 or "e"."title" = $2) and "e"."version" = $3) or "e"."version" = $4)`,
    ],
  ])("%s", (_what, where, text) => {
    expect(conditionOf(where)[0]).toBe(text);
  });
});

describe("a condition on related rows", () => {
  it("joins a required relation, so that PostgreSQL may start from it", () => {
    expect(restOf("Evidence", { project: { status: "active" } }).rest).toBe(
      `inner join "projects" as "e1" on "e"."project_id" = "e1"."id" where "e1"."status" = $1`,
    );
  });

  it("keeps rows without an optional relation, and everything behind it", () => {
    expect(restOf("Project", { customer: { manager: null } }).rest).toBe(
      `left join "users" as "e1" on "e"."customer_id" = "e1"."id" where "e1"."manager_id" is null`,
    );
    expect(restOf("Project", { customer: { manager: { email: "a" } } }).rest).toBe(
      `left join "users" as "e1" on "e"."customer_id" = "e1"."id" ` +
        `left join "users" as "e12" on "e1"."manager_id" = "e12"."id" where "e12"."email" = $1`,
    );
  });

  it("joins a relation once, wherever it is mentioned", () => {
    const where = {
      project: { status: "a" },
      $or: [{ project: { name: "b" } }, { control: { owner: "c" } }],
    };
    expect(restOf("Evidence", where).rest).toBe(
      `inner join "projects" as "e1" on "e"."project_id" = "e1"."id" ` +
        `inner join "controls" as "e2" on "e"."control_id" = "e2"."id" ` +
        `where ("e1"."status" = $1 and ("e1"."name" = $2 or "e2"."owner_id" = $3))`,
    );
  });

  it("gives two relations to the same table an alias each", () => {
    const { rest, parameters } = restOf("Project", { customer: { email: "a" }, auditor: { email: "b" } });
    expect(rest).toContain(`"e"."customer_id" = "e1"."id"`);
    expect(rest).toContain(`"e"."auditor_id" = "e2"."id"`);
    expect(rest).toContain(`where ("e1"."email" = $1 and "e2"."email" = $2)`);
    expect(parameters).toEqual(["a", "b"]);
  });

  it("finds rows with a matching member in a separate query", () => {
    expect(conditionOf({ team: { $some: { user: { id: "u" } } } }, "Project")).toEqual([
      `"e"."id" in (select "es"."project_id" as "id" from "team_members" as "es" where "es"."user_id" = $1)`,
      "u",
    ]);
  });

  it("joins within that query, not outside", () => {
    const { rest } = restOf("Evidence", { project: { team: { $some: { user: { manager: "m" } } } } });
    expect(rest).toBe(
      `inner join "projects" as "e1" on "e"."project_id" = "e1"."id" where "e1"."id" in ` +
        `(select "e1s"."project_id" as "id" from "team_members" as "e1s" ` +
        `inner join "users" as "e1s1" on "e1s"."user_id" = "e1s1"."id" where "e1s1"."manager_id" = $1)`,
    );
  });

  it("omits a relation without conditions", () => {
    expect(restOf("Evidence", { project: {} }).rest).toBe("where 1 = 1");
  });
});

describe("what is read", () => {
  it("is every attribute with a column, except lazy ones", () => {
    const { sql } = read("Event", { where: {} });
    expect(sql).toContain(`"e"."occurred_at" as "occurred_at"`);
    expect(sql).toContain(`"e"."project_id" as "project_id"`);
    expect(sql).not.toContain("heard_by");
    expect(read("Evidence", { where: {} }).sql).not.toMatch(/duplicates|rejected_before/);
    expect(read("Project", { where: {} }).sql).not.toContain("team");
  });

  it("includes lazy columns and formulas on request", () => {
    expect(read("Event", { where: {}, also: ["heardBy"] }).sql).toContain(`"e"."heard_by" as "heard_by"`);
    const { sql } = read("Evidence", { where: { id: "a" }, also: ["duplicates"] });
    expect(sql).toMatch(
      /where project_id = "e"\.project_id and sha256 = "e"\.sha256[^]*\) as "duplicates" from/,
    );
    expect(sql).not.toContain("rejected_before");
  });

  it("is the id alone, or the number", () => {
    expect(ids("Evidence", { where: {} }).sql).toBe(
      `select "e"."id" as "id" from "evidence" as "e" where 1 = 1`,
    );
    expect(count("Evidence", { project: { status: "a" } }).sql).toBe(
      `select count(*) as "total" from "evidence" as "e" ` +
        `inner join "projects" as "e1" on "e"."project_id" = "e1"."id" where "e1"."status" = $1`,
    );
  });

  it("is the number of each group, and of its rows that match more", () => {
    const overdue = { dueDate: { $lt: "t" }, project: { status: "a" } };
    const groups = { where: { title: "b" }, by: ["agent", "severity"], counts: { overdue } };
    expect(statementFor(metaOf("Finding"), "count", groups)).toEqual({
      sql:
        `select "e"."agent_id" as "agent_id", "e"."severity" as "severity", count(*) as "total", ` +
        `count(*) filter (where ("e"."due_date" < $1 and "e1"."status" = $2)) as "overdue" ` +
        `from "findings" as "e" inner join "projects" as "e1" on "e"."project_id" = "e1"."id" ` +
        `where "e"."title" = $3 group by "e"."agent_id", "e"."severity"`,
      parameters: ["t", "a", "b"],
    });
  });

  it("is ordered by attributes and relations", () => {
    const { sql } = read("TeamMember", { where: {}, orderBy: { joinedAt: "asc", user: "desc" } });
    expect(sql).toMatch(/ order by "e"\."joined_at" asc, "e"\."user_id" desc$/);
  });

  it("has rows without a value last in both directions", () => {
    const orderOf = (direction: "asc" | "desc") =>
      read("Evidence", { where: {}, orderBy: { expiresAt: direction, id: direction } }).sql.split(
        " order by ",
      )[1];
    expect(orderOf("asc")).toBe(`"e"."expires_at" asc, "e"."id" asc`);
    expect(orderOf("desc")).toBe(`"e"."expires_at" desc nulls last, "e"."id" desc`);
  });
});

describe("a limit", () => {
  const where = { title: "a" };
  it("is part of the text, because a plan depends on it", () => {
    expect(ids("Evidence", { where, limit: 20 })).toEqual({
      sql: `select "e"."id" as "id" from "evidence" as "e" where "e"."title" = $1 limit 20`,
      parameters: ["a"],
    });
    expect(ids("Evidence", { where, limit: 21 }).sql).toMatch(/limit 21$/);
  });

  it("stands before the offset, which is a parameter", () => {
    expect(ids("Evidence", { where, limit: 20, offset: 40 })).toEqual({
      sql: `select "e"."id" as "id" from "evidence" as "e" where "e"."title" = $1 limit 20 offset $2`,
      parameters: ["a", 40],
    });
  });
});

describe("a statement", () => {
  it("is shared by all reads of its shape, each with its own values", () => {
    const [one, other] = ["a", "b"].map((title) =>
      ids("Evidence", { where: { title, project: { id: title } } }),
    );
    expect(one!.sql).toBe(other!.sql);
    expect([one!.parameters, other!.parameters]).toEqual([
      ["a", "a"],
      ["b", "b"],
    ]);
  });

  it("is not shared by entities, kinds, orders or attributes", () => {
    const where = { id: "a" };
    const texts = [
      ids("Evidence", { where }),
      ids("Project", { where }),
      count("Evidence", where),
      read("Evidence", { where }),
      read("Evidence", { where, orderBy: { id: "asc" } }),
      read("Evidence", { where, orderBy: { id: "desc" } }),
      read("Evidence", { where, also: ["duplicates"] }),
      read("Evidence", { where: { id: null } }),
      read("Evidence", { where: { id: ["a"] } }),
    ].map(({ sql }) => sql);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("survives thousands of other shapes", () => {
    const before = ids("Evidence", { where: { title: "a" } });
    for (let n = 0; n < 2_100; n += 1)
      ids("Evidence", {
        where: { $or: Array.from({ length: (n % 70) + 1 }, () => ({ version: n })) },
        limit: n,
      });
    expect(ids("Evidence", { where: { title: "a" } })).toEqual(before);
  });
});
