import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { AuditIntake } from "../domain/audit-log/audit-intake.entity.ts";
import { Event } from "../domain/events/event.entity.ts";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { createKey } from "./support/api-keys.ts";
import { newProject } from "./support/new-project.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { untilWaiting } from "./support/until-waiting.ts";

const { product, customer, auditor, admin, foreign, pdf } = await startEvidenceProject();

const projectOf = (framework: string, owner = customer, more: object = {}): Promise<string> =>
  newProject(admin, { name: `A ${framework} project`, framework, customer_id: owner.id, ...more });

async function upload(projectId: string, more: object = {}): Promise<string> {
  const fields = { project_id: projectId, control_id: "CC6.1", title: "Access policy", ...more };
  return (await customer.upload({ name: "a.pdf", bytes: pdf }, fields)).data.id;
}

const reuse = (id: string, body: object, who = customer) =>
  who.send("POST", `/api/v1/evidence/${id}/reuse`, body);
const controlOf = async (projectId: string, number: string) =>
  (await customer.get(`/api/v1/projects/${projectId}/controls/${number}`)).data;

interface Suggestion {
  project_id: string;
  number: string;
  through: string[];
}
const suggestionsFor = async (id: string, who = customer): Promise<Suggestion[]> =>
  (await who.get(`/api/v1/evidence/${id}/suggested-controls`)).data.suggestions;

describe("evidence reused in a project of another framework", () => {
  test("is a pending copy for the controls in the cross map, with its own file and workflow", async () => {
    const [soc2, iso] = [await projectOf("soc2"), await projectOf("iso27001")];
    const id = await upload(soc2, { tags: "access", collected_at: "2025-10-01" });
    await admin.send("POST", `/api/v1/evidence/${id}/review`, { decision: "approve" });
    await product.orm.em.fork().nativeUpdate(Evidence, { id }, { extractionWarnings: ["Page 3: not read"] });
    const answer = await reuse(id, { project_id: iso });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("location")).toBe(`/api/v1/evidence/${answer.data.id}`);
    expect(answer.data).toMatchObject({
      project_id: iso,
      control_id: (await controlOf(iso, "A.5.15")).id,
      also_controls: ["A.5.16", "A.5.17", "A.8.3", "A.8.5", "A.8.24"],
      status: "pending",
      chunking_status: "PENDING",
      title: "Access policy",
      tags: ["access"],
      collected_at: "2025-10-01",
      uploaded_by: customer.id,
      reviewed_by: null,
      reused_from: id,
      version: 1,
      duplicates: [],
      // It is processed again.
      warnings: [],
    });
    for (const number of ["A.5.15", "A.8.24"])
      expect(await controlOf(iso, number)).toMatchObject({ pending_evidence: 1, progress: 50 });
    const score = await customer.get(`/api/v1/compliance/score?project_id=${iso}`);
    expect(score.data.overall_score).toBeCloseTo((6 * 50) / 93, 9);
    const events = await product.orm.em.fork().find(Event, { subjectId: answer.data.id });
    expect(events.map(({ kind }) => kind)).toEqual(["evidence.uploaded"]);
    expect(events[0]!.data).toMatchObject({ evidence: { reused_from: id, project_id: iso } });
    const noted = await product.orm.em.fork().find(AuditIntake, { action: "evidence.downloaded" });
    expect(noted.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ reused_as: answer.data.id }),
    );
  });

  test("keeps its file when the original is deleted", async () => {
    const [soc2, iso] = [await projectOf("soc2"), await projectOf("iso27001")];
    const id = await upload(soc2);
    const { data: copy } = await reuse(id, { project_id: iso, control_id: "A.8.24" });
    expect(copy).toMatchObject({ also_controls: [], control_id: (await controlOf(iso, "A.8.24")).id });
    await customer.send("DELETE", `/api/v1/evidence/${id}`);
    const file = await customer.fetch(`/api/v1/evidence/${copy.id}/file`);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(copy.sha256);
    expect((await customer.get(`/api/v1/evidence/${copy.id}`)).data.reused_from).toBe(id);
  });

  test("serves the same controls in a project of the same framework", async () => {
    const [first, next] = [await projectOf("soc2"), await projectOf("soc2")];
    const { data } = await reuse(await upload(first, { also_controls: "A1.2" }), { project_id: next });
    expect(data).toMatchObject({
      control_id: (await controlOf(next, "CC6.1")).id,
      also_controls: ["A1.2"],
    });
  });
});

describe("reuse is refused", () => {
  test("if the caller cannot see the evidence or the project", async () => {
    const [mine, other] = [await projectOf("soc2"), await projectOf("iso27001")];
    const theirs = await projectOf("iso27001", foreign);
    const id = await upload(mine);
    expect((await reuse(id, { project_id: theirs })).status).toBe(404);
    expect((await reuse(id, { project_id: theirs }, foreign)).status).toBe(404);
    expect((await reuse(id, { project_id: other }, foreign)).status).toBe(404);
    expect((await customer.get(`/api/v1/evidence?project_id=${other}`)).data.evidence).toEqual([]);
  });

  test("for read-only callers", async () => {
    const [mine, other] = [
      await projectOf("soc2", customer, { auditor_id: auditor.id }),
      await projectOf("iso27001", customer, { auditor_id: auditor.id }),
    ];
    const id = await upload(mine);
    expect((await reuse(id, { project_id: other }, auditor)).status).toBe(403);
    const { api_key: header } = await createKey(customer, { scopes: ["read"] });
    const body = { project_id: other };
    const path = `/api/v1/evidence/${id}/reuse`;
    expect((await product.anonymous.send("POST", path, body, { "x-api-key": header })).status).toBe(403);
  });

  test("between customers, even for an admin", async () => {
    const id = await upload(await projectOf("soc2"));
    const answer = await reuse(id, { project_id: await projectOf("iso27001", foreign) }, admin);
    expect(answer.status).toBe(409);
    expect(answer.body.error.message).toContain("different customers");
  });

  test("within a project, for rejected evidence, into an archived project, for an unknown control", async () => {
    const [soc2, iso] = [await projectOf("soc2"), await projectOf("iso27001")];
    const id = await upload(soc2);
    expect((await reuse(id, { project_id: soc2 })).status).toBe(409);
    const unknown = await reuse(id, { project_id: iso, control_id: "CC6.1" });
    expect(unknown.body.error.details).toMatchObject({ field: "control_id" });
    for (const status of ["completed", "archived"])
      await admin.send("PUT", `/api/v1/projects/${iso}`, { status });
    expect((await reuse(id, { project_id: iso })).status).toBe(409);
    await admin.send("POST", `/api/v1/evidence/${id}/review`, { decision: "reject", note: "No" });
    const rejected = await reuse(id, { project_id: await projectOf("iso27001") });
    expect(rejected.body.error.message).toContain("rejected");
  });
});

describe("suggested controls", () => {
  test("follow the cross map, in the same project and the customer's others without the file", async () => {
    const alone = await product.signIn("customer");
    const [soc2, iso, next] = [
      await projectOf("soc2", alone),
      await projectOf("iso27001", alone),
      await projectOf("soc2", alone),
    ];
    await projectOf("iso27001", foreign);
    const fields = { project_id: soc2, control_id: "CC6.1", also_controls: "CC6.3" };
    const { id } = (await alone.upload({ name: "a.pdf", bytes: pdf }, fields)).data;
    const suggestions = await suggestionsFor(id, alone);
    expect(new Set(suggestions.map((one) => one.project_id))).toEqual(new Set([soc2, iso, next]));
    const of = (project: string) => suggestions.filter((one) => one.project_id === project);
    expect(of(soc2).map(({ number }) => number)).not.toContain("CC6.1");
    expect(of(soc2).map(({ number }) => number)).not.toContain("CC6.3");
    expect(of(soc2).find(({ number }) => number === "CC6.2")!.through).toEqual(["A.5.16", "A.5.18"]);
    expect(of(iso)[0]).toMatchObject({ number: "A.8.3", through: ["CC6.1", "CC6.3"] });
    expect(
      of(next)
        .slice(0, 2)
        .map(({ number }) => number),
    ).toEqual(["CC6.1", "CC6.3"]);
    await reuse(id, { project_id: iso }, alone);
    expect((await suggestionsFor(id, alone)).some((one) => one.project_id === iso)).toBe(false);
    expect((await foreign.get(`/api/v1/evidence/${id}/suggested-controls`)).status).toBe(404);
  });
});

test("evidence that is deleted before its copy begins is not reused", async () => {
  const [soc2, iso] = [await projectOf("soc2"), await projectOf("iso27001")];
  const id = await upload(soc2);
  const { pending } = await product.orm.em.fork().transactional(async (em) => {
    await em.execute("select 1 from projects where id = ? for update", [iso]);
    const copying = reuse(id, { project_id: iso });
    await untilWaiting(product, 1);
    expect((await customer.send("DELETE", `/api/v1/evidence/${id}`)).status).toBe(200);
    return { pending: copying };
  });
  expect((await pending).status).toBe(404);
  expect(await product.orm.em.fork().count(Evidence, { project: iso })).toBe(0);
});
