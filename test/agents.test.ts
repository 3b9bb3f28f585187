import { describe, expect, test } from "@jest/globals";
import { Agent } from "../domain/agents/agent.entity.ts";
import { Project } from "../domain/projects/project.entity.ts";
import { startFindingsProject } from "./support/findings-project.ts";
import { untilWaiting } from "./support/until-waiting.ts";

const { product, customer, auditor, manager, admin, foreign, newProject, raise, eventsOf } =
  await startFindingsProject();
const projectId = await newProject();
let agents = 0;

const register = (by = customer, body: object = {}) =>
  by.send("POST", "/api/agents", {
    project_id: projectId,
    name: `agent ${(agents += 1)}`,
    kind: "zap",
    ...body,
  });
const registered = async (body: object = {}): Promise<string> => {
  const { status, data } = await register(customer, body);
  expect(status).toBe(201);
  return data.id;
};
const read = async (id: string) => (await customer.get(`/api/agents/${id}`)).data;

describe("registering an agent", () => {
  test("returns it without a heartbeat, and records the event", async () => {
    const { data } = await register(customer, { version: "2.1" });
    expect(data).toMatchObject({
      project_id: projectId,
      kind: "zap",
      version: "2.1",
      status: "never",
      registered_by: customer.id,
      last_heartbeat_at: null,
      statistics: {
        findings_reported: 0,
        open_findings: { Critical: 0, High: 0, Medium: 0, Low: 0, Info: 0 },
      },
    });
    expect(await eventsOf(data.id)).toEqual([
      {
        kind: "agent.registered",
        data: { agent: { id: data.id, name: data.name, kind: "zap", project_id: projectId } },
      },
    ]);
  });

  test("answers 409 for a name in use in the project, naming the existing agent", async () => {
    const id = await registered({ name: "taken" });
    const again = await register(customer, { name: "taken" });
    expect([again.status, again.body.error.details]).toEqual([409, { agent_id: id }]);
    expect((await register(admin, { name: "taken", project_id: null })).status).toBe(201);
    expect((await register(admin, { name: "taken", project_id: null })).status).toBe(409);
    expect((await register(customer, { name: "taken", project_id: await newProject() })).status).toBe(201);
  });

  test("accepts one of two simultaneous registrations of a name", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => register(customer, { name: "rushed" })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  test("allows only administrators to register and see agents for all projects", async () => {
    for (const person of [customer, auditor, manager, foreign])
      expect((await register(person, { project_id: null })).status).toBe(403);
    const { data } = await register(admin, { project_id: null });
    expect((await admin.get(`/api/agents/${data.id}`)).status).toBe(200);
    for (const person of [customer, auditor, manager])
      expect((await person.get(`/api/agents/${data.id}`)).status).toBe(404);
  });
});

describe("a heartbeat", () => {
  test("makes the agent online, until it becomes stale", async () => {
    const id = await registered();
    const { data } = await customer.send("POST", `/api/agents/${id}/heartbeat`, { version: "3" });
    expect(data).toMatchObject({ status: "online", version: "3", last_heartbeat_at: expect.any(String) });
    const lastHeartbeatAt = new Date(Date.now() - 16 * 60_000);
    await product.orm.em.fork().nativeUpdate(Agent, { id }, { lastHeartbeatAt });
    expect((await read(id)).status).toBe("stale");
  });

  test("determines the filter by status", async () => {
    const project_id = await newProject();
    const [online, stale, never] = [
      await registered({ project_id }),
      await registered({ project_id }),
      await registered({ project_id }),
    ];
    for (const id of [online, stale]) await customer.send("POST", `/api/agents/${id}/heartbeat`, {});
    await product.orm.em.fork().nativeUpdate(Agent, { id: stale }, { lastHeartbeatAt: new Date(0) });
    const ids = async (status: string) =>
      (await customer.get(`/api/agents?project_id=${project_id}&status=${status}`)).data.agents.map(
        (agent: { id: string }) => agent.id,
      );
    expect([await ids("online"), await ids("stale"), await ids("never")]).toEqual([
      [online],
      [stale],
      [never],
    ]);
  });
});

describe("the findings of an agent", () => {
  test("are counted, open ones by severity", async () => {
    const agent_id = await registered();
    const { id } = await raise(projectId, { agent_id, severity: "Critical" });
    await raise(projectId, { agent_id, severity: "Low" });
    await raise(projectId, { agent_id, severity: "Low" });
    await auditor.send("PATCH", `/api/findings/${id}`, { status: "false-positive", reason: "x" });
    const { statistics } = await read(agent_id);
    expect(statistics).toMatchObject({ findings_reported: 3, open_findings: { Critical: 0, Low: 2 } });
    expect((await customer.get(`/api/findings?agent_id=${agent_id}`)).data.pagination.total).toBe(3);
  });

  test("are counted as far as the caller can see them", async () => {
    const { id: agent_id } = (await register(admin, { project_id: null })).data;
    const demo = await newProject();
    for (const project_id of [projectId, demo])
      await admin.send("POST", "/api/findings", { project_id, agent_id, title: "x", severity: "Low" });
    await product.orm.em.fork().nativeUpdate(Project, { id: demo }, { demo: true });
    const bound = await product.signIn("admin", { managerId: admin.id });
    const reported = async (by: typeof admin) =>
      (await by.get(`/api/agents/${agent_id}`)).data.statistics.findings_reported;
    expect([await reported(admin), await reported(bound)]).toEqual([2, 1]);
  });

  test("stay when the agent is removed", async () => {
    const agent_id = await registered();
    const { id } = await raise(projectId, { agent_id });
    expect((await customer.send("DELETE", `/api/agents/${agent_id}`)).status).toBe(200);
    expect((await customer.get(`/api/agents/${agent_id}`)).status).toBe(404);
    expect((await customer.get(`/api/findings/${id}`)).data.agent).toBeNull();
    expect((await eventsOf(agent_id)).map(({ kind }) => kind)).toEqual(["agent.registered", "agent.removed"]);
  });
});

test("an agent is removed only after the import that names it", async () => {
  const id = await registered();
  const rows = [{ source_id: "s-1", title: "Port open", severity: "Medium" }];
  const body = { project_id: projectId, integration: id, agent_id: id, findings: rows };
  const { pending } = await product.orm.em.fork().transactional(async (em) => {
    // The import has read the agent, and waits to write its findings.
    await em.execute("lock table findings in share mode");
    const importing = customer.send("POST", "/api/findings/import", body);
    await untilWaiting(product, 1);
    const removing = customer.send("DELETE", `/api/agents/${id}`);
    await untilWaiting(product, 2);
    return { pending: [importing, removing] as const };
  });
  const [imported, removed] = await Promise.all(pending);
  expect([imported.status, removed.status]).toEqual([200, 200]);
  expect(imported.data.created).toBe(1);
});
