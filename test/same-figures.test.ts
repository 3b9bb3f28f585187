import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { createFigureTools } from "../domain/assistant/figure-tools.ts";
import { answerFromFigures } from "../domain/assistant/answer-from-figures.ts";
import { runAsSystem } from "../activities/run-as-system.ts";
import { writeAboutProject, projectFacts } from "../domain/assistant/project-text.rules.ts";
import { figureQuestionOf } from "../domain/assistant/question.rules.ts";
import { describeGaps, describeScore } from "../domain/assistant/figures.rules.ts";
import { readGaps, readOverview, readScore } from "../domain/compliance/compliance.queries.ts";
import { gapsOf } from "../domain/compliance/gaps.rules.ts";
import type { QueryContext, SystemContext } from "../domain/context.ts";
import { recountControls, recountStale } from "../domain/controls/control.commands.ts";
import { Control } from "../domain/controls/control.entity.ts";
import { allControls } from "../domain/controls/control.queries.ts";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { CHUNKING_STATUSES, EVIDENCE_STATUSES, counts, serves } from "../domain/evidence/evidence.rules.ts";
import { readProjectData } from "../domain/project-data/read-project-data.ts";
import { projectScore } from "../domain/project-data/project-score.rules.ts";
import { en } from "../domain/texts/en.ts";
import { newId } from "../platform/ids.ts";
import { systemClock } from "../platform/clock.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";

/* Scores, texts, tools and chat must report the same controls and evidence, for any data. */

const SEED = 20_261_123;
const { product, customer } = await startEvidenceProject();
const deps = { orm: product.orm, clock: systemClock };
/** Few controls, so that several pieces of evidence share one. */
const NUMBERS = ["CC1.1", "CC1.2", "CC6.1", "A1.2", "P1.1"] as const;

const anyEvidence = fc.record({
  control: fc.constantFrom(...NUMBERS),
  also: fc.subarray([...NUMBERS]),
  status: fc.constantFrom(...EVIDENCE_STATUSES),
  chunkingStatus: fc.constantFrom(...CHUNKING_STATUSES),
  ingestionAttempt: fc.nat(1),
  approvedUnread: fc.boolean(),
  qualityScore: fc.nat(100),
  deleted: fc.boolean(),
});
const anyControl = fc.record({
  number: fc.constantFrom(...NUMBERS),
  requiredEvidence: fc.integer({ min: 1, max: 3 }),
  notApplicable: fc.boolean(),
  byHand: fc.option(fc.nat(100), { nil: null }),
});
const anyProject = fc.record({
  evidence: fc.array(anyEvidence, { maxLength: 12 }),
  controls: fc.uniqueArray(anyControl, { selector: ({ number }) => number }),
});
type ArbitraryProject = typeof anyProject extends fc.Arbitrary<infer T> ? T : never;

async function insertEvidence(
  ctx: SystemContext,
  projectId: string,
  { evidence }: ArbitraryProject,
): Promise<void> {
  const ids = new Map((await allControls(ctx, projectId)).map(({ id, number }) => [number, id]));
  for (const { control, also, deleted, ...row } of evidence)
    await ctx.em.insert(Evidence, {
      ...row,
      id: newId(),
      project: projectId,
      control: ids.get(control)!,
      alsoControls: also.filter((number) => number !== control),
      title: `About ${control}`,
      fileName: "a.pdf",
      fileSize: 1,
      contentType: "application/pdf",
      format: "pdf",
      sha256: "ab",
      uploadedBy: customer.id,
      uploadedAt: new Date(),
      updatedAt: new Date(),
      ingestionError: row.chunkingStatus === "FAILED" ? "It is empty" : null,
      deletedAt: deleted ? new Date() : null,
    });
}

async function writeControls(
  ctx: SystemContext,
  projectId: string,
  { controls }: ArbitraryProject,
): Promise<void> {
  for (const { number, requiredEvidence, notApplicable, byHand } of controls) {
    const control = await ctx.em.findOneOrFail(Control, { project: projectId, number });
    control.require(requiredEvidence);
    control.notApplicable = notApplicable;
    control.justification = notApplicable ? "Not ours" : null;
    if (byHand !== null) control.setProgress(byHand);
  }
}

async function insertArbitraryProject(arbitrary: ArbitraryProject): Promise<string> {
  const body = { name: "One reading", framework: "soc2" };
  const projectId = (await customer.send("POST", "/api/v1/projects", body)).data.id;
  await runAsSystem(deps, async (ctx) => {
    await insertEvidence(ctx, projectId, arbitrary);
    await writeControls(ctx, projectId, arbitrary);
    await recountControls(ctx, projectId, [{ control: { id: newId() }, alsoControls: NUMBERS }]);
  });
  return projectId;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

async function compare(projectId: string): Promise<void> {
  const em = product.orm.em.fork();
  const ctx = { em, clock: systemClock } as unknown as QueryContext;
  const rows = await allControls(ctx, projectId);
  const data = (await readProjectData({ em }, projectId, { scans: false }))!;

  // Counts stored with the controls equal those of the evidence.
  for (const control of data.controls) {
    const own = data.evidence.filter(serves(control.number)).filter(counts);
    expect([control.number, control.approvedEvidence, control.pendingEvidence]).toEqual([
      control.number,
      own.filter(({ status }) => status === "approved").length,
      own.filter(({ status }) => status === "pending").length,
    ]);
  }

  const score = await readScore(ctx, projectId, rows);
  const overview = await readOverview(ctx, [projectId], rows);
  const reported = projectScore(data);
  expect([reported.overall, reported.categories, reported.coverage, reported.evidence_quality]).toEqual([
    score.overall,
    score.categories,
    score.coverage,
    score.quality,
  ]);
  expect([reported.completion_percentage, reported.critical_gaps]).toEqual([
    overview.completionPercentage,
    overview.criticalGaps,
  ]);

  const answered = (gaps: ReturnType<typeof gapsOf>) =>
    gaps.map(({ control, ...gap }) => ({ number: control.number, ...gap }));
  const gaps = await readGaps(ctx, projectId, rows);
  expect(
    answered(
      gapsOf(data.controls, projectFacts(data), new Map(data.controls.map((one) => [one.number, one]))),
    ),
  ).toEqual(plain(answered(gaps)));

  const [explain, list] = createFigureTools(ctx, projectId);
  const signal = AbortSignal.timeout(30_000);
  const explained = (await explain!.run({}, new Map(), signal)) as { figures: { overall: number } };
  expect(explained.figures.overall).toBe(score.overall);
  const listed = (await list!.run({}, new Map(), signal)) as {
    figures: { total: number; gaps: { control: string }[] };
  };
  expect(listed.figures.total).toBe(gaps.length);
  expect(listed.figures.gaps.map(({ control }) => control)).toEqual(
    gaps.slice(0, 20).map(({ control }) => control.number),
  );

  const question = { text: "", project: { id: projectId }, control: null };
  const chat = (text: string) => answerFromFigures(ctx, figureQuestionOf(text)!, question);
  expect((await chat("What is our score?")).message).toBe(
    describeScore(score, { isExplained: false, texts: en }),
  );
  expect((await chat("What is missing?")).message).toBe(describeGaps(gaps, en));

  // A category that is partly complete by evidence is not reported as having no approved evidence.
  const { text } = writeAboutProject("audit_narrative", data, en);
  for (const part of text.split("\n## ").slice(1)) {
    const category = part.slice(0, part.indexOf("\n"));
    const applicable = data.controls.filter((one) => one.category === category && !one.notApplicable);
    const hasApproved = applicable.some(({ approvedEvidence }) => approvedEvidence > 0);
    expect([category, part.includes("No evidence is approved yet.")]).toEqual([category, !hasApproved]);
  }
}

test("scores, gaps, reports, texts, tools and chat report the same figures of any project", async () => {
  const property = fc.asyncProperty(anyProject, async (arbitrary) => {
    const projectId = await insertArbitraryProject(arbitrary);
    await compare(projectId);
    await runAsSystem(deps, (ctx) => recountStale(ctx, projectId));
    await compare(projectId);
  });
  await fc.assert(property, { seed: SEED, numRuns: 25 });
});
