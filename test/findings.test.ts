import { describe, expect, test } from "@jest/globals";
import { Finding } from "../domain/findings/finding.entity.ts";
import { keyHeaders } from "./support/api-keys.ts";
import type { ApiClient } from "./support/api-client.ts";
import { startFindingsProject } from "./support/findings-project.ts";

const UNKNOWN = "01a1fdb9-0000-7000-8000-000000000000";
const DAY_MS = 86_400_000;
const { product, customer, auditor, manager, admin, foreign, newProject, raise, eventsOf } =
  await startFindingsProject();
const projectId = await newProject();

const patch = (by: ApiClient, id: string, body: object, headers = {}) =>
  by.send("PATCH", `/api/findings/${id}`, body, headers);
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const daysUntil = (date: string): number => Math.round((Date.parse(date) - Date.now()) / DAY_MS);
const kindsOf = async (id: string) => (await eventsOf(id)).map(({ kind }) => kind);

/** Puts a finding into the given status. */
async function inStatus(status: string, more: object = {}): Promise<string> {
  const { id } = await raise(projectId, more);
  await product.orm.em.fork().nativeUpdate(Finding, { id }, { status } as never);
  return id;
}

describe("raising a finding", () => {
  test("returns it open, with a due date by severity, and its author", async () => {
    const data = await raise(projectId, { control_id: "CC6.1", assigned_to: customer.id });
    expect(data).toMatchObject({
      project_id: projectId,
      title: "Root key in use",
      severity: "High",
      status: "open",
      category: "general",
      integration: "manual",
      source_id: null,
      agent: null,
      created_by: { id: customer.id, name: "A customer", role: "customer" },
      assigned_to: { id: customer.id },
      resolved: null,
      integration_data: null,
      comments: [],
      comment_count: 0,
      overdue: false,
    });
    expect(daysUntil(data.due_date!)).toBe(30);
    expect((await customer.get(`/api/findings/${data.id}`)).data).toEqual(data);
    const [created, ...others] = await eventsOf(data.id);
    expect([created!.kind, others]).toEqual(["finding.created", []]);
    expect(created!.data["finding"]).toMatchObject({ id: data.id, severity: "High", project_id: projectId });
  });

  test("keeps a given due date when the severity changes", async () => {
    const due = inDays(3);
    const { id, due_date: given } = await raise(projectId, { due_date: due });
    expect(given).toBe(due);
    expect((await patch(customer, id, { severity: "Critical" })).data.due_date).toBe(due);
    expect(daysUntil((await patch(customer, id, { due_date: null })).data.due_date!)).toBe(7);
    expect((await patch(customer, id, { severity: "Info" })).data.due_date).toBeNull();
  });

  test.each([
    ["an unknown severity", { severity: "Severe" }, "severity"],
    ["an unknown control", { control_id: "CC99" }, "control_id"],
    ["an unknown agent", { agent_id: UNKNOWN }, "agent_id"],
    ["an unknown user", { assigned_to: UNKNOWN }, "assigned_to"],
    ["a user of another company", { assigned_to: foreign.id }, "assigned_to"],
    ["an unknown field", { score: 1 }, "score"],
    [
      "data that is nested too deep",
      { integration_data: { a: JSON.parse(`${"[".repeat(90)}${"]".repeat(90)}`) as object } },
      "integration_data",
    ],
    ["too much data", { integration_data: { a: "x".repeat(20_000) } }, "integration_data"],
  ])("refuses %s and names the field", async (_name, more, field) => {
    const body = { project_id: projectId, title: "x", severity: "Low", ...more };
    const answer = await customer.send("POST", "/api/findings", body);
    expect([answer.status, answer.body.error.details["field"]]).toEqual([400, field]);
  });

  test("refuses what its integration has already reported", async () => {
    const first = await raise(projectId, { integration: "zap", source_id: "z-1" });
    const body = { project_id: projectId, title: "x", severity: "Low", integration: "zap", source_id: "z-1" };
    const again = await customer.send("POST", "/api/findings", body);
    expect([again.status, again.body.error.details]).toEqual([409, { finding_id: first.id }]);
    await raise(await newProject(), { integration: "zap", source_id: "z-1" });
    await raise(projectId, { integration: "other", source_id: "z-1" });
  });
});

describe("changing a finding", () => {
  test("records changes, and nothing without a change", async () => {
    const { id } = await raise(projectId);
    const answer = await patch(customer, id, { title: "Better", severity: "High", assigned_to: auditor.id });
    expect(answer.data).toMatchObject({ title: "Better", assigned_to: { id: auditor.id, role: "auditor" } });
    await patch(customer, id, { title: "Better" });
    const [, updated, ...others] = await eventsOf(id);
    expect([updated!.kind, updated!.data["changed"]]).toEqual(["finding.updated", ["title", "assigned_to"]]);
    expect(others).toEqual([]);
  });

  test("passes through all statuses, with the user who resolved it and the resolution", async () => {
    const { id } = await raise(projectId);
    await patch(customer, id, { status: "in-progress" });
    const resolved = await patch(customer, id, { status: "resolved", reason: "The key is gone" });
    expect(resolved.data.resolved).toEqual({
      resolved_at: expect.any(String),
      resolved_by: { id: customer.id, name: "A customer", role: "customer" },
      resolution: "The key is gone",
    });
    const closed = await patch(auditor, id, { status: "closed" });
    expect(closed.data).toMatchObject({ status: "closed", resolved: resolved.data.resolved });
    const reopened = await patch(auditor, id, { status: "open", reason: "It is back" });
    expect(reopened.data).toMatchObject({ status: "open", status_reason: "It is back", resolved: null });
    const moves = (await eventsOf(id))
      .slice(1)
      .map(({ data }) => `${String(data["from"])} ${String(data["to"])}`);
    expect(moves).toEqual(["open in-progress", "in-progress resolved", "resolved closed", "closed open"]);
  });

  test("restarts the time to fix when it is reopened", async () => {
    const id = await inStatus("closed");
    const old = new Date(Date.now() - 100 * DAY_MS);
    await product.orm.em.fork().nativeUpdate(Finding, { id }, { openedAt: old, dueDate: old });
    const { data } = await patch(auditor, id, { status: "open", reason: "again" });
    expect([daysUntil(data.due_date!), data.overdue]).toEqual([30, false]);
  });

  // The initial status, the requested change, who requests it, and the expected response.
  test.each([
    ["open", "customer", { status: "resolved" }, 409, undefined],
    ["open", "customer", { status: "open" }, 200, undefined],
    ["open", "customer", { status: "open", reason: "Not fixed" }, 409, undefined],
    ["open", "customer", { status: "accepted", until: inDays(9), reason: "x" }, 403, undefined],
    ["open", "customer", { status: "false-positive", reason: "x" }, 403, undefined],
    ["open", "auditor", { status: "in-progress" }, 403, undefined],
    ["in-progress", "auditor", { status: "resolved" }, 403, undefined],
    ["in-progress", "auditor", { status: "open" }, 200, undefined],
    ["resolved", "customer", { status: "closed" }, 403, undefined],
    ["resolved", "customer", { status: "open" }, 200, undefined],
    ["resolved", "manager", { status: "closed" }, 200, undefined],
    ["closed", "customer", { status: "open", reason: "x" }, 403, undefined],
    ["closed", "auditor", { status: "in-progress" }, 409, undefined],
    ["closed", "admin", { status: "in-progress", reason: "x" }, 409, undefined],
    ["closed", "auditor", { status: "open" }, 400, "reason"],
    ["open", "auditor", { status: "closed" }, 409, undefined],
    ["open", "auditor", { status: "false-positive" }, 400, "reason"],
    ["open", "auditor", { status: "false-positive", reason: "x" }, 200, undefined],
    ["open", "auditor", { status: "accepted", reason: "x" }, 400, "until"],
    ["open", "auditor", { status: "accepted", until: inDays(9) }, 400, "reason"],
    ["open", "auditor", { status: "accepted", until: inDays(-1), reason: "x" }, 400, "until"],
    ["open", "auditor", { status: "accepted", until: inDays(800), reason: "x" }, 400, "until"],
    ["open", "auditor", { status: "accepted", until: inDays(9), reason: "x" }, 200, undefined],
    ["accepted", "manager", { status: "accepted", until: inDays(9), reason: "x" }, 200, undefined],
    ["open", "customer", { reason: "x" }, 400, "reason"],
    ["open", "customer", { status: "in-progress", until: inDays(9) }, 400, "until"],
  ] as const)("%s, %s asks for %j: %i", async (status, role, body, expected, field) => {
    const id = await inStatus(status);
    const answer = await patch({ customer, auditor, manager, admin }[role], id, body);
    expect([answer.status, answer.body.error?.details["field"]]).toEqual([expected, field]);
    // A refused change must change and record nothing.
    const row = await product.orm.em.fork().findOneOrFail(Finding, { id });
    if (expected !== 200) expect([row.status, await kindsOf(id)]).toEqual([status, ["finding.created"]]);
  });

  test("lists the possible transitions", async () => {
    const id = await inStatus("resolved");
    const { body } = await patch(customer, id, { status: "in-progress" });
    expect(body.error.message).toBe("The finding is resolved: from there it can become closed or open");
  });

  test("accepts one of two callers with the same ETag, even during an import", async () => {
    const { id } = await raise(projectId, { integration: "race", source_id: "r-1" });
    const etag = (await customer.get(`/api/findings/${id}`)).headers.get("etag")!;
    const row = { source_id: "r-1", title: "From the import", severity: "High" };
    const imports = { project_id: projectId, integration: "race", findings: [row] };
    const [one, two, imported] = await Promise.all([
      patch(customer, id, { title: "One" }, { "if-match": etag }),
      patch(customer, id, { title: "Two" }, { "if-match": etag }),
      customer.send("POST", "/api/findings/import", imports),
    ]);
    expect(imported.status).toBe(200);
    const passed = [one.status, two.status].filter((status) => status === 200).length;
    expect(passed).toBeLessThanOrEqual(1);
    expect([one.status, two.status].every((status) => status === 200 || status === 412)).toBe(true);
  });
});

describe("a finding that someone else raised", () => {
  const HELD = "You did not raise this finding, so you may not";
  const due = inDays(20);
  const ofAuditor = async (more: object = {}): Promise<string> => {
    const body = { project_id: projectId, title: "Root key in use", description: "Seen twice" };
    const fields = { ...body, severity: "High", control_id: "CC6.1", due_date: due, ...more };
    const { status, data } = await auditor.send("POST", "/api/findings", fields);
    expect(status).toBe(201);
    return data.id;
  };

  test.each<[string, object, string]>([
    ["lower its severity", { severity: "Info" }, "lower its severity"],
    ["lower it by one", { severity: "Medium" }, "lower its severity"],
    ["postpone its due date", { due_date: inDays(21) }, "postpone or remove its due_date"],
    ["remove its due date", { due_date: null }, "postpone or remove its due_date"],
    ["detach its control", { control_id: null }, "change its control_id"],
    ["move it to another control", { control_id: "CC6.6" }, "change its control_id"],
    ["rewrite its title", { title: "Nothing to see" }, "rewrite its title"],
    ["empty its description", { description: "" }, "rewrite its description"],
    ["lower it while working on it", { severity: "Low", status: "in-progress" }, "lower its severity"],
  ])("cannot be changed by the audited party: %s", async (_what, change, words) => {
    const id = await ofAuditor();
    const before = (await customer.get(`/api/findings/${id}`)).data;
    const { status, body } = await patch(customer, id, change);
    expect([status, body.error.code, body.error.message]).toEqual([
      403,
      "FORBIDDEN",
      `${HELD} ${words}: comment on it or ask an auditor`,
    ]);
    expect((await customer.get(`/api/findings/${id}`)).data).toEqual(before);
    expect(await kindsOf(id)).toEqual(["finding.created"]);
  });

  test("can be assigned, categorised and raised in severity by them", async () => {
    const id = await ofAuditor();
    const change = {
      assigned_to: customer.id,
      category: "keys",
      severity: "Critical",
      due_date: inDays(5),
      status: "in-progress",
    };
    const { due_date, ...fields } = change;
    const { status, data } = await patch(customer, id, change);
    expect([status, data.due_date]).toEqual([200, due_date]);
    expect(data).toMatchObject({ ...fields, assigned_to: { id: customer.id } });
    // Sending the same values again changes nothing.
    expect((await patch(customer, id, { title: "Root key in use", control_id: "CC6.1" })).status).toBe(200);
    // A customer cannot lower the severity again, even if they raised it themselves.
    expect((await patch(customer, id, { severity: "High" })).status).toBe(403);
  });

  test("keeps the due date of its severity", async () => {
    const id = await ofAuditor({ due_date: null });
    expect((await patch(customer, id, { due_date: inDays(31) })).status).toBe(403);
    expect((await patch(customer, id, { due_date: null })).status).toBe(200);
    expect((await patch(customer, id, { due_date: inDays(29) })).status).toBe(200);
  });

  test("can be changed by users who decide about findings", async () => {
    const change = { title: "B", description: "", severity: "Info", control_id: null, due_date: null };
    for (const by of [auditor, manager, admin]) {
      const id = await ofAuditor();
      expect((await patch(by, id, change)).data).toMatchObject(change);
    }
    const { id } = await raise(projectId, { control_id: "CC6.1", due_date: due });
    expect((await patch(auditor, id, change)).data).toMatchObject(change);
  });

  test("is protected from the customer's team too, but not from its author", async () => {
    const colleague = await product.signIn("customer");
    const member = { user_id: colleague.id, role: "customer" };
    await customer.send("POST", `/api/v1/projects/${projectId}/team`, member);
    const { id } = await raise(projectId, { control_id: "CC6.1", due_date: due });
    expect((await patch(colleague, id, { severity: "Low" })).status).toBe(403);
    const change = { title: "B", description: "C", severity: "Info", control_id: null, due_date: null };
    expect((await patch(customer, id, change)).data).toMatchObject(change);
  });
});

test("auditors need the scope audit to change findings", async () => {
  const { id } = await raise(projectId);
  const headers = await keyHeaders(auditor, { scopes: ["read", "write"] });
  const answer = await product.anonymous.send("PATCH", `/api/findings/${id}`, { title: "x" }, headers);
  expect([answer.status, answer.body.error.code]).toEqual([403, "FORBIDDEN"]);
  expect((await product.anonymous.get(`/api/findings/${id}`, headers)).status).toBe(200);
});

test("has no version in its path", async () => {
  expect((await customer.get("/api/v1/findings")).status).toBe(404);
});
