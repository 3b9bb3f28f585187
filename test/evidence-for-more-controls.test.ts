import { describe, expect, test } from "@jest/globals";
import { startEvidenceProject } from "./support/evidence-project.ts";

const { customer, auditor, foreign, pdf, newProject } = await startEvidenceProject();
const CONTROLS = 61;

async function upload(projectId: string, also?: string, controlId = "CC6.1"): Promise<string> {
  const fields = { project_id: projectId, control_id: controlId, also_controls: also };
  const { status, data } = await customer.upload({ name: "a.pdf", bytes: pdf }, fields);
  expect(status).toBe(201);
  return data.id;
}

const put = (id: string, body: object, who = customer) => who.send("PUT", `/api/v1/evidence/${id}`, body);
const approve = (id: string) =>
  auditor.send("POST", `/api/v1/evidence/${id}/review`, { decision: "approve" });
const dataOf = async <P extends string>(path: P) => (await customer.get(`/api/${path}`)).data;

/** Every figure that counts evidence, each from another route. */
async function figuresOf(projectId: string, number: string) {
  const query = `?project_id=${projectId}` as const;
  const control = await dataOf(`v1/projects/${projectId}/controls/${number}`);
  const project = await dataOf(`v1/projects/${projectId}`);
  const score = await dataOf(`v1/compliance/score${query}`);
  const detailed = await dataOf(`compliance/overview/detailed${query}`);
  const { gaps } = await dataOf(`v1/compliance/gaps${query}`);
  const graph = await dataOf(`compliance/graph${query}`);
  const named = <T extends { number: string }>(list: T[]): T => list.find((one) => one.number === number)!;
  const gap = gaps.find((one: { control: { number: string } }) => one.control.number === number);
  expect([detailed.overall_score, project.compliance_score]).toEqual([
    score.overall_score,
    score.overall_score,
  ]);
  expect(named<{ number: string; progress: number }>(detailed.controls).progress).toBe(control.progress);
  return {
    approved: control.approved_evidence,
    pending: control.pending_evidence,
    progress: control.progress,
    reasons: gap?.reasons ?? [],
    listed: (await dataOf(`v1/evidence${query}&control_id=${number}`)).pagination.total,
    listedById: (await dataOf(`v1/evidence${query}&control_id=${control.id}`)).pagination.total,
    counted: named<{ number: string; evidence_count: number }>(project.controls).evidence_count,
    supported: graph.filter(
      (part) => part.element === "edge" && part.kind === "supports" && part.to === control.id,
    ).length,
    score: score.overall_score * CONTROLS,
    pieces: score.evidence_quality.total,
  };
}

const NONE = { approved: 0, pending: 0, progress: 0, reasons: ["no_evidence"] };
const NOTHING = { listed: 0, listedById: 0, counted: 0, supported: 0 };
const ONE = { listed: 1, listedById: 1, counted: 1, supported: 1 };
const WAITING = { approved: 0, pending: 1, progress: 50, reasons: ["evidence_pending"], ...ONE };
const APPROVED = { approved: 1, pending: 0, progress: 100, reasons: [], ...ONE };

describe("evidence that serves further controls", () => {
  test("counts for each of them everywhere, and once for the project", async () => {
    const projectId = await newProject();
    const id = await upload(projectId, "A1.2,CC6.1");
    for (const number of ["CC6.1", "A1.2"])
      expect(await figuresOf(projectId, number)).toEqual({ ...WAITING, score: 100, pieces: 1 });
    await approve(id);
    for (const number of ["CC6.1", "A1.2"])
      expect(await figuresOf(projectId, number)).toEqual({ ...APPROVED, score: 200, pieces: 1 });
    expect((await customer.get(`/api/v1/evidence/${id}`)).data.also_controls).toEqual(["A1.2"]);
  });

  test("is linked and unlinked by updates, which may also change its own control", async () => {
    const projectId = await newProject();
    const id = await upload(projectId);
    const { id: controlId } = await dataOf(`v1/projects/${projectId}/controls/CC6.2`);
    const linked = await put(id, { also_controls: ["PI1.1", controlId] });
    expect(linked.data.also_controls).toEqual(["CC6.2", "PI1.1"]);
    expect(await figuresOf(projectId, "CC6.2")).toMatchObject({ ...WAITING, score: 150 });
    const moved = await put(id, { control_id: "CC6.2" });
    expect(moved.data.also_controls).toEqual(["PI1.1"]);
    expect(await figuresOf(projectId, "CC6.1")).toMatchObject({ ...NONE, ...NOTHING, score: 100 });
    await put(id, { also_controls: [] });
    expect(await figuresOf(projectId, "PI1.1")).toMatchObject({ ...NONE, ...NOTHING, score: 50 });
  });

  test("keeps its links in a new version, and loses all of them when deleted", async () => {
    const projectId = await newProject();
    const id = await upload(projectId, "A1.2");
    await approve(id);
    const fields = { project_id: undefined, control_id: undefined } as unknown as {
      project_id: string;
      control_id: string;
    };
    const { data } = await customer.upload(
      { name: "b.pdf", bytes: pdf },
      fields,
      `/api/v1/evidence/${id}/versions`,
    );
    expect(data.also_controls).toEqual(["A1.2"]);
    for (const number of ["CC6.1", "A1.2"])
      expect(await figuresOf(projectId, number)).toMatchObject({ ...WAITING, score: 100, pieces: 1 });
    await customer.send("DELETE", `/api/v1/evidence/${data.id}`);
    for (const number of ["CC6.1", "A1.2"])
      expect(await figuresOf(projectId, number)).toEqual({ ...NONE, ...NOTHING, score: 0, pieces: 0 });
  });

  test("keeps the counts right with simultaneous links, reviews and deletions", async () => {
    const projectId = await newProject();
    const ids = await Promise.all(Array.from({ length: 4 }, () => upload(projectId)));
    await Promise.all(
      ids.flatMap((id, n) => [
        put(id, { also_controls: ["A1.2", "A1.3"] }),
        n % 2 === 0 ? approve(id) : customer.send("DELETE", `/api/v1/evidence/${id}`),
      ]),
    );
    const left = (await dataOf(`v1/evidence?project_id=${projectId}`)).evidence as {
      status: string;
      also_controls: string[];
    }[];
    expect(left).toHaveLength(2);
    const figures = await figuresOf(projectId, "A1.2");
    const serving = left.filter((evidence) => evidence.also_controls.includes("A1.2"));
    expect(figures).toMatchObject({ listed: serving.length, counted: serving.length });
    expect(figures.approved).toBe(serving.filter(({ status }) => status === "approved").length);
    expect(figures.pending).toBe(serving.filter(({ status }) => status === "pending").length);
  });

  test("accepts controls of its project only, and only from editors", async () => {
    const id = await upload(await newProject());
    const unknown = await put(id, { also_controls: ["A1.2", "A.5.1"] });
    expect(unknown.body.error.details).toMatchObject({ field: "also_controls" });
    const { id: elsewhere } = await dataOf(`v1/projects/${await newProject()}/controls/A1.2`);
    expect((await put(id, { also_controls: [elsewhere] })).status).toBe(400);
    expect((await put(id, { also_controls: ["A1.2"] }, auditor)).status).toBe(403);
    expect((await put(id, { also_controls: ["A1.2"] }, foreign)).status).toBe(404);
    expect((await customer.get(`/api/v1/evidence/${id}`)).data.also_controls).toEqual([]);
  });

  test("is never listed for another company's control", async () => {
    const projectId = await newProject();
    await upload(projectId, "A1.2");
    const { id: controlId } = await dataOf(`v1/projects/${projectId}/controls/A1.2`);
    for (const control of ["A1.2", controlId])
      expect((await foreign.get(`/api/v1/evidence?control_id=${control}`)).data.evidence).toEqual([]);
  });
});

describe("a file that exists already", () => {
  test("is reported by the upload and by the single read, within the project", async () => {
    const projectId = await newProject();
    const first = await upload(projectId);
    await upload(await newProject());
    const again = await customer.upload(
      { name: "copy.pdf", bytes: pdf },
      { project_id: projectId, control_id: "A1.2", title: "The copy" },
    );
    expect(again.data.duplicates).toEqual([{ id: first, title: "A file" }]);
    const read = await customer.get(`/api/v1/evidence/${first}`);
    expect(read.data.duplicates).toEqual([{ id: again.data.id, title: "The copy" }]);
    await customer.send("DELETE", `/api/v1/evidence/${again.data.id}`);
    expect((await customer.get(`/api/v1/evidence/${first}`)).data.duplicates).toEqual([]);
  });
});
