import { afterAll, describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { ScoreSnapshot } from "../domain/compliance/score-snapshot.entity.ts";
import { startGraphServer } from "./support/graph-server.ts";
import { startProduct, type Product, type SignedIn } from "./support/product.ts";

interface Line {
  level: number;
  msg: string;
  projectId?: string;
  err?: { message: string };
}

const WARN = 40;
const pdf = await makePdf({ pages: [["Access reviews take place every quarter."]] });

const service = await startGraphServer();
afterAll(() => service.stop());
const lines: Line[] = [];
const logger = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line) as Line) });
const outside = await startProduct({
  environment: { GRAPH_SERVICE_URL: `${service.url}/graphs`, GRAPH_SERVICE_TOKEN: "let me in" },
  logger,
});
afterAll(() => outside.stop());
const inside = await startProduct();
afterAll(() => inside.stop());

/** A project with one approved and one pending piece of evidence, and a finding. */
async function arrange(product: Product): Promise<{ customer: SignedIn; projectId: string; ids: string[] }> {
  const admin = await product.signIn("admin");
  const customer = await product.signIn("customer");
  const body = { name: "Graph", framework: "soc2", customer_id: customer.id };
  const projectId = (await admin.send("POST", "/api/v1/projects", body)).data.id;
  const ids: string[] = [];
  for (const control_id of ["CC1.1", "A1.2"]) {
    const fields = { project_id: projectId, control_id, title: `For ${control_id}` };
    ids.push((await customer.upload({ name: "a.pdf", bytes: pdf }, fields)).data.id);
  }
  await admin.send("POST", `/api/v1/evidence/${ids[0]}/review`, { decision: "approve" });
  const finding = { project_id: projectId, title: "A hole", severity: "High", control_id: "CC6.6" };
  await customer.send("POST", "/api/findings", finding);
  return { customer, projectId, ids };
}

const { customer, projectId } = await arrange(outside);

/** All routes that describe a project's controls, except the picture. */
const PATHS = [
  "v1/compliance/score",
  "v1/compliance/score/history",
  "v1/compliance/controls",
  "v1/compliance/gaps",
  "compliance/overview",
  "compliance/overview/detailed",
  "compliance/risk",
  "compliance/summary",
];
const answerOf = <P extends string>(path: P, more = "") =>
  customer.get(`/api/${path}?project_id=${projectId}${more}`);
const pictureOf = async () => (await answerOf("compliance/graph")).data as unknown[];

async function expectUnavailable(path: string, more = ""): Promise<void> {
  const { status, body } = await answerOf(path, more);
  expect([path, status, body.error.code]).toEqual([path, 503, "SERVICE_UNAVAILABLE"]);
}

describe("without a graph service", () => {
  test("PostgreSQL provides nodes and edges, and every edge connects two nodes", async () => {
    const own = await arrange(inside);
    const { status, data } = await own.customer.get(`/api/compliance/graph?project_id=${own.projectId}`);
    expect(status).toBe(200);
    type Element = { element: string; kind: string; id: string; from: string; to: string; label: string };
    const elements = data as Element[];
    const nodes = elements.filter(({ element }) => element === "node");
    const edges = elements.filter(({ element }) => element === "edge");
    const counts = (of: Element[], kind: string) => of.filter((each) => each.kind === kind).length;
    expect(["framework", "control", "evidence", "finding"].map((kind) => counts(nodes, kind))).toEqual([
      1, 61, 2, 1,
    ]);
    expect(["requires", "supports", "concerns"].map((kind) => counts(edges, kind))).toEqual([61, 2, 1]);
    const ids = new Set(nodes.map(({ id }) => id));
    expect(ids.size).toBe(nodes.length);
    expect(edges.filter(({ from, to }) => !ids.has(from) || !ids.has(to))).toEqual([]);
    const control = nodes.find(({ label }) => label.startsWith("CC1.1 "))!;
    expect(control).toMatchObject({
      kind: "control",
      status: "complete",
      progress: 100,
      approved_evidence: 1,
      pending_evidence: 0,
    });
    expect(edges).toContainEqual({ element: "edge", kind: "supports", from: own.ids[0], to: control.id });
    expect(edges).toContainEqual({
      element: "edge",
      kind: "maps_to",
      from: control.id,
      to: "iso27001:A.5.4",
    });
  });
});

describe("with a graph service", () => {
  test("it receives the caller and the state of the controls, and its graph is shown", async () => {
    service.answer("honest");
    const elements = await pictureOf();
    expect(elements).toHaveLength(1 + 61 + 61);
    const [{ question, path, authorization }] = service.requests as [(typeof service.requests)[0]];
    expect({ path, authorization }).toEqual({
      path: "/graphs/v1/control-graph",
      authorization: "Bearer let me in",
    });
    expect(question.user).toEqual({ id: customer.id, role: "customer" });
    expect(question.project).toEqual({ id: projectId, framework: "soc2" });
    expect(question.controls.find(({ number }) => number === "A1.2")).toMatchObject({
      status: "in_progress",
      progress: 50,
      evidence: { required: 1, approved: 0, pending: 1 },
    });
  });

  test.each(PATHS)("%s calls it and answers", async (path) => {
    service.answer("honest");
    expect((await answerOf(path)).status).toBe(200);
    expect(service.requests).toHaveLength(1);
  });

  test("figures match the rows", async () => {
    service.answer("honest");
    const { data } = await answerOf("v1/compliance/score");
    expect(data.overall_score).toBe(150 / 61);
    const project = await customer.get(`/api/v1/projects/${projectId}`);
    expect(project.data.compliance_score).toBe(data.overall_score);
  });

  test("is called again after a failure, but not after a refusal", async () => {
    service.answer("failing once");
    expect((await answerOf("v1/compliance/score")).status).toBe(200);
    expect(service.requests).toHaveLength(2);
    service.answer("refusing");
    await expectUnavailable("v1/compliance/score");
    expect(service.requests).toHaveLength(1);
  });

  test("is not called for callers who cannot see the project", async () => {
    service.answer("honest");
    const foreign = await outside.signIn("customer");
    for (const path of [...PATHS, "compliance/graph"])
      expect((await foreign.get(`/api/${path}?project_id=${projectId}`)).status).toBe(404);
    expect(service.requests).toEqual([]);
  });
});

describe.each([
  "failing",
  "redirecting",
  "hanging",
  "stalling",
  "cut off",
  "another shape",
  "a control missing",
  "another progress",
  "an edge to nowhere",
] as const)("a graph service that answers so: %s", (mode) => {
  test("returns an empty graph with a warning, and no score, in time", async () => {
    service.answer(mode);
    lines.length = 0;
    const begun = Date.now();
    expect(await pictureOf()).toEqual([]);
    expect(Date.now() - begun).toBeLessThan(4_000);
    const warning = lines.find(({ msg }) => msg === "returning an empty control graph");
    expect(warning).toMatchObject({ level: WARN, projectId });
    await expectUnavailable("v1/compliance/score");
    expect(lines.filter(({ level }) => level > WARN)).toEqual([]);
  });
});

describe("an unavailable graph service", () => {
  test("returns an empty graph and no figures, not even of past days", async () => {
    service.answer("honest");
    expect((await answerOf("v1/compliance/score")).status).toBe(200);
    await outside.orm.em.fork().insert(ScoreSnapshot, {
      project: projectId,
      day: "2026-01-31",
      takenAt: new Date("2026-02-01T00:10:00Z"),
      overall: 0,
      categories: { security: 0, availability: 0, processing_integrity: 0, confidentiality: 0, privacy: 0 },
      coverage: { total: 61, complete: 0, in_progress: 0, not_started: 61 },
      quality: { total: 0, high_quality: 0, good_quality: 0, needs_improvement: 0 },
      progress: {},
    });
    expect((await answerOf("v1/compliance/score", "&as_of=2026-01-31")).status).toBe(200);
    await service.stop();
    lines.length = 0;
    const answer = await answerOf("compliance/graph");
    expect([answer.status, answer.data]).toEqual([200, []]);
    const message = expect.stringContaining("the graph service did not answer") as unknown;
    expect(lines).toMatchObject([{ level: WARN, err: { message } }]);
    for (const path of PATHS) await expectUnavailable(path);
    await expectUnavailable("v1/compliance/score", "&as_of=2026-01-31");
  });

  test("does not affect anything else", async () => {
    expect((await customer.get(`/api/v1/projects/${projectId}`)).status).toBe(200);
    expect((await customer.get("/api/v1/compliance/frameworks")).status).toBe(200);
    expect((await customer.get(`/api/findings?project_id=${projectId}`)).status).toBe(200);
  });

  test("does not hide other failures", async () => {
    await outside.orm.em.fork().execute("alter table controls rename to controls_away");
    const { status, body } = await answerOf("v1/compliance/score");
    await outside.orm.em.fork().execute("alter table controls_away rename to controls");
    expect([status, body.error.code]).toEqual([500, "INTERNAL_ERROR"]);
  });
});
