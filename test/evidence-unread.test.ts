import { describe, expect, test } from "@jest/globals";
import { runAsSystem } from "../activities/run-as-system.ts";
import type { SystemContext } from "../domain/context.ts";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { completeIngestion, failIngestion } from "../domain/evidence/ingestion.commands.ts";
import { snapshotScores } from "../domain/compliance/score-snapshot.commands.ts";
import { systemClock } from "../platform/clock.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";

const { product, customer, auditor, pdf, newProject } = await startEvidenceProject();

const WHY = "The file is protected with a password";
const deps = { orm: product.orm, clock: systemClock };
const CONTROLS = 61;

async function upload(projectId: string, more: object = {}): Promise<string> {
  const fields = { project_id: projectId, control_id: "CC6.1", title: "A file", ...more };
  return (await customer.upload({ name: "a.pdf", bytes: pdf }, fields)).data.id;
}

const inIngestion = (
  id: string,
  work: (ctx: SystemContext, evidence: Evidence) => Promise<void>,
): Promise<void> =>
  runAsSystem(deps, async (ctx) =>
    work(ctx, await ctx.em.findOneOrFail(Evidence, { id }, { populate: ["control", "project"] })),
  );
const fail = (id: string) => inIngestion(id, (ctx, evidence) => failIngestion(ctx, evidence, WHY));
const complete = (id: string) =>
  inIngestion(id, (ctx, evidence) => completeIngestion(ctx, evidence, { score: 50, reasons: [] }));

async function unread(projectId: string, more: object = {}): Promise<string> {
  const id = await upload(projectId, more);
  await fail(id);
  return id;
}

const path = (id: string) => `/api/v1/evidence/${id}` as const;
const review = (id: string, body: object) => auditor.send("POST", `${path(id)}/review`, body);
const approve = (id: string, note?: string) => review(id, { decision: "approve", note });
const retry = (id: string) => customer.send("POST", `${path(id)}/ingestion/retry`);
const dataOf = async <P extends string>(route: P) => (await customer.get(`/api/${route}`)).data;

async function standing(projectId: string, number = "CC6.1") {
  const control = await dataOf(`v1/projects/${projectId}/controls/${number}`);
  const score = await dataOf(`v1/compliance/score?project_id=${projectId}`);
  const { progress, approved_evidence: approved, pending_evidence: pending } = control;
  return { progress, approved, pending, score: score.overall_score, counted: score.evidence_quality.total };
}
const gapOf = async (projectId: string, number = "CC6.1") =>
  (await dataOf(`v1/compliance/gaps?project_id=${projectId}`)).gaps.find(
    (gap) => gap.control.number === number,
  );

const NOTHING = { progress: 0, approved: 0, pending: 0, score: 0, counted: 0 };
const HALF = { progress: 50, approved: 0, pending: 1, score: 50 / CONTROLS, counted: 1 };
const WHOLE = { progress: 100, approved: 1, pending: 0, score: 100 / CONTROLS, counted: 1 };

describe("evidence whose file could not be read", () => {
  test("does not count for any of its controls, and the gap says why", async () => {
    const projectId = await newProject();
    const id = await upload(projectId, { also_controls: "A1.2" });
    expect((await standing(projectId, "A1.2")).progress).toBe(50);
    await fail(id);
    for (const number of ["CC6.1", "A1.2"]) {
      expect(await standing(projectId, number)).toEqual(NOTHING);
      expect(await gapOf(projectId, number)).toMatchObject({
        reasons: ["evidence_unread"],
        unread_evidence: [{ id, title: "A file", why: WHY }],
        suggested_action: expect.stringContaining(
          `or have a reviewer open it and approve it with a reason: "A file" (${WHY})`,
        ),
      });
    }
  });

  test("counts once a retry has read it, but not before", async () => {
    const projectId = await newProject();
    const id = await unread(projectId);
    expect((await retry(id)).status).toBe(202);
    await customer.send("PUT", path(id), { also_controls: ["A1.2"] });
    expect(await standing(projectId)).toEqual(NOTHING);
    await complete(id);
    expect(await standing(projectId, "A1.2")).toEqual({ ...HALF, score: 100 / CONTROLS });
  });

  test("can be approved with a reason, which is shown with the approval", async () => {
    const projectId = await newProject();
    const id = await unread(projectId);
    const refused = await approve(id);
    expect([refused.status, refused.body.error.details]).toEqual([
      400,
      expect.objectContaining({ field: "note", error: expect.stringContaining("could not be read") }),
    ]);
    const approved = await approve(id, "I opened it with the password");
    expect(approved.data).toMatchObject({ status: "approved", approved_unread: true });
    expect(await standing(projectId)).toEqual(WHOLE);
    expect(await gapOf(projectId)).toBeUndefined();
    expect((await dataOf(`v1/evidence?project_id=${projectId}`)).evidence[0]!.approved_unread).toBe(true);
    const [event] = await product.orm.em
      .fork()
      .execute<{ data: { evidence: object } }[]>(
        "select data from events where subject_id = ? and kind = 'evidence.approved'",
        [id],
      );
    expect(event!.data.evidence).toMatchObject({
      approved_unread: true,
      note: "I opened it with the password",
    });
  });

  test("does not count if it was approved before the failure, until a reviewer gives a reason", async () => {
    const projectId = await newProject();
    const id = await upload(projectId);
    expect((await approve(id)).data).toMatchObject({ status: "approved", approved_unread: false });
    expect((await approve(id, "Again")).status).toBe(409);
    await fail(id);
    expect(await standing(projectId)).toEqual(NOTHING);
    expect((await gapOf(projectId))!.reasons).toEqual(["evidence_unread"]);
    expect((await approve(id, "Read on paper")).status).toBe(200);
    expect(await standing(projectId)).toEqual(WHOLE);
  });

  test("is recounted by the nightly run if it was counted by older rules, which records a change", async () => {
    const projectId = await newProject();
    const id = await upload(projectId);
    await product.orm.em.fork().nativeUpdate(Evidence, { id }, { chunkingStatus: "FAILED" });
    expect((await standing(projectId)).progress).toBe(50);
    const onFailure = (_id: string, error: unknown): void => {
      throw error;
    };
    const run = <T>(command: (ctx: SystemContext) => Promise<T>) => runAsSystem(deps, command);
    await snapshotScores({ afterId: null, limit: 1_000, run, onFailure });
    expect(await standing(projectId)).toEqual(NOTHING);
    expect((await dataOf(`v1/projects/${projectId}`)).compliance_score).toBe(0);
  });
});

describe("a file that was rejected before", () => {
  const rejected = async (projectId: string): Promise<string> => {
    const id = await upload(projectId, { title: "Leavers" });
    expect((await review(id, { decision: "reject", note: "Not signed" })).status).toBe(200);
    return id;
  };

  test("is marked within its project, even after that evidence is gone", async () => {
    const projectId = await newProject();
    const first = await rejected(projectId);
    expect((await dataOf(`v1/evidence/${first}`)).rejected_before).toBeNull();
    expect((await customer.send("DELETE", path(first))).status).toBe(200);
    await product.orm.em.fork().nativeDelete(Evidence, { id: first });
    const again = await upload(projectId);
    expect((await dataOf(`v1/evidence/${again}`)).rejected_before).toEqual({
      id: first,
      title: "Leavers",
      rejected_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      note: "Not signed",
    });
    const elsewhere = await upload(await newProject());
    expect((await dataOf(`v1/evidence/${elsewhere}`)).rejected_before).toBeNull();
  });

  test("is marked as a version of that evidence", async () => {
    const id = await rejected(await newProject());
    const version = await customer.upload(
      { name: "a.pdf", bytes: pdf },
      { title: undefined } as never,
      `${path(id)}/versions`,
    );
    expect(version.data.rejected_before).toMatchObject({ id, note: "Not signed" });
  });
});
