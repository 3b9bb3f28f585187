import { describe, expect, test } from "@jest/globals";
import { readProjectData } from "../domain/project-data/read-project-data.ts";
import { projectScore } from "../domain/project-data/project-score.rules.ts";
import { textsIn } from "../domain/texts/texts-in.ts";
import { summarySheet } from "../activities/reports/summary-sheet.ts";
import { sheetToPdf } from "../platform/documents/pdf/sheet-pdf.ts";
import { eventKinds } from "./support/event-kinds.ts";
import type { SignedIn } from "./support/product.ts";
import { readPdfText } from "./support/read-pdf-text.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";

/* Which trust categories a project covers. */

const { product, customer, auditor, admin } = await startEvidenceProject();

const ALL = ["security", "availability", "processing_integrity", "confidentiality", "privacy"];
const TWO = ["security", "availability"];
const COVERED = 36;
const WHY = "The service handles no personal data";

const create = (more: object = {}, who: SignedIn = admin) =>
  who.send("POST", "/api/v1/projects", {
    name: "Scoped",
    framework: "soc2",
    ...(who === admin && { customer_id: customer.id, auditor_id: auditor.id }),
    ...more,
  });
const created = async (more: object = {}): Promise<string> => (await create(more)).data.id;
const put = (id: string, body: object, who: SignedIn = admin) =>
  who.send("PUT", `/api/v1/projects/${id}`, body);
const decide = (id: string, decision: string, who: SignedIn = auditor) =>
  who.send("POST", `/api/v1/projects/${id}/categories/${decision}`, { note: "As the contracts say" });
const scoreOf = async (id: string) => (await customer.get(`/api/v1/compliance/score?project_id=${id}`)).data;
const control = async (id: string, number: string) =>
  (await customer.get(`/api/v1/projects/${id}/controls/${number}`)).data;

async function expectCovered(id: string, categories: readonly string[], total: number): Promise<void> {
  const score = await scoreOf(id);
  expect(score.scored_categories).toEqual(categories);
  expect(Object.keys(score.framework_scores)).toEqual(ALL);
  expect(score.control_coverage.total).toBe(total);
  expect((await customer.get(`/api/v1/projects/${id}`)).data.categories).toEqual(categories);
}

describe("the categories of a project", () => {
  test("are all of its framework by default", async () => {
    await expectCovered(await created(), ALL, 61);
    const id = await created({ categories: TWO.toReversed() });
    await expectCovered(id, TWO, COVERED);
    expect(await control(id, "P1.1")).toMatchObject({ not_applicable: true, out_of_scope: true });
    expect(await control(id, "A1.1")).toMatchObject({ not_applicable: false, out_of_scope: false });
  });

  test("must be in the framework", async () => {
    for (const [categories, field] of [
      [[], "categories"],
      [["safety"], "categories.0"],
      [["availability"], "categories"],
    ] as const)
      expect((await create({ categories })).body.error.details).toMatchObject({ field });
    const change = await put(await created(), { categories: ["privacy"], reason: WHY });
    expect(change.body.error.details["error"]).toMatch("must include security");
  });

  test("outside the scope are missing from scores, reports and PDF, instead of 0", async () => {
    const id = await created({ categories: TWO });
    const data = (await readProjectData({ em: product.orm.em.fork() }, id, { scans: false }))!;
    expect(Object.keys(projectScore(data).categories)).toEqual(TWO);
    const text = await readPdfText(
      await sheetToPdf(summarySheet(data, textsIn("en")), { title: "A summary", asOf: new Date(data.asOf) }),
    );
    expect(text).toContain("Availability");
    expect(text).not.toMatch(/Privacy|Confidentiality/);
  });

  test("change in one call, with a reason for a reduction; controls excluded only for that reason return", async () => {
    const id = await created();
    const own = { not_applicable: true, justification: "No subprocessors" };
    await admin.send("PUT", `/api/v1/projects/${id}/controls/P6.1`, own);
    expect((await put(id, { categories: TWO })).body.error.details).toMatchObject({ field: "reason" });
    expect((await put(id, { categories: TWO, reason: WHY, name: "Fewer" })).data).toMatchObject({
      categories: TWO,
      name: "Fewer",
    });
    await expectCovered(id, TWO, COVERED);
    expect((await control(id, "P1.1")).justification).toBe(WHY);
    for (const number of ["P1.1", "P6.1"]) {
      const change = { not_applicable: false };
      const back = await admin.send("PUT", `/api/v1/projects/${id}/controls/${number}`, change);
      expect([back.status, back.body.error?.message]).toEqual([
        409,
        expect.stringContaining("not in the scope"),
      ]);
    }
    expect((await put(id, { categories: ALL }, customer)).status).toBe(200);
    await expectCovered(id, ALL, 60);
    expect(await control(id, "P6.1")).toMatchObject({ ...own, out_of_scope: false });
    expect((await put(id, { categories: ALL })).status).toBe(200);
  });

  test("excluded by the audited party wait for confirmation", async () => {
    const id = await created();
    const statement = { categories: TWO, reason: WHY };
    expect((await put(id, statement, customer)).data).toMatchObject({
      categories: ALL,
      pending_scope: { ...statement, said_by: customer.id },
    });
    await expectCovered(id, ALL, 61);
    expect((await decide(id, "confirm", customer)).status).toBe(403);
    expect((await decide(id, "decline")).data).toMatchObject({ categories: ALL, pending_scope: null });
    expect((await decide(id, "confirm")).status).toBe(409);
    await put(id, statement, customer);
    expect((await decide(id, "confirm")).data).toMatchObject({ categories: TWO, pending_scope: null });
    const events = await product.orm.em
      .fork()
      .execute<{ kind: string }[]>(
        "select kind from events where subject_id = ? and kind like 'project.scope%' order by occurred_at, id",
        [id],
      );
    expect(events.map(({ kind }) => kind)).toEqual([
      "project.scope_proposed",
      "project.scope_declined",
      "project.scope_proposed",
      "project.scope_changed",
    ]);
  });

  test("can be proposed and withdrawn by the same person alone", async () => {
    const id = await created();
    await put(id, { categories: TWO, reason: WHY }, customer);
    const withdraw = (who: SignedIn) =>
      who.send("POST", `/api/v1/projects/${id}/categories/withdraw` as const);
    expect((await withdraw(admin)).body.error.details["reason"]).toBe("not_your_proposal");
    expect((await withdraw(customer)).data).toMatchObject({ categories: ALL, pending_scope: null });
    expect((await withdraw(customer)).body.error.details["reason"]).toBe("nothing_pending");
    expect(await eventKinds(product, id)).toContain("project.scope_withdrawn");
  });

  test("cannot change while the project is in audit", async () => {
    const id = await created();
    await put(id, { categories: TWO, reason: WHY }, customer);
    await put(id, { status: "in_audit" });
    expect((await put(id, { categories: ["security"], reason: WHY })).status).toBe(409);
    expect((await decide(id, "confirm", admin)).status).toBe(409);
    expect((await decide(id, "confirm")).status).toBe(200);
    await expectCovered(id, TWO, COVERED);
  });
});
