import { describe, expect, test } from "@jest/globals";
import type { ApiClient } from "./support/api-client.ts";
import { startFindingsProject } from "./support/findings-project.ts";

const { customer, auditor, manager, foreign, newProject, raise, eventsOf } = await startFindingsProject();
const projectId = await newProject();

const change = (by: ApiClient, findings: readonly object[], project = projectId) =>
  by.send("PATCH", `/api/v1/projects/${project}/findings`, { findings });
const raised = async (count: number, more: object = {}): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await raise(projectId, more)).id);
  return ids;
};
const read = async (id: string) => (await customer.get(`/api/findings/${id}`)).data;
const kindsOf = async (id: string) => (await eventsOf(id)).map(({ kind }) => kind);
const raisedByAuditor = async (): Promise<string> => {
  const body = { project_id: projectId, title: "Open port", severity: "High" };
  return (await auditor.send("POST", "/api/findings", body)).data.id;
};

describe("several findings in one call", () => {
  test("are assigned, dated and moved, with the events of each, and returned in order", async () => {
    const ids = await raised(3);
    const due = "2100-01-31T09:00:00.000Z";
    const wanted = { assigned_to: customer.id, due_date: due, status: "in-progress" };
    const sent = ids.toReversed().map((id) => ({ finding_id: id, ...wanted }));
    const { status, data } = await change(customer, sent);
    expect(status).toBe(200);
    expect(data.findings.map(({ id }) => id)).toEqual(ids.toReversed());
    for (const finding of data.findings) {
      expect(finding).toMatchObject({ ...wanted, assigned_to: { id: customer.id } });
      expect(await read(finding.id)).toMatchObject(finding);
      expect(await kindsOf(finding.id)).toEqual([
        "finding.created",
        "finding.updated",
        "finding.status_changed",
      ]);
    }
    // The same again changes nothing: a client that lost the answer may repeat it.
    expect((await change(customer, sent)).status).toBe(200);
    expect(await kindsOf(ids[0]!)).toHaveLength(3);
  });

  test("are refused, all of them, if one has changed since the caller read it", async () => {
    const [first, second] = await Promise.all((await raised(2)).map(read));
    await customer.send("PATCH", `/api/findings/${second!.id}`, { category: "network" });
    const sent = [first!, second!].map(({ id, updated_at }) => ({
      finding_id: id,
      updated_at,
      severity: "High",
    }));
    const { status, body } = await change(manager, sent);
    expect([status, body.error.code]).toEqual([412, "CONFLICT"]);
    expect(body.error.details).toMatchObject({ field: "updated_at", finding_id: second!.id });
    expect(await read(first!.id)).toEqual(first);
    const { updated_at: now } = await read(second!.id);
    expect((await change(manager, [sent[0]!, { ...sent[1]!, updated_at: now }])).status).toBe(200);
  });

  test("may each get another value, and change the risk level of the project once", async () => {
    const own = await newProject();
    const ids = [(await raise(own)).id, (await raise(own)).id, (await raise(own)).id];
    const levels = async () => (await eventsOf(own)).filter(({ kind }) => kind === "risk.level_changed");
    const before = await levels();
    const closed = ids.map((id) => ({ finding_id: id, status: "false-positive", reason: "Test system" }));
    expect((await change(manager, closed, own)).status).toBe(200);
    expect((await levels()).length).toBe(before.length + 1);
    const sent = [
      { finding_id: ids[0]!, severity: "Low" },
      { finding_id: ids[1]!, severity: "Info", category: "network" },
    ];
    const { data } = await change(manager, sent, own);
    expect(data.findings.map(({ severity, category }) => [severity, category])).toEqual([
      ["Low", "general"],
      ["Info", "network"],
    ]);
  });

  test("are unchanged if one of them cannot be changed, and the error names it", async () => {
    const ids = await raised(2);
    const held = await raisedByAuditor();
    const sent = [...ids, held].map((id) => ({ finding_id: id, assigned_to: customer.id, severity: "Low" }));
    const { status, body } = await change(customer, sent);
    expect([status, body.error.details]).toMatchObject([
      403,
      { finding_id: held, finding_title: "Open port", field: "severity" },
    ]);
    expect(body.error.message).toMatch(/^Open port: /);
    const closing = ids.map((id) => ({ finding_id: id, status: "closed" }));
    expect(await change(auditor, closing)).toMatchObject({
      status: 409,
      body: { error: { details: { finding_id: ids[0], reason: "impossible_status" } } },
    });
    for (const id of [...ids, held]) {
      expect(await read(id)).toMatchObject({ severity: "High", status: "open", assigned_to: null });
      expect(await kindsOf(id)).toEqual(["finding.created"]);
    }
  });

  test("are refused if unknown, of another project, named twice, without a needed reason, or too many", async () => {
    const [id] = await raised(1);
    const other = (await raise(await newProject())).id;
    const fieldsOf = async (findings: object[]) => {
      const { status, body } = await change(customer, findings);
      return [status, body.error.details["field"]];
    };
    const one = { finding_id: id, category: "network" };
    expect(await fieldsOf([one, { finding_id: other, category: "network" }])).toEqual([
      400,
      "findings.1.finding_id",
    ]);
    expect(await fieldsOf([one, one])).toEqual([400, "findings.1.finding_id"]);
    expect(await fieldsOf([{ finding_id: id, status: "accepted", reason: "Known" }])).toEqual([
      400,
      "findings.0.until",
    ]);
    expect(await fieldsOf([{ finding_id: id, title: "Another" }])).toEqual([400, "findings.0.title"]);
    expect((await fieldsOf([]))[0]).toBe(400);
    expect((await fieldsOf(Array.from({ length: 101 }, () => one)))[0]).toBe(400);
    expect((await change(foreign, [one])).status).toBe(404);
    expect((await read(id!)).category).toBe("general");
  });
});
