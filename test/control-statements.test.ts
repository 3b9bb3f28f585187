import { describe, expect, test } from "@jest/globals";
import { writeAboutProject } from "../domain/assistant/project-text.rules.ts";
import { readProjectData } from "../domain/project-data/read-project-data.ts";
import { projectScore } from "../domain/project-data/project-score.rules.ts";
import { reportTables } from "../domain/reports/report-tables.rules.ts";
import { en } from "../domain/texts/en.ts";
import type { SignedIn } from "./support/product.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";

/* Figures based on a statement instead of evidence. */

const { product, customer, auditor, admin, foreign, newProject } = await startEvidenceProject();

const CONTROLS = 61;
const WHY = "Done outside of the product";

const path = (projectId: string, number = "CC6.1") =>
  `/api/v1/projects/${projectId}/controls/${number}` as const;
const put = (projectId: string, body: object, who: SignedIn = customer) =>
  who.send("PUT", path(projectId), body);
const confirm = (projectId: string, body: object = {}, who: SignedIn = auditor) =>
  who.send("POST", `${path(projectId)}/confirm`, body);
const decline = (projectId: string, body: object, who: SignedIn = auditor) =>
  who.send("POST", `${path(projectId)}/decline`, body);
const read = async (projectId: string) => (await customer.get(path(projectId))).data;
const scoreOf = async (projectId: string, more = "") =>
  (await customer.get(`/api/v1/compliance/score?project_id=${projectId}${more}`)).data;
const eventsOf = async (subjectId: string): Promise<{ kind: string; data: Record<string, unknown> }[]> =>
  product.orm.em
    .fork()
    .execute("select kind, data from events where subject_id = ? order by occurred_at, id", [subjectId]);

const OFFICES = { not_applicable: true, justification: "The company has no offices" };
const LOWERED = { required_evidence: 1, reason: "One system is in scope" };
const BY_HAND = { progress: 80, reason: WHY };

/** A project whose control requires three pieces of evidence. */
async function demanding(): Promise<string> {
  const projectId = await newProject();
  await put(projectId, { required_evidence: 3 });
  return projectId;
}

describe("a statement of the audited party", () => {
  test.each<[string, object, object]>([
    ["progress", BY_HAND, { progress: 80, progress_source: "manual" }],
    ["figures set without evidence", LOWERED, { required_evidence: 1 }],
    ["that it does not apply", OFFICES, OFFICES],
  ])("waits until the auditor confirms it: %s", async (_what, change, after) => {
    const projectId = await demanding();
    const before = await read(projectId);
    const { status, data } = await put(projectId, change);
    expect([status, data.pending_change]).toMatchObject([200, { ...change, said_by: customer.id }]);
    expect({ ...(await read(projectId)), pending_change: null }).toEqual(before);
    expect(await scoreOf(projectId)).toMatchObject({
      overall_score: 0,
      waiting: [{ number: "CC6.1" }],
      set_by_hand: [],
      left_out: [],
      control_coverage: { total: CONTROLS },
    });
    const confirmed = await confirm(projectId, { note: "Seen on site" });
    expect(confirmed.data).toMatchObject({
      ...after,
      pending_change: null,
      statements: [
        { said_by: customer.id, confirmed_by: auditor.id, note: "Seen on site", reason: expect.any(String) },
      ],
    });
    expect((await scoreOf(projectId)).waiting).toEqual([]);
  });

  test("is recorded as events: proposed, then confirmed or declined", async () => {
    const projectId = await newProject();
    const { data: control } = await put(projectId, BY_HAND);
    expect((await decline(projectId, {})).body.error.details).toMatchObject({ field: "note" });
    expect((await decline(projectId, { note: "Not seen" })).data).toMatchObject({
      progress: 0,
      pending_change: null,
      statements: [],
    });
    await put(projectId, BY_HAND);
    await confirm(projectId);
    const answered = await eventsOf(control.id);
    expect(answered.map(({ kind }) => kind)).toEqual([
      "control.change_proposed",
      "control.change_declined",
      "control.change_proposed",
      "control.change_confirmed",
      "control.status_changed",
    ]);
    expect(answered[3]!.data).toMatchObject({ change: { progress: 80 }, reason: WHY, said_by: customer.id });
  });

  test("is decided once, never by the audited party, and only if something is pending", async () => {
    const projectId = await newProject();
    expect((await confirm(projectId)).status).toBe(409);
    await put(projectId, BY_HAND);
    expect((await confirm(projectId, {}, customer)).status).toBe(403);
    expect((await decline(projectId, { note: "x" }, customer)).status).toBe(403);
    expect((await confirm(projectId, {}, foreign)).status).toBe(404);
    expect((await confirm(projectId, {}, admin)).status).toBe(200);
    expect((await confirm(projectId, {}, admin)).status).toBe(409);
  });

  test("can be withdrawn by its author alone, also during an audit", async () => {
    const projectId = await demanding();
    await put(projectId, LOWERED);
    const withdraw = (who: SignedIn) => who.send("POST", `${path(projectId)}/withdraw` as const);
    expect((await withdraw(admin)).body.error.details["reason"]).toBe("not_your_proposal");
    expect((await withdraw(auditor)).status).toBe(403);
    await admin.send("PUT", `/api/v1/projects/${projectId}`, { status: "in_audit" });
    const { status, data } = await withdraw(customer);
    expect([status, data.pending_change, data.required_evidence]).toEqual([200, null, 3]);
    expect((await withdraw(customer)).body.error.details["reason"]).toBe("nothing_pending");
    const [event, ...more] = (await eventsOf(data.id)).filter(
      ({ kind }) => kind === "control.change_withdrawn",
    );
    expect(more).toEqual([]);
    expect(event!.data).toMatchObject({ change: { required_evidence: 1 }, reason: LOWERED.reason });
  });

  test("does not delay the rest of the change, and is replaced by a later one", async () => {
    const projectId = await newProject();
    const both = { ...BY_HAND, owner_id: customer.id, required_evidence: 2 };
    expect((await put(projectId, both)).data).toMatchObject({
      owner_id: customer.id,
      required_evidence: 2,
      progress: 0,
      pending_change: { progress: 80 },
    });
    await put(projectId, { progress: 60, reason: "On reflection" });
    expect((await read(projectId)).pending_change).toMatchObject({ progress: 60, reason: "On reflection" });
  });

  test("is not created by sending back the response of a read", async () => {
    const projectId = await newProject();
    const { progress, required_evidence, not_applicable, owner_id, justification } = await read(projectId);
    const same = { progress, required_evidence, not_applicable, owner_id, justification };
    const { status, data } = await put(projectId, same);
    expect([status, data.pending_change, data.progress_source]).toEqual([200, null, "evidence"]);
  });
});

describe("a statement of a manager or an admin", () => {
  test("takes effect at once, with a reason shown wherever the figure is", async () => {
    const projectId = await demanding();
    for (const silent of [{ progress: 80 }, { required_evidence: 1 }]) {
      const { status, body } = await put(projectId, silent, admin);
      expect([status, body.error.details.field]).toEqual([400, "reason"]);
    }
    await put(projectId, LOWERED, admin);
    expect((await put(projectId, BY_HAND, admin)).data).toMatchObject({
      progress: 80,
      pending_change: null,
      statements: [
        { field: "progress", reason: WHY, said_by: admin.id, confirmed_by: null },
        { field: "required_evidence", reason: LOWERED.reason },
      ],
    });
    const left = { not_applicable: true, reason: "The company has no offices" };
    await admin.send("PUT", path(projectId, "CC6.4"), left);

    const fields = ["progress", "required_evidence"];
    const score = await scoreOf(projectId, "&explain=true");
    expect(score).toMatchObject({
      set_by_hand: [{ number: "CC6.1", fields }],
      left_out: [{ number: "CC6.4", justification: "The company has no offices" }],
    });
    const share = score.explanation!.find(({ number }) => number === "CC6.1")!;
    expect(share.because).toBe(`set by hand to 80: ${WHY}`);
    const { controls } = (await customer.get(`/api/v1/projects/${projectId}`)).data;
    const of = (number: string) => controls.find((one: { number: string }) => one.number === number);
    expect(of("CC6.1")).toMatchObject({ set_by_hand: fields, not_applicable: false });
    expect(of("CC6.4")).toMatchObject({ set_by_hand: ["not_applicable"], not_applicable: true });

    const data = (await readProjectData({ em: product.orm.em.fork() }, projectId, { scans: false }))!;
    expect(projectScore(data).set_by_hand).toMatchObject([{ number: "CC6.1", fields }]);
    const [table] = reportTables(data);
    const row = table!.rows.find(([number]) => number === "CC6.1")!;
    expect(row[table!.columns.indexOf("statements")]).toContain(`progress: ${WHY} (`);
    expect(writeAboutProject("summary", data, en).text).toContain("Set by hand, not by evidence: CC6.1.");
  });

  test("ends when evidence counts again, or the original number is required", async () => {
    const projectId = await demanding();
    await put(projectId, { ...BY_HAND, required_evidence: 2 }, admin);
    expect((await put(projectId, { progress: null, required_evidence: 3 })).data).toMatchObject({
      statements: [],
      progress: 0,
    });
  });
});

describe("while the project is in audit", () => {
  test("manual figures stay; only the auditor confirms pending ones", async () => {
    const projectId = await demanding();
    await put(projectId, BY_HAND);
    await admin.send("PUT", `/api/v1/projects/${projectId}`, { status: "in_audit" });
    for (const who of [customer, admin])
      for (const change of [LOWERED, OFFICES, { progress: 10, reason: WHY }, { required_evidence: 9 }])
        expect((await put(projectId, change, who)).body.error.message).toMatch(/in audit/);
    expect((await put(projectId, { owner_id: customer.id })).status).toBe(200);
    expect((await confirm(projectId, {}, admin)).status).toBe(409);
    expect((await confirm(projectId)).data).toMatchObject({ progress: 80 });
  });
});

describe("several controls in one call", () => {
  const many = (projectId: string, controls: object[], who: SignedIn = admin) =>
    who.send("PUT", `/api/v1/projects/${projectId}/controls`, { controls });

  test("change together, and the score once", async () => {
    const projectId = await newProject();
    const { status, data } = await many(projectId, [
      { control_id: "CC6.1", progress: 100, reason: WHY },
      { control_id: "CC6.4", ...OFFICES },
      { control_id: "A1.2", owner_id: customer.id },
    ]);
    expect(status).toBe(200);
    expect(data.controls).toMatchObject([
      { number: "CC6.1", progress: 100 },
      { number: "CC6.4", not_applicable: true },
      { number: "A1.2", owner_id: customer.id },
    ]);
    expect((await scoreOf(projectId)).overall_score).toBe(100 / (CONTROLS - 1));
    const changed = (await eventsOf(projectId)).filter(({ kind }) => kind === "score.changed");
    expect(changed).toHaveLength(1);
  });

  test("are pending separately if the audited party changes them", async () => {
    const projectId = await newProject();
    const { data } = await many(projectId, [{ control_id: "CC6.1", ...BY_HAND }], customer);
    expect(data.controls[0]).toMatchObject({ progress: 0, pending_change: { progress: 80 } });
  });

  test("change all or none", async () => {
    const projectId = await newProject();
    for (const [wrong, field] of [
      [{ control_id: "CC99.9" }, "controls.1.control_id"],
      [{ control_id: "A1.2" }, "controls.1.control_id"],
      [{ control_id: "CC6.1", progress: 10 }, "reason"],
    ] as const) {
      const { status, body } = await many(projectId, [{ control_id: "A1.2", required_evidence: 4 }, wrong]);
      expect([status, body.error.details.field]).toEqual([400, field]);
    }
    expect((await customer.get(path(projectId, "A1.2"))).data.required_evidence).toBe(1);
  });
});

test("a reason without a figure is refused: it would be lost", async () => {
  const projectId = await newProject();
  for (const more of [{}, { owner_id: customer.id }]) {
    const { status, body } = await put(projectId, { reason: WHY, ...more });
    const { field, error } = body.error.details;
    expect([status, field, error]).toEqual([
      400,
      "reason",
      expect.stringContaining("send required_evidence"),
    ]);
    const controls = [{ control_id: "CC6.1", reason: WHY, ...more }];
    const several = `/api/v1/projects/${projectId}/controls` as const;
    const one = await customer.send("PUT", several, { controls });
    expect([one.status, one.body.error.details["field"]]).toEqual([400, "controls.0.reason"]);
  }
  expect((await read(projectId)).owner_id).toBeNull();
  const project = await admin.send("PUT", `/api/v1/projects/${projectId}`, { name: "Renamed", reason: WHY });
  expect([project.status, project.body.error.details["field"]]).toEqual([400, "reason"]);
});
