import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { Finding } from "../domain/findings/finding.entity.ts";
import { FINDING_STATUSES, SEVERITIES } from "../domain/findings/finding.rules.ts";
import { Project } from "../domain/projects/project.entity.ts";
import type { ApiClient } from "./support/api-client.ts";
import { startFindingsProject } from "./support/findings-project.ts";

const { product, customer, auditor, manager, admin, foreign, newProject, raise, eventsOf } =
  await startFindingsProject();
const projectId = await newProject();

const patch = (by: ApiClient, id: string, body: object) => by.send("PATCH", `/api/findings/${id}`, body);

describe("lists and their totals", () => {
  test("filter, search and sort, with severities by weight", async () => {
    const project = await newProject();
    await raise(project, { title: "b", severity: "Info", category: "access", control_id: "CC6.1" });
    await raise(project, { title: "a", severity: "Critical", integration: "zap", source_id: "z" });
    const { id } = await raise(project, { title: "c", severity: "Low", assigned_to: manager.id });
    await product.orm.em.fork().nativeUpdate(Finding, { id }, { dueDate: new Date(0) });
    const titles = async (query: string): Promise<string[]> =>
      (await customer.get(`/api/findings?project_id=${project}&${query}`)).data.findings.map(
        (finding: { title: string }) => finding.title,
      );
    expect(await titles("")).toEqual(["c", "a", "b"]);
    expect(await titles("sort=severity")).toEqual(["a", "c", "b"]);
    expect(await titles("severity=Critical,Info&sort=title&order=asc")).toEqual(["a", "b"]);
    expect(await titles("severity=Critical&severity=Info&sort=title&order=asc")).toEqual(["a", "b"]);
    expect(await titles("status=resolved,closed")).toEqual([]);
    expect(await titles("category=access,none&integration=manual&integration=zap")).toEqual(["b"]);
    expect(await titles("category=access")).toEqual(["b"]);
    expect(await titles("integration=zap")).toEqual(["a"]);
    expect(await titles("control_id=CC6.1")).toEqual(["b"]);
    expect(await titles(`assigned_to=${manager.id}`)).toEqual(["c"]);
    expect(await titles("overdue=true")).toEqual(["c"]);
    expect(await titles("overdue=false")).toEqual(["a", "b"]);
    expect(await titles("search=Z&search_fields=source_id")).toEqual(["a"]);
    expect(await titles("limit=1&page=3")).toEqual(["b"]);
    expect((await customer.get("/api/findings?severity=high")).body.error.details["field"]).toBe("severity");
    const statsFor = async (query: string) =>
      (await customer.get(`/api/findings/stats?project_id=${project}&${query}`)).data;
    expect(await statsFor("page=0&limit=none&sort=x&order=up")).toEqual(await statsFor(""));
    expect(await statsFor("search=")).toMatchObject({ total: 3 });
  });

  test("are sorted by status, with what is left to do first in descending order", async () => {
    const project = await newProject();
    for (const status of FINDING_STATUSES.toSorted()) {
      const { id } = await raise(project, { title: status, severity: "Info" });
      await product.orm.em.fork().nativeUpdate(Finding, { id }, { status });
    }
    const titles = async (order: string): Promise<string[]> => {
      const { data } = await customer.get(`/api/findings?project_id=${project}&sort=status&order=${order}`);
      return data.findings.map(({ title }: { title: string }) => title);
    };
    expect(await titles("desc")).toEqual([...FINDING_STATUSES]);
    expect(await titles("asc")).toEqual(FINDING_STATUSES.toReversed());
  });

  test("have findings without a due date last in both directions", async () => {
    const project = await newProject();
    for (const due of ["2100-01-01T00:00:00Z", "2100-01-03T00:00:00Z", "2100-01-02T00:00:00Z"])
      await raise(project, { title: due.slice(0, 10), severity: "Info", due_date: due });
    await raise(project, { title: "never", severity: "Info" });
    const titles = async (order: string): Promise<string[]> => {
      const { data } = await customer.get(`/api/findings?project_id=${project}&sort=due_date&order=${order}`);
      return data.findings.map(({ title }: { title: string }) => title);
    };
    expect(await titles("asc")).toEqual(["2100-01-01", "2100-01-02", "2100-01-03", "never"]);
    expect(await titles("desc")).toEqual(["2100-01-03", "2100-01-02", "2100-01-01", "never"]);
  });

  test("give the risk of active findings", async () => {
    const project = await newProject();
    const ids: string[] = [];
    for (const severity of SEVERITIES.slice(1)) ids.push((await raise(project, { severity })).id);
    await patch(customer, ids[1]!, { status: "in-progress" });
    const { data } = await customer.get(`/api/findings/stats?project_id=${project}`);
    expect(data).toEqual({
      total: 4,
      overdue: 0,
      severity: { Critical: 0, High: 1, Medium: 1, Low: 1, Info: 1 },
      status: { open: 3, "in-progress": 1, resolved: 0, closed: 0, accepted: 0, "false-positive": 0 },
      category: { general: 4 },
      integration: { manual: 4 },
      risk: { score: 90, level: "High", counted: 4 },
    });
    await patch(auditor, ids[0]!, { status: "false-positive", reason: "test data" });
    const after = (await customer.get(`/api/findings/stats?project_id=${project}`)).data.risk;
    expect(after).toEqual({ score: 40, level: "Medium", counted: 3 });
  });

  test("agree for any filter and caller (property)", async () => {
    const projects = [projectId, await newProject()];
    for (const severity of SEVERITIES) await raise(projectId, { severity });
    const { id } = await raise(projectId, { category: "access", integration: "zap", source_id: "z" });
    await product.orm.em.fork().nativeUpdate(Finding, { id }, { dueDate: new Date(0) });
    await patch(auditor, (await raise(projects[1]!)).id, { status: "false-positive", reason: "x" });
    const demo = await newProject();
    await raise(demo, { severity: "Low" });
    await product.orm.em.fork().nativeUpdate(Project, { id: demo }, { demo: true });
    // Mostly undefined, because many filters together find nothing.
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) =>
      fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
    const some = <T>(values: readonly T[]) => maybe(fc.constantFrom(...values));
    const queries = fc.record({
      severity: maybe(fc.subarray([...SEVERITIES], { minLength: 1 })),
      status: maybe(fc.subarray([...FINDING_STATUSES], { minLength: 1 })),
      project_id: some([...projects, demo]),
      integration: some(["manual", "zap", "none"]),
      category: some(["general", "access"]),
      overdue: some(["true", "false"]),
      search: some(["key", "z", "nothing of the kind"]),
    });
    const callers = fc.constantFrom(customer, auditor, manager, admin, foreign);
    const totals: number[] = [];
    const property = fc.asyncProperty(callers, queries, async (caller, query) => {
      const given = Object.entries(query).filter(([, value]) => value !== undefined);
      const text = new URLSearchParams(
        Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
      ).toString();
      const list = (await caller.get(`/api/findings?limit=100&${text}`)).data;
      const stats = (await caller.get(`/api/findings/stats?${text}`)).data;
      expect(stats.total).toBe(list.pagination.total);
      const overdue = list.findings.filter((finding: { overdue: boolean }) => finding.overdue).length;
      if (stats.total <= 100) expect(stats.overdue).toBe(overdue);
      totals.push(stats.total);
    });
    await fc.assert(property, { numRuns: 80 });
    expect(totals.filter((total) => total > 0).length).toBeGreaterThan(10);
    // The customer has a manager and the auditor does not: only one of them sees demo projects.
    const seen = async (caller: ApiClient) =>
      (await caller.get(`/api/findings/stats?project_id=${demo}`)).data.total;
    expect([await seen(customer), await seen(auditor), await seen(foreign)]).toEqual([0, 1, 1]);
  });
});

describe("the next statuses of a finding", () => {
  const nextFor = async (caller: ApiClient, id: string): Promise<string[]> => {
    const { data } = await caller.get(`/api/findings/${id}`);
    const list = (await caller.get(`/api/findings?project_id=${data.project_id}`)).data.findings;
    const [listed] = list.filter((finding: { id: string }) => finding.id === id);
    expect(listed!.next_statuses).toEqual(data.next_statuses);
    return data.next_statuses;
  };

  test("depend on the caller's permissions", async () => {
    const project = await newProject();
    const { id } = await raise(project);
    const seen = async () => [
      await nextFor(customer, id),
      await nextFor(auditor, id),
      await nextFor(manager, id),
      await nextFor(admin, id),
    ];
    const all = ["in-progress", "accepted", "false-positive"];
    expect(await seen()).toEqual([["in-progress"], ["accepted", "false-positive"], all, all]);
    for (const to of await nextFor(customer, id))
      expect((await patch(customer, id, { status: to })).status).toBe(200);
    const later = ["resolved", "accepted", "false-positive", "open"];
    expect(await seen()).toEqual([
      ["resolved", "open"],
      ["accepted", "false-positive", "open"],
      later,
      later,
    ]);
    await product.orm.em.fork().nativeUpdate(Project, { id: project }, { status: "archived" });
    expect(await seen()).toEqual([[], [], [], []]);
  });

  test("are empty for viewers of a demo project", async () => {
    const project = await newProject();
    const { id } = await raise(project, { assigned_to: manager.id });
    await product.orm.em.fork().nativeUpdate(Project, { id: project }, { demo: true });
    expect(await nextFor(foreign, id)).toEqual([]);
  });

  test("can be filtered by assignee", async () => {
    const project = await newProject();
    await raise(project);
    const { id } = await raise(project, { assigned_to: manager.id });
    const mine = async (caller: ApiClient) =>
      (await caller.get(`/api/findings?project_id=${project}&assigned_to=me`)).data.findings;
    expect(await mine(manager)).toMatchObject([{ id }]);
    expect(await mine(customer)).toEqual([]);
    const { data } = await manager.get(`/api/findings/stats?project_id=${project}&assigned_to=me`);
    expect(data.total).toBe(1);
  });
});

describe("the risk level of a project", () => {
  const levels = async (project: string) =>
    (await eventsOf(project))
      .filter(({ kind }) => kind === "risk.level_changed")
      .map(({ data }) => `${String(data["from"])} ${String(data["to"])} ${String(data["score"])}`);

  test("is recorded only when it changes", async () => {
    const project = await newProject();
    const { id } = await raise(project, { severity: "Medium" });
    await raise(project, { severity: "Low" });
    expect(await levels(project)).toEqual([]);
    await patch(customer, id, { severity: "Critical" });
    await patch(customer, id, { title: "Other" });
    await patch(auditor, id, { status: "false-positive", reason: "x" });
    expect(await levels(project)).toEqual(["Low High 100", "High Low 10"]);
  });

  test("changes once with many simultaneous findings", async () => {
    const project = await newProject();
    await Promise.all(Array.from({ length: 6 }, () => raise(project, { severity: "Medium" })));
    expect(await levels(project)).toEqual(["Low Medium 50", "Medium High 100"]);
  });
});
