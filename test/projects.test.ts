import { beforeAll, describe, expect, test } from "@jest/globals";
import { Project } from "../domain/projects/project.entity.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const product = await startProductForFile();
const manager = await product.signIn("manager");
const customer = await product.signIn("customer", { managerId: manager.id });
const auditor = await product.signIn("auditor");
const admin = await product.signIn("admin");

const create = async (by: SignedIn, body: object = {}): Promise<string> => {
  const { status, data } = await by.send("POST", "/api/v1/projects", {
    name: "A project",
    framework: "soc2",
    ...body,
  });
  expect(status).toBe(201);
  return data.id;
};

const statusesOf = async (id: string, people: Record<string, SignedIn>): Promise<Record<string, number>> => {
  const answers = Object.entries(people).map(
    async ([name, person]) => [name, (await person.get(`/api/v1/projects/${id}`)).status] as const,
  );
  return Object.fromEntries(await Promise.all(answers));
};

describe("creating a project", () => {
  test.each([
    ["soc2", 61],
    ["iso27001", 93],
  ])("with %s creates its %i controls", async (framework, count) => {
    const id = await create(customer, { framework });
    const { data } = await customer.get(`/api/v1/projects/${id}`);
    expect(data.controls).toHaveLength(count);
    expect(new Set(data.controls.map((control: { number: string }) => control.number)).size).toBe(count);
    expect(data.controls[0]).toMatchObject({ status: "not_started", progress: 0, evidence_count: 0 });
  });

  test("returns it without people or controls, active and with score 0", async () => {
    const { data } = await customer.send("POST", "/api/v1/projects", {
      name: "New",
      description: "About it",
      framework: "soc2",
    });
    expect(data).toMatchObject({
      name: "New",
      description: "About it",
      status: "active",
      compliance_score: 0,
      customer_id: customer.id,
    });
    expect(data).not.toHaveProperty("controls");
    expect(data).not.toHaveProperty("team_members");
  });

  test("returns its milestones at once", async () => {
    const milestones = [{ name: "Audit", due_date: "2100-01-31T09:00:00Z" }];
    const { status, data } = await customer.send("POST", "/api/v1/projects", {
      name: "With milestones",
      framework: "soc2",
      milestones,
    });
    expect([status, data.milestones]).toEqual([
      201,
      [{ id: expect.any(String), name: "Audit", due_date: "2100-01-31T09:00:00.000Z", status: "planned" }],
    ]);
  });

  test("stores milestones in the order of their dates, and the team", async () => {
    const id = await create(admin, {
      customer_id: customer.id,
      auditor_id: auditor.id,
      team_members: [{ user_id: manager.id, role: "manager" }],
      milestones: [
        { name: "Second", due_date: "2100-02-01T00:00:00Z" },
        { name: "First", due_date: "2100-01-01T00:00:00+01:00" },
      ],
    });
    const { data } = await admin.get(`/api/v1/projects/${id}`);
    expect(data.milestones.map((m: { name: string }) => m.name)).toEqual(["First", "Second"]);
    expect(data.milestones[0]).toMatchObject({ status: "planned", due_date: "2099-12-31T23:00:00.000Z" });
    expect(data.team_members).toEqual([
      {
        user_id: manager.id,
        user: { id: manager.id, name: "A manager", role: "manager" },
        role: "manager",
        joined_at: expect.any(String),
      },
    ]);
  });

  test("writes exactly one event row in the same transaction", async () => {
    const id = await create(customer);
    const rows = await product.orm.em
      .fork()
      .execute<{ kind: string; data: object }[]>("select kind, data from events where subject_id = ?", [id]);
    expect(rows).toEqual([
      {
        kind: "project.created",
        data: { project: { id, name: "A project", framework: "soc2", status: "active" } },
      },
    ]);
  });

  test.each([
    ["an unknown framework", { framework: "pci" }, "framework"],
    ["a person who does not exist", { auditor_id: "01a1fdb9-0000-7000-8000-000000000000" }, "auditor_id"],
    [
      "a period that ends before it starts",
      { period_start: "2026-02-01", period_end: "2026-01-01" },
      "period_end",
    ],
    [
      "a member without a role",
      { team_members: [{ user_id: "01a1fdb9-0000-7000-8000-000000000000" }] },
      "team_members.0.role",
    ],
  ])("refuses %s and names the field", async (_name, body, field) => {
    const { status, body: answer } = await admin.send("POST", "/api/v1/projects", {
      name: "x",
      framework: "soc2",
      ...body,
    });
    expect(status).toBe(400);
    expect(answer.error).toMatchObject({ code: "VALIDATION_ERROR", details: { field } });
  });

  test("refuses a customer as its auditor", async () => {
    const { body } = await admin.send("POST", "/api/v1/projects", {
      name: "x",
      framework: "soc2",
      auditor_id: customer.id,
    });
    expect(body.error.details).toMatchObject({
      field: "auditor_id",
      error: "this user does not have the role auditor",
    });
  });

  test("is refused to auditors", async () => {
    expect(
      (await auditor.send("POST", "/api/v1/projects", { name: "x", framework: "soc2" })).body.error.code,
    ).toBe("FORBIDDEN");
  });
});

describe("a project is visible", () => {
  test("to its people by assignment, team or reporting line; to no one else", async () => {
    const shared = await product.signIn("customer");
    const others = {
      foreignCustomer: await product.signIn("customer"),
      foreignAuditor: await product.signIn("auditor"),
      foreignManager: await product.signIn("manager"),
    };
    const id = await create(admin, {
      customer_id: customer.id,
      auditor_id: auditor.id,
      team_members: [{ user_id: shared.id, role: "customer" }],
    });
    expect(await statusesOf(id, { customer, shared, auditor, manager, admin, ...others })).toEqual({
      customer: 200,
      shared: 200,
      auditor: 200,
      manager: 200,
      admin: 200,
      foreignCustomer: 404,
      foreignAuditor: 404,
      foreignManager: 404,
    });
  });

  test("in lists as in single reads", async () => {
    const visible = async (person: SignedIn) =>
      (await person.get("/api/v1/projects?limit=100")).data.projects.map((p: { id: string }) => p.id);
    const all: string[] = await visible(admin);
    for (const person of [customer, auditor, manager]) {
      const listed = new Set(await visible(person));
      for (const id of all)
        expect((await person.get(`/api/v1/projects/${id}`)).status).toBe(listed.has(id) ? 200 : 404);
    }
  });

  test("as a demo to users without a manager, or with permission; not to others", async () => {
    const id = await create(admin);
    await product.orm.em.fork().nativeUpdate(Project, { id }, { demo: true });
    const people = {
      unmanaged: await product.signIn("customer"),
      managed: await product.signIn("customer", { managerId: manager.id }),
      allowed: await product.signIn("customer", { managerId: manager.id, demoAllowed: true }),
      unmanagedAuditor: await product.signIn("auditor"),
      managedAdmin: await product.signIn("admin", { managerId: manager.id }),
    };
    expect(await statusesOf(id, people)).toEqual({
      unmanaged: 200,
      managed: 404,
      allowed: 200,
      unmanagedAuditor: 200,
      managedAdmin: 404,
    });
  });

  test("on the role paths of the retrieval service, by role", async () => {
    const id = await create(admin, { customer_id: customer.id, auditor_id: auditor.id });
    const ask = async (person: SignedIn) => [
      (await person.get(`/api/customer/projects/${id}`)).status,
      (await person.get(`/api/auditor/projects/${id}`)).status,
    ];
    expect(await ask(customer)).toEqual([200, 404]);
    expect(await ask(manager)).toEqual([200, 404]);
    expect(await ask(auditor)).toEqual([404, 200]);
    expect(await ask(admin)).toEqual([200, 200]);
    expect((await product.anonymous.get(`/api/customer/projects/${id}`)).status).toBe(401);
  });
});

describe("listing projects", () => {
  let lister: SignedIn;
  beforeAll(async () => {
    // With a manager, so that demo projects of other tests do not appear in the lists.
    lister = await product.signIn("customer", { managerId: manager.id });
    for (const [name, framework] of [
      ["Alpha 100%", "soc2"],
      ["Beta", "iso27001"],
      ["Gamma", "soc2"],
    ] as const)
      await create(lister, { name, framework });
  });
  const names = async (query: string) =>
    (await lister.get(`/api/v1/projects?${query}`)).data.projects.map((p: { name: string }) => p.name);

  test("is newest first, in pages", async () => {
    expect(await names("")).toEqual(["Gamma", "Beta", "Alpha 100%"]);
    const { data } = await lister.get("/api/v1/projects?limit=2&page=2");
    expect(data.pagination).toEqual({ page: 2, limit: 2, total: 3, pages: 2 });
    expect(data.projects).toHaveLength(1);
  });

  test("filters, sorts and searches", async () => {
    expect(await names("framework=soc2&sort=name&order=asc")).toEqual(["Alpha 100%", "Gamma"]);
    expect(await names("search=bet")).toEqual(["Beta"]);
    expect(await names("search=100%25")).toEqual(["Alpha 100%"]);
    expect(await names("search=_")).toEqual([]);
    expect(await names("status=completed")).toEqual([]);
    expect(await names(`created_after=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
    expect(await names(`created_before=${new Date(Date.now() + 60_000).toISOString()}`)).toHaveLength(3);
    const audited = await create(lister, { name: "Audited" });
    await admin.send("PUT", `/api/v1/projects/${audited}`, { auditor_id: auditor.id });
    expect(await names(`auditor_id=${auditor.id}`)).toEqual(["Audited"]);
    expect(await names(`auditor_id=${manager.id}`)).toEqual([]);
    expect(await names(`customer_id=${auditor.id}`)).toEqual([]);
    expect(await names(`customer_id=${lister.id}&search=Audited`)).toEqual(["Audited"]);
  });

  test.each([
    "limit=101",
    "page=0",
    "sort=password_hash",
    "search=x&search_fields=password_hash",
    "search_fields=password_hash",
    "order=up",
    "created_after=yesterday",
    "colour=red",
    "page=1&page=2",
  ])("refuses %s", async (query) => {
    expect((await lister.get(`/api/v1/projects?${query}`)).body.error.code).toBe("VALIDATION_ERROR");
  });
});

test("frameworks are listed with their controls", async () => {
  const { data } = await customer.get("/api/v1/compliance/frameworks");
  expect(data.frameworks.map((f: { id: string; controls: unknown[] }) => [f.id, f.controls.length])).toEqual([
    ["soc2", 61],
    ["iso27001", 93],
  ]);
  expect((await product.anonymous.get("/api/v1/compliance/frameworks")).status).toBe(401);
});
