import { expect, describe, test } from "@jest/globals";
import { startEvidenceProject } from "./support/evidence-project.ts";

const { product, customer, pdf } = await startEvidenceProject();

describe("without a project", () => {
  const FIGURES = [
    "/api/compliance/overview",
    "/api/compliance/overview/detailed",
    "/api/compliance/summary",
  ] as const;

  test("the figures include all visible projects, and no others", async () => {
    const [owner, stranger] = [await product.signIn("customer"), await product.signIn("customer")];
    const admin = await product.signIn("admin");
    const projectOf = async (who: typeof owner, framework: string): Promise<string> => {
      const body = { name: "Theirs", framework, customer_id: who.id };
      return (await admin.send("POST", "/api/v1/projects", body)).data.id;
    };
    const [soc2, iso] = [await projectOf(owner, "soc2"), await projectOf(owner, "iso27001")];
    const foreign = await projectOf(stranger, "soc2");
    for (const [who, id, number] of [
      [owner, soc2, "CC6.1"],
      [owner, iso, "A.5.1"],
      [stranger, foreign, "CC6.1"],
    ] as const)
      await who.upload({ name: "a.pdf", bytes: pdf }, { project_id: id, control_id: number });
    const raise = (id: string) =>
      admin.send("POST", "/api/findings", { project_id: id, title: "F", severity: "Low" });
    for (const id of [soc2, iso, foreign, foreign]) await raise(id);
    for (const path of FIGURES) {
      const { status, data } = await owner.get(path);
      expect([status, data.project_id]).toEqual([200, null]);
      expect(data.overall_score).toBeCloseTo((50 * 2) / (61 + 93), 10);
      expect(data.control_coverage).toMatchObject({ total: 61 + 93, in_progress: 2 });
    }
    const detailed = (await owner.get(FIGURES[1])).data;
    expect([detailed.controls.length, detailed.topMissingControls.length]).toEqual([61 + 93, 5]);
    const risk = (await owner.get("/api/compliance/risk")).data;
    expect(risk).toEqual({ project_id: null, score: 20, level: "Low", counted: 2 });
    const summary = (await owner.get("/api/compliance/summary")).data;
    expect([summary.risk, summary.totalFindings]).toEqual([risk, 2]);
  });

  test("a caller without projects gets empty figures", async () => {
    const nobody = await product.signIn("customer", { demoAllowed: false });
    expect((await nobody.get("/api/compliance/overview")).data).toMatchObject({
      project_id: null,
      overall_score: 0,
    });
    expect((await nobody.get("/api/compliance/risk")).data).toMatchObject({ score: 0, counted: 0 });
  });

  test("the score requires a project", async () => {
    expect((await customer.get("/api/v1/compliance/score")).status).toBe(400);
  });
});
