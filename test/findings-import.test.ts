import { describe, expect, test } from "@jest/globals";
import { Finding } from "../domain/findings/finding.entity.ts";
import { startFindingsProject } from "./support/findings-project.ts";

const { product, customer, auditor, admin, foreign, newProject, eventsOf } = await startFindingsProject();
const projectId = await newProject();
let scanners = 0;

/** A new integration and its report. */
function createScanner(project = projectId) {
  const integration = `scanner ${(scanners += 1)}`;
  const report = (findings: unknown[], more: object = {}) =>
    customer.send("POST", "/api/findings/import", { project_id: project, integration, findings, ...more });
  const outcomes = async (findings: unknown[], more: object = {}): Promise<string[]> => {
    const { status, data } = await report(findings, more);
    expect(status).toBe(200);
    return data.results.map((result: { outcome: string }) => result.outcome);
  };
  return { integration, report, outcomes };
}

const row = (more: object = {}) => ({ source_id: "s-1", title: "Port open", severity: "Medium", ...more });
const read = async (id: string) => (await customer.get(`/api/findings/${id}`)).data;
const patch = (by: typeof customer, id: string, body: object) =>
  by.send("PATCH", `/api/findings/${id}`, body);
const kindsOf = async (id: string) => (await eventsOf(id)).map(({ kind }) => kind);

async function imported(scanner: ReturnType<typeof createScanner>, more: object = {}): Promise<string> {
  return (await scanner.report([row(more)])).data.results[0]!.finding_id!;
}

describe("an import", () => {
  test("that is a dry run reports its changes, and makes none", async () => {
    const { integration, report } = createScanner();
    const [known] = (await report([row()])).data.results as { finding_id: string }[];
    const rows = [row({ title: "Port 22 open" }), row({ source_id: "s-2" }), row({ severity: "Severe" })];
    const events = (await eventsOf(known!.finding_id)).length;
    const { data } = await report(rows, { dry_run: true });
    expect(data).toMatchObject({ created: 1, updated: 1, invalid: 1 });
    expect(data.results).toMatchObject([
      { outcome: "updated", finding_id: known!.finding_id, title: "Port 22 open" },
      { outcome: "created", finding_id: null, title: "Port open" },
      { outcome: "invalid", finding_id: null, title: "Port open", reason: { field: "severity" } },
    ]);
    expect(await product.orm.em.fork().count(Finding, { integration })).toBe(1);
    expect(await read(known!.finding_id)).toMatchObject({ title: "Port open" });
    expect((await eventsOf(known!.finding_id)).length).toBe(events);
    expect((await report(rows)).data).toMatchObject({ created: 1, updated: 1, invalid: 1 });
  });

  test("returns the result of each row, in order", async () => {
    const { integration, report } = createScanner();
    const { data } = await report([
      row({ control_id: "CC6.6", category: "network", integration_data: { port: 22 } }),
      row({ source_id: "s-2", severity: "Severe" }),
      row({ source_id: "s-3", control_id: "CC99" }),
      row({ title: "Again" }),
      "no object",
      row({ source_id: "s-4", due_date: "2030-01-01T00:00:00Z", colour: "red" }),
      row({ source_id: "s-5", due_date: "2030-01-01T00:00:00Z" }),
    ]);
    expect(data).toMatchObject({ created: 2, updated: 0, unchanged: 0, invalid: 5 });
    const answered = data.results.map((result) => [
      result.index,
      result.source_id,
      result.reason?.field ?? null,
    ]);
    expect(answered).toEqual([
      [0, "s-1", null],
      [1, "s-2", "severity"],
      [2, "s-3", "control_id"],
      [3, "s-1", "source_id"],
      [4, null, "finding"],
      [5, "s-4", "colour"],
      [6, "s-5", null],
    ]);
    const finding = await read(data.results[0]!.finding_id!);
    expect(finding).toMatchObject({
      integration,
      source_id: "s-1",
      category: "network",
      status: "open",
      integration_data: { port: 22 },
      last_seen_at: expect.any(String),
      created_by: { id: customer.id },
    });
    const { controls } = (await customer.get(`/api/v1/projects/${projectId}`)).data;
    const { id } = controls.find((control) => control.number === "CC6.6")!;
    expect(finding.control_id).toBe(id);
    expect((await read(data.results[6]!.finding_id!)).due_date).toBe("2030-01-01T00:00:00.000Z");
  });

  test("that is repeated changes only the time when the finding was last seen", async () => {
    const { outcomes } = createScanner();
    const rows = [row({ integration_data: { b: 1, a: [{ d: 1, c: 2 }] } }), row({ source_id: "s-2" })];
    expect(await outcomes(rows)).toEqual(["created", "created"]);
    const first = (await customer.get("/api/findings?search=s-2&limit=1")).data.findings[0]!;
    const again = [row({ integration_data: { a: [{ c: 2, d: 1 }], b: 1 } }), row({ source_id: "s-2" })];
    expect(await outcomes(again)).toEqual(["unchanged", "unchanged"]);
    const { last_seen_at: seen, ...rest } = await read(first.id);
    expect(rest).toMatchObject({ updated_at: first.updated_at, title: first.title });
    expect(Date.parse(seen!)).toBeGreaterThan(Date.parse(first.last_seen_at!));
    expect(await kindsOf(first.id)).toEqual(["finding.created"]);
  });

  test("imports new data, and keeps users' changes", async () => {
    const scanner = createScanner();
    const id = await imported(scanner);
    await patch(customer, id, { title: "Our words", severity: "Low" });
    expect(await scanner.outcomes([row({ category: "network" })])).toEqual(["updated"]);
    expect(await read(id)).toMatchObject({ title: "Our words", severity: "Low", category: "network" });
    expect(await scanner.outcomes([row({ category: "network", title: "Ports open" })])).toEqual(["updated"]);
    expect(await read(id)).toMatchObject({ title: "Ports open", severity: "Low" });
    const changed = (await eventsOf(id)).slice(1).map(({ data }) => data["changed"]);
    expect(changed).toEqual([["title", "severity", "due_date"], ["category"], ["title"]]);
  });

  test("keeps the same source ids apart by integration and project", async () => {
    const one = createScanner();
    expect(await one.outcomes([row()])).toEqual(["created"]);
    expect(await createScanner().outcomes([row()])).toEqual(["created"]);
    const elsewhere = { project_id: await newProject() };
    expect(await one.outcomes([row()], elsewhere)).toEqual(["created"]);
    expect(await one.outcomes([row()])).toEqual(["unchanged"]);
  });

  test("that arrives twice at the same time creates each finding once", async () => {
    const scanner = createScanner();
    const rows = Array.from({ length: 20 }, (_, n) => row({ source_id: `s-${n}` }));
    const answers = await Promise.all([
      scanner.report(rows),
      scanner.report(rows),
      scanner.report(rows.toReversed()),
    ]);
    const answered = answers.map(({ data }) => [data.created, data.unchanged] as const);
    expect(answered.toSorted((a, b) => a[0] - b[0])).toEqual([
      [0, 20],
      [0, 20],
      [20, 0],
    ]);
  });

  test("accepts 1000 rows, even long ones, and changes the risk level once", async () => {
    const project = await newProject();
    const { report } = createScanner(project);
    const description = "long ".repeat(600);
    const rows = Array.from({ length: 1_000 }, (_, n) => row({ source_id: `s-${n}`, description }));
    expect((await report(rows)).data).toMatchObject({ created: 1_000, invalid: 0 });
    expect((await report(rows)).data).toMatchObject({ unchanged: 1_000 });
    expect(await kindsOf(project)).toEqual(["project.created", "risk.level_changed"]);
    const { status, body } = await report([...rows, row()]);
    expect([status, body.error.details["field"]]).toEqual([400, "findings"]);
  });

  test("that is long is refused and repeated like a short one", async () => {
    const { integration } = createScanner();
    const findings = Array.from({ length: 200 }, (_, n) =>
      row({
        source_id: `s-${n}`,
        integration_data: { a: "b".repeat(3_000) },
        due_date: "2030-01-01T00:00:00Z",
      }),
    );
    const send = (more: object, key: string) => {
      const body = { project_id: projectId, integration, findings, ...more };
      return customer.send("POST", "/api/findings/import", body, { "idempotency-key": key });
    };
    const wrong = await send({ colour: "red" }, "a");
    expect([wrong.status, wrong.body.error.details]).toMatchObject([
      400,
      { field: "colour", error: "unknown field" },
    ]);
    expect((await send({ integration: "a\0" }, "a")).body.error.details["field"]).toBe("integration");
    const taken = await send({}, "a");
    expect(taken.data).toMatchObject({ created: 200, invalid: 0 });
    expect((await send({}, "a")).data).toEqual(taken.data);
    expect((await send({ findings: findings.slice(1) }, "a")).body.error.details["field"]).toBe(
      "Idempotency-Key",
    );
    const { data } = await customer.get(`/api/findings/${taken.data.results[0]!.finding_id}`);
    expect(data.due_date).toBe("2030-01-01T00:00:00.000Z");
  });

  test("with only invalid rows changes nothing, and reports the problem of each", async () => {
    const { report } = createScanner();
    const { status, data } = await report([{}, null, row({ title: "" })]);
    const fields = data.results.map((result) => result.reason!.field);
    expect([status, data.invalid, fields]).toEqual([200, 3, ["title", "finding", "title"]]);
  });

  test("requires the right to create findings in the project", async () => {
    const body = { project_id: projectId, integration: "x", findings: [row()] };
    expect((await foreign.send("POST", "/api/findings/import", body)).status).toBe(404);
    expect((await auditor.send("POST", "/api/findings/import", body)).status).toBe(200);
  });
});

describe("a finding of another reporter", () => {
  test("is not lowered in severity by the audited party's import, which may raise it", async () => {
    const integration = "penetration test";
    const send = async (by: typeof customer, findings: object[]) => {
      const body = { project_id: projectId, integration, findings };
      return (await by.send("POST", "/api/findings/import", body)).data;
    };
    const reported = row({ severity: "High", control_id: "CC6.6" });
    const id = (await send(auditor, [reported])).results[0]!.finding_id!;
    const before = await read(id);
    const refused = await send(customer, [
      row({ severity: "Info", control_id: "CC6.6" }),
      row({ source_id: "s-2", severity: "Low" }),
    ]);
    expect(refused).toMatchObject({ created: 1, updated: 0, invalid: 1 });
    expect(refused.results[0]).toMatchObject({
      outcome: "invalid",
      finding_id: id,
      reason: {
        field: "severity",
        error:
          "You did not raise this finding, so you may not lower its severity: comment on it or ask an auditor",
        reason: "not_yours.severity",
      },
    });
    const { last_seen_at: _seen, updated_at: _updated, ...rest } = before;
    expect(await read(id)).toMatchObject(rest);
    const worse = { ...reported, severity: "Critical", category: "network" };
    expect(await send(customer, [worse])).toMatchObject({ updated: 1 });
    expect(await send(auditor, [{ ...worse, severity: "Low" }])).toMatchObject({ updated: 1 });
    expect(await read(id)).toMatchObject({ severity: "Low", category: "network" });
  });
});

describe("a finding that users have handled", () => {
  const decide = async (id: string, status: string): Promise<void> => {
    if (status === "resolved" || status === "closed") await patch(customer, id, { status: "in-progress" });
    if (status === "resolved" || status === "closed") await patch(customer, id, { status: "resolved" });
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const more = { accepted: { reason: "x", until }, "false-positive": { reason: "x" } }[status] ?? {};
    if (status !== "resolved") await patch(auditor, id, { status, ...more });
    expect((await read(id)).status).toBe(status);
  };

  test.each(["resolved", "closed", "accepted", "false-positive"])(
    "stays %s however often it is reported, until its severity rises",
    async (status) => {
      const scanner = createScanner();
      const id = await imported(scanner);
      await decide(id, status);
      expect(await scanner.outcomes([row()])).toEqual(["unchanged"]);
      expect(await scanner.outcomes([row({ title: "Ports open" })])).toEqual(["updated"]);
      expect(await scanner.outcomes([row({ title: "Ports open", severity: "Low" })])).toEqual(["updated"]);
      expect((await read(id)).status).toBe(status);
      const worse = [row({ title: "Ports open", severity: "High" })];
      const reopening = { results: [{ outcome: "updated", reopened: true }] };
      expect((await scanner.report(worse, { dry_run: true })).data).toMatchObject(reopening);
      expect((await read(id)).status).toBe(status);
      expect((await scanner.report(worse)).data).toMatchObject(reopening);
      expect(await read(id)).toMatchObject({
        status: "open",
        severity: "High",
        status_reason: `${scanner.integration} now reports it as High, previously as Low`,
        accepted_until: null,
      });
      expect((await kindsOf(id)).slice(-2)).toEqual(["finding.updated", "finding.status_changed"]);
    },
  );

  test("keeps its status if users rated it lower than the integration does", async () => {
    const scanner = createScanner();
    const id = await imported(scanner, { severity: "High" });
    await patch(customer, id, { severity: "Low" });
    await decide(id, "accepted");
    expect(await scanner.outcomes([row({ severity: "High", title: "Ports open" })])).toEqual(["updated"]);
    expect(await read(id)).toMatchObject({ status: "accepted", severity: "Low" });
  });
});

test("an agent's import counts as a heartbeat, and findings name the agent", async () => {
  const { data: agent } = await customer.send("POST", "/api/agents", {
    project_id: projectId,
    name: "nightly",
    kind: "zap",
  });
  const scanner = createScanner();
  const { data } = await scanner.report([row()], { agent_id: agent.id });
  const finding = await read(data.results[0]!.finding_id!);
  expect(finding.agent).toMatchObject({ id: agent.id, name: "nightly", status: "online" });
  const other = (await admin.send("POST", "/api/agents", { name: "everywhere", kind: "zap" })).data.id;
  const refused = await scanner.report([row()], { agent_id: other });
  expect([refused.status, refused.body.error.details["field"]]).toEqual([400, "agent_id"]);
  const [kept] = await product.orm.em.fork().find(Finding, { id: finding.id });
  expect(kept!.agent!.id).toBe(agent.id);
});
