import { describe, expect, test } from "@jest/globals";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { eventKinds } from "./support/event-kinds.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { formWith } from "../testkit/form-with.ts";

const { product, customer, auditor, admin, pdf, foreign, newProject } = await startEvidenceProject();

const CONTROLS = 61;

async function upload(projectId: string, controlId = "CC6.1", more: object = {}): Promise<string> {
  const fields = { project_id: projectId, control_id: controlId, title: "A file", ...more };
  return (await customer.upload({ name: "a.pdf", bytes: pdf }, fields)).data.id;
}

const review = (id: string, body: object) => auditor.send("POST", `/api/v1/evidence/${id}/review`, body);
const approve = (id: string, more: object = {}) => review(id, { decision: "approve", ...more });
const controlOf = async (projectId: string, number = "CC6.1") =>
  (await customer.get(`/api/v1/projects/${projectId}/controls/${number}`)).data;
const scoreOf = async (projectId: string, more = "") =>
  (await customer.get(`/api/v1/compliance/score?project_id=${projectId}${more}`)).data;

describe("evidence updates its control and the project's score", () => {
  test("when uploaded, approved, replaced and deleted", async () => {
    const projectId = await newProject();
    expect(await controlOf(projectId)).toMatchObject({ progress: 0, status: "not_started" });
    const id = await upload(projectId);
    expect(await controlOf(projectId)).toMatchObject({
      progress: 50,
      status: "in_progress",
      pending_evidence: 1,
    });
    expect((await scoreOf(projectId)).overall_score).toBe(50 / CONTROLS);
    expect((await approve(id, { note: "Signed" })).data).toMatchObject({
      status: "approved",
      reviewed_by: auditor.id,
      review_note: "Signed",
    });
    expect(await controlOf(projectId)).toMatchObject({
      progress: 100,
      status: "complete",
      approved_evidence: 1,
    });
    const form = formWith({}, { name: "b.pdf", bytes: pdf });
    const version = await customer.fetch(`/api/v1/evidence/${id}/versions`, { method: "POST", body: form });
    const { data } = (await version.json()) as { data: { id: string } };
    expect(await controlOf(projectId)).toMatchObject({
      progress: 50,
      approved_evidence: 0,
      pending_evidence: 1,
    });
    await customer.send("DELETE", `/api/v1/evidence/${data.id}`);
    expect(await controlOf(projectId)).toMatchObject({ progress: 0, status: "not_started" });
    const control = await controlOf(projectId);
    expect(await eventKinds(product, control.id)).toEqual([
      "control.status_changed",
      "control.status_changed",
      "control.status_changed",
      "control.status_changed",
    ]);
    expect(await eventKinds(product, projectId)).toEqual([
      "project.created",
      ...Array<string>(4).fill("score.changed"),
    ]);
  });

  test("when moved to another control", async () => {
    const projectId = await newProject();
    const id = await upload(projectId);
    await customer.send("PUT", `/api/v1/evidence/${id}`, { control_id: "A1.2" });
    expect((await controlOf(projectId)).pending_evidence).toBe(0);
    expect((await controlOf(projectId, "A1.2")).pending_evidence).toBe(1);
  });

  test("with many simultaneous changes", async () => {
    const projectId = await newProject();
    await Promise.all(Array.from({ length: 8 }, () => upload(projectId)));
    expect((await controlOf(projectId)).pending_evidence).toBe(8);
    const list = (await customer.get(`/api/v1/projects?limit=100`)).data.projects;
    const { overall_score: score } = await scoreOf(projectId);
    expect(list.find((project) => project.id === projectId)!.compliance_score).toBe(score);
  });
});

describe("a review", () => {
  test("needs two people", async () => {
    const projectId = await newProject();
    const fields = { project_id: projectId, control_id: "CC6.1", title: "Own" };
    const { id } = (await admin.upload({ name: "a.pdf", bytes: pdf }, fields)).data;
    const own = await admin.send("POST", `/api/v1/evidence/${id}/review`, { decision: "approve" });
    expect(own.status).toBe(409);
    expect(own.body.error.message).toContain("your own upload");
    expect((await approve(id)).status).toBe(200);
  });

  test("happens once, even with simultaneous reviewers", async () => {
    const id = await upload(await newProject());
    const answers = await Promise.all([
      approve(id),
      review(id, { decision: "reject", note: "No" }),
      approve(id),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    expect((await eventKinds(product, id)).filter((kind) => /approved|rejected/.test(kind))).toHaveLength(1);
  });

  test("requires a reason to reject", async () => {
    const id = await upload(await newProject());
    const silent = await review(id, { decision: "reject" });
    expect(silent.status).toBe(400);
    expect(silent.body.error.details).toMatchObject({ field: "note" });
    expect((await review(id, { decision: "reject", note: "Not dated" })).data).toMatchObject({
      status: "rejected",
      review_note: "Not dated",
    });
  });

  test("does not approve expired evidence", async () => {
    const id = await upload(await newProject());
    const over = { expiresAt: new Date("2020-01-01T00:00:00Z") };
    await product.orm.em.fork().nativeUpdate(Evidence, { id }, over);
    expect((await approve(id)).status).toBe(409);
    expect((await approve(id, { expires_at: "2999-01-01T00:00:00Z" })).data).toMatchObject({
      expires_at: "2999-01-01T00:00:00.000Z",
    });
  });
});

describe("a control", () => {
  const put = (projectId: string, body: object) =>
    admin.send("PUT", `/api/v1/projects/${projectId}/controls/CC6.1`, body);

  test("that is not applicable is excluded from the figures, with a reason", async () => {
    const projectId = await newProject();
    const silent = await put(projectId, { not_applicable: true });
    expect(silent.status).toBe(400);
    expect(silent.body.error.details).toMatchObject({ field: "justification" });
    await put(projectId, { not_applicable: true, justification: "No offices" });
    expect((await scoreOf(projectId)).control_coverage.total).toBe(CONTROLS - 1);
  });

  test("that is not applicable can be excluded from the list, whose totals then match the coverage", async () => {
    const projectId = await newProject();
    await upload(projectId);
    await approve(await upload(projectId, "A1.2"));
    await put(projectId, { not_applicable: true, justification: "No offices" });
    const list = async (query: string) =>
      (await customer.get(`/api/v1/compliance/controls?project_id=${projectId}&${query}`)).data;
    const totalOf = async (query: string): Promise<number> => (await list(query)).pagination.total;
    const left = await list("not_applicable=true");
    expect(left.controls.map(({ number }: { number: string }) => number)).toEqual(["CC6.1"]);
    expect(await totalOf("status=in_progress")).toBe(1);
    const applying = "not_applicable=false";
    expect((await scoreOf(projectId)).control_coverage).toEqual({
      total: await totalOf(applying),
      complete: await totalOf(`${applying}&status=complete`),
      in_progress: await totalOf(`${applying}&status=in_progress`),
      not_started: await totalOf(`${applying}&status=not_started`),
    });
    const wrong = await customer.get(
      `/api/v1/compliance/controls?project_id=${projectId}&not_applicable=yes`,
    );
    expect(wrong.body.error.details).toMatchObject({ field: "not_applicable" });
  });

  test("that is not applicable keeps its evidence in the project's lists", async () => {
    const projectId = await newProject();
    await upload(projectId);
    await put(projectId, { not_applicable: true, justification: "No offices" });
    expect(await scoreOf(projectId)).toMatchObject({ overall_score: 0, evidence_quality: { total: 1 } });
  });

  test("is set manually until evidence counts again", async () => {
    const projectId = await newProject();
    expect((await put(projectId, { progress: 30, reason: "Seen on site" })).data).toMatchObject({
      progress: 30,
      progress_source: "manual",
      status: "in_progress",
    });
    await upload(projectId);
    expect((await controlOf(projectId)).progress).toBe(30);
    expect((await put(projectId, { progress: null })).data).toMatchObject({
      progress: 50,
      progress_source: "evidence",
    });
  });

  test("can require more evidence, and have an owner", async () => {
    const projectId = await newProject();
    await approve(await upload(projectId));
    expect((await put(projectId, { required_evidence: 4, owner_id: customer.id })).data).toMatchObject({
      progress: 25,
      owner_id: customer.id,
    });
    for (const owner_id of [foreign.id, "01a1fdb9-0000-7000-8000-000000000000"]) {
      const { status, body } = await put(projectId, { owner_id });
      expect([status, body.error.details]).toMatchObject([
        400,
        { field: "owner_id", error: "no active user in this project has this id" },
      ]);
    }
    expect((await controlOf(projectId)).owner_id).toBe(customer.id);
  });

  test("is found by number or id, and in lists by status and text", async () => {
    const projectId = await newProject();
    await upload(projectId);
    const { id } = await controlOf(projectId);
    expect((await controlOf(projectId, id)).number).toBe("CC6.1");
    const numbers = async (query: string) =>
      (await customer.get(`/api/v1/compliance/controls?project_id=${projectId}&${query}`)).data.controls.map(
        ({ number }: { number: string }) => number,
      );
    expect(await numbers("status=in_progress")).toEqual(["CC6.1"]);
    expect(await numbers("limit=2")).toEqual(["CC1.1", "CC1.2"]);
    expect(await numbers("search=A1.2")).toEqual(["A1.2"]);
    expect((await customer.get(`/api/v1/projects/${projectId}/controls/CC99.9`)).status).toBe(404);
  });
});

describe("figures", () => {
  test("agree: score, explanation, overview, controls, gaps, list", async () => {
    const projectId = await newProject();
    await approve(await upload(projectId, "CC1.1"));
    await upload(projectId, "A1.2");
    const score = await scoreOf(projectId, "&explain=true");
    const points = score.explanation!.reduce((sum, share) => sum + share.points, 0);
    expect(points).toBeCloseTo(score.overall_score, 9);
    expect(score.overall_score).toBe(150 / CONTROLS);
    expect(score.framework_scores.availability).toBe(50 / 3);
    expect(score.control_coverage).toEqual({ total: CONTROLS, complete: 1, in_progress: 1, not_started: 59 });
    expect(score.evidence_quality.total).toBe(2);
    const { explanation: _explanation, changes: _changes, last_updated: _then, ...figures } = score;
    const overview = (await customer.get(`/api/compliance/overview?project_id=${projectId}`)).data;
    expect(overview).toMatchObject(figures);
    const detailed = (await customer.get(`/api/compliance/overview/detailed?project_id=${projectId}`)).data;
    expect(detailed).toMatchObject({
      ...figures,
      completionPercentage: 100 / CONTROLS,
      averageProgress: score.overall_score,
      criticalGaps: 59,
    });
    expect(detailed.controls).toHaveLength(CONTROLS);
    expect(detailed.topMissingControls).toHaveLength(5);
    const { gaps } = (await customer.get(`/api/v1/compliance/gaps?project_id=${projectId}`)).data;
    expect(gaps).toHaveLength(60);
    expect(gaps.at(-1)).toMatchObject({ control: { number: "A1.2" }, reasons: ["evidence_pending"] });
  });

  test("of risk match the findings and the gaps", async () => {
    const projectId = await newProject();
    await approve(await upload(projectId, "CC1.1"));
    const finding = { project_id: projectId, title: "A hole", severity: "High", category: "network" };
    for (const control_id of ["CC1.1", "CC6.6"])
      expect((await customer.send("POST", "/api/findings", { ...finding, control_id })).status).toBe(201);
    await customer.send("POST", "/api/agents", { project_id: projectId, name: "Scanner", kind: "scanner" });
    const figures = async <P extends string>(path: P) =>
      (await customer.get(`/api/${path}?project_id=${projectId}`)).data;
    const risk = await figures("compliance/risk");
    expect(risk).toEqual({ project_id: projectId, score: 100, level: "High", counted: 2 });
    const { project_id: _project, ...same } = risk;
    expect((await figures("findings/stats")).risk).toEqual(same);
    const summary = await figures("compliance/summary");
    const { last_updated: _then, ...overview } = await figures("compliance/overview/detailed");
    expect(summary).toMatchObject({
      ...overview,
      risk,
      totalFindings: 2,
      agents: { total: 1, online: 0, stale: 0, never: 1 },
    });
    const { gaps } = await figures("v1/compliance/gaps");
    const reasonsOf = (number: string) => gaps.find(({ control }) => control.number === number)!.reasons;
    expect(reasonsOf("CC1.1")).toEqual(["open_findings"]);
    expect(reasonsOf("CC6.6")).toEqual(["no_evidence", "open_findings"]);
  });

  test("of gaps are complete, or in pages as in every list", async () => {
    const path = `/api/v1/compliance/gaps?project_id=${await newProject()}` as const;
    const gapsOf = async (paging: string) => (await customer.get(`${path}${paging}`)).data;
    const { gaps } = await gapsOf("");
    const last = { pagination: { page: 3, limit: 25, total: CONTROLS, pages: 3 }, gaps: gaps.slice(50) };
    expect(await gapsOf("&limit=25&page=3")).toEqual(last);
    expect((await gapsOf("&page=2")).gaps).toEqual(gaps.slice(20, 40));
  });

  test("are not visible without the project", async () => {
    const projectId = await newProject();
    for (const path of [
      "v1/compliance/score",
      "v1/compliance/gaps",
      "v1/compliance/controls",
      "compliance/overview",
    ])
      expect((await foreign.get(`/api/${path}?project_id=${projectId}`)).status).toBe(404);
    expect((await customer.get("/api/v1/compliance/score")).body.error.details).toMatchObject({
      field: "project_id",
    });
  });
});
