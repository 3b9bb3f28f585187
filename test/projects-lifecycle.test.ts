import { describe, expect, test } from "@jest/globals";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { Project } from "../domain/projects/project.entity.ts";
import type { ProjectStatus } from "../domain/projects/project.rules.ts";
import { User } from "../domain/users/user.entity.ts";
import { newId } from "../platform/ids.ts";
import { laterEvents } from "./support/later-events.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const product = await startProductForFile();
const manager = await product.signIn("manager");
const customer = await product.signIn("customer", { managerId: manager.id });
const shared = await product.signIn("customer");
const auditor = await product.signIn("auditor");
const admin = await product.signIn("admin");

async function create(status: ProjectStatus = "active"): Promise<string> {
  const { data } = await admin.send("POST", "/api/v1/projects", {
    name: "A project",
    framework: "soc2",
    customer_id: customer.id,
    auditor_id: auditor.id,
  });
  if (status !== "active") await product.orm.em.fork().nativeUpdate(Project, { id: data.id }, { status });
  return data.id;
}
const put = (by: SignedIn, id: string, body: object, headers = {}) =>
  by.send("PUT", `/api/v1/projects/${id}`, body, headers);
const add = (by: SignedIn, id: string, userId: string, role = "customer") =>
  by.send("POST", `/api/v1/projects/${id}/team`, { user_id: userId, role });
const eventsOf = (projectId: string) => laterEvents(product, projectId);
const kindsOf = async (projectId: string) => (await eventsOf(projectId)).map(({ kind }) => kind);

describe("changing a project", () => {
  test("changes only the given fields, with one event", async () => {
    const id = await create();
    const { status, data } = await put(customer, id, { name: "New", period_end: "2026-12-31" });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      name: "New",
      description: "",
      period_start: null,
      period_end: "2026-12-31",
    });
    expect((await customer.get(`/api/v1/projects/${id}`)).data).toEqual(data);
    const [event, ...more] = await eventsOf(id);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      kind: "project.updated",
      actorId: customer.id,
      data: {
        project: { id, name: "New", framework: "soc2", status: "active" },
        changed: ["name", "period_end"],
      },
    });
  });

  test("to its current state changes nothing", async () => {
    const id = await create();
    const before = (await customer.get(`/api/v1/projects/${id}`)).data;
    const { name, status, customer_id, auditor_id, demo } = before;
    expect(await put(customer, id, { name, status, customer_id, auditor_id, demo })).toMatchObject({
      status: 200,
      data: before,
    });
    expect(await kindsOf(id)).toEqual([]);
  });

  test("to another status and name is two changes", async () => {
    const id = await create();
    await put(manager, id, { name: "New", status: "in_audit" });
    const events = await eventsOf(id);
    expect(events.map(({ kind }) => kind)).toEqual(["project.updated", "project.status_changed"]);
    expect(events[1]!.data).toMatchObject({ from: "active", to: "in_audit" });
  });

  test("accepts null to remove a value", async () => {
    const id = await create();
    expect((await put(manager, id, { auditor_id: null })).data.auditor_id).toBeNull();
    expect((await auditor.get(`/api/v1/projects/${id}`)).status).toBe(404);
  });

  test("is refused if someone else was faster and the caller sends If-Match", async () => {
    const id = await create();
    const etag = (await customer.get(`/api/v1/projects/${id}`)).headers.get("etag")!;
    const first = await put(customer, id, { name: "First" }, { "if-match": etag });
    expect(first.status).toBe(200);
    expect((await put(customer, id, { name: "Second" }, { "if-match": etag })).status).toBe(412);
    const next = { "if-match": first.headers.get("etag")! };
    expect((await put(customer, id, { name: "Third" }, next)).status).toBe(200);
  });

  test.each([
    [
      "a period that ends before it starts",
      { period_start: "2026-02-01", period_end: "2026-01-01" },
      "period_end",
    ],
    ["an unknown status", { status: "done" }, "status"],
    ["an empty name", { name: " " }, "name"],
    ["a framework, which is chosen once", { framework: "iso27001" }, "framework"],
    ["an unknown auditor", { auditor_id: newId() }, "auditor_id"],
  ])("refuses %s", async (_name, body, field) => {
    const { status, body: answer } = await put(manager, await create(), body);
    expect(status).toBe(400);
    expect(answer.error.code).toBe("VALIDATION_ERROR");
    expect(JSON.stringify(answer.error.details)).toContain(field);
  });

  test("compares a new start with the existing end", async () => {
    const id = await create();
    await put(manager, id, { period_end: "2026-01-31" });
    const { body } = await put(manager, id, { period_start: "2026-02-01" });
    expect(body.error.details).toMatchObject({ field: "period_start" });
  });
});

describe("permissions for changes", () => {
  const guarded: [string, () => unknown, number[]][] = [
    ["customer_id", () => shared.id, [403, 200, 200]],
    ["auditor_id", () => null, [403, 200, 200]],
    ["demo", () => true, [403, 403, 200]],
  ];
  test.each(guarded)("%s: customer, manager, admin", async (field, value, expected) => {
    const id = await create();
    const statuses = [];
    for (const person of [customer, manager, admin])
      statuses.push((await put(person, await create(), { [field]: value() })).status);
    expect(statuses).toEqual(expected);
    expect((await put(auditor, id, { status: "in_audit" })).status).toBe(403);
  });

  test("a customer may set the same fields when creating as when changing", async () => {
    const body = { name: "Mine", framework: "soc2" };
    for (const more of [{ auditor_id: auditor.id }, { customer_id: shared.id }]) {
      const answer = await customer.send("POST", "/api/v1/projects", { ...body, ...more });
      expect([answer.status, answer.body.error.code]).toEqual([403, "FORBIDDEN"]);
      expect(answer.body.error.message).toContain("Only managers and admins");
    }
    const own = await customer.send("POST", "/api/v1/projects", { ...body, customer_id: customer.id });
    expect([own.status, own.data.customer_id]).toEqual([201, customer.id]);
  });

  test("each position accepts active users with its role", async () => {
    const id = await create();
    const gone = await product.signIn("auditor");
    await product.orm.em.fork().nativeUpdate(User, { id: gone.id }, { active: false });
    for (const [body, error] of [
      [{ customer_id: auditor.id }, "this user does not have the role customer"],
      [{ auditor_id: customer.id }, "this user does not have the role auditor"],
      [{ auditor_id: gone.id }, "no active user has this id"],
    ] as const)
      expect((await put(manager, id, body)).body.error.details).toMatchObject({ error });
  });
});

describe("the status", () => {
  const refused: [ProjectStatus, ProjectStatus, ProjectStatus[]][] = [
    ["active", "archived", ["on_hold", "in_audit", "completed"]],
    ["on_hold", "completed", ["active"]],
    ["in_audit", "on_hold", ["active"]],
    ["completed", "in_audit", ["active", "archived"]],
  ];
  test.each(refused)(
    "cannot change from %s to %s, and the answer lists the permitted statuses",
    async (from, to, possible) => {
      const { status, body } = await put(customer, await create(from), { status: to });
      expect([status, body.error.code]).toEqual([409, "CONFLICT"]);
      expect(body.error.details).toEqual({ reason: "impossible_status", possible });
      for (const word of possible) expect(body.error.message).toContain(word);
    },
  );

  test.each(["on_hold", "in_audit", "completed"])("changes from active to %s and back", async (to) => {
    const id = await create();
    expect((await put(customer, id, { status: to })).data.status).toBe(to);
    expect((await put(customer, id, { status: "active" })).data.status).toBe("active");
  });
});

test("an archived project can be read and deleted, but not changed", async () => {
  const id = await create();
  const bytes = await makePdf({ pages: [["A page."]] });
  const fields = { project_id: id, control_id: "CC6.1" };
  const evidence = (await customer.upload({ name: "a.pdf", bytes }, fields)).data.id;
  const milestones = `/api/v1/projects/${id}/milestones` as const;
  const milestone = (await customer.send("POST", milestones, { name: "M", due_date: "2100-01-01T00:00:00Z" }))
    .data;
  const finding = { project_id: id, title: "A finding", severity: "Low" };
  const findings =
    `/api/findings/${(await customer.send("POST", "/api/findings", finding)).data.id}` as const;
  const agent = { project_id: id, name: "Scanner", kind: "zap" };
  const agents = `/api/agents/${(await customer.send("POST", "/api/agents", agent)).data.id}` as const;
  await add(customer, id, shared.id);
  for (const status of ["completed", "archived"])
    expect((await put(manager, id, { status })).status).toBe(200);
  const before = await kindsOf(id);
  const attempts = [
    put(admin, id, { name: "New" }),
    put(admin, id, { status: "active" }),
    add(manager, id, manager.id, "manager"),
    manager.send("DELETE", `/api/v1/projects/${id}/team/${shared.id}`),
    manager.send("POST", milestones, { name: "M", due_date: "2100-01-01T00:00:00Z" }),
    manager.send("PUT", `${milestones}/${milestone.id}`, { status: "achieved" }),
    manager.send("DELETE", `${milestones}/${milestone.id}`),
    customer.upload({ name: "a.pdf", bytes }, fields),
    customer.upload({ name: "a.pdf", bytes }, {} as never, `/api/v1/evidence/${evidence}/versions`),
    customer.send("PUT", `/api/v1/evidence/${evidence}`, { title: "New" }),
    customer.send("DELETE", `/api/v1/evidence/${evidence}`),
    customer.send("PATCH", findings, { category: "New" }),
    customer.send("POST", `${findings}/comments`, { text: "Too late" }),
    customer.send("POST", "/api/agents", { ...agent, name: "Another" }),
    customer.send("POST", `${agents}/heartbeat`, { version: "2" }),
    customer.send("DELETE", agents),
  ];
  const answers = await Promise.all(attempts);
  expect(answers.map(({ status }) => status)).toEqual(attempts.map(() => 409));
  expect(answers[0]!.body.error.message).toBe("The project is archived and cannot be changed");
  expect(await kindsOf(id)).toEqual(before);
  expect((await shared.get(`/api/v1/projects/${id}`)).data.status).toBe("archived");
  expect((await customer.get(agents)).data).toMatchObject({ status: "never", version: null });
  expect((await manager.send("DELETE", `/api/v1/projects/${id}`)).status).toBe(202);
});

test.each([
  ["deleted", () => ["DELETE", undefined] as const, 404],
  ["archived", () => ["PUT", { status: "archived" }] as const, 409],
])(
  "uploads concurrent with the project becoming %s are stored before, or refused",
  async (_name, call, refused) => {
    const id = await create("completed");
    const bytes = await makePdf({ pages: [["A page."]] });
    const upload = () => customer.upload({ name: "a.pdf", bytes }, { project_id: id, control_id: "CC6.1" });
    const [method, body] = call();
    const first = await upload();
    const [ended, ...uploads] = await Promise.all([
      manager.send(method, `/api/v1/projects/${id}`, body),
      ...Array.from({ length: 12 }, upload),
    ]);
    expect(ended.status).toBeLessThan(300);
    for (const { status } of uploads) expect([201, refused]).toContain(status);
    const accepted = [first, ...uploads].filter(({ status }) => status === 201);
    expect(await product.orm.em.fork().count(Evidence, { project: id })).toBe(accepted.length);
    expect((await upload()).status).toBe(refused);
  },
);

test("a project has at most 200 milestones", async () => {
  const milestones = Array.from({ length: 200 }, (_, n) => ({
    name: `M${n}`,
    due_date: "2100-01-01T00:00:00Z",
  }));
  const body = { name: "Full", framework: "soc2", milestones };
  const full = (await customer.send("POST", "/api/v1/projects", body)).data.id;
  const one = { name: "One more", due_date: "2100-01-01T00:00:00Z" };
  const { status } = await customer.send("POST", `/api/v1/projects/${full}/milestones`, one);
  expect(status).toBe(409);
});
