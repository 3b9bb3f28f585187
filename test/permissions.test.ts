import { describe, expect, test } from "@jest/globals";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { newId } from "../platform/ids.ts";
import { keyHeaders } from "./support/api-keys.ts";
import type { ApiClient } from "./support/api-client.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { newProject } from "./support/new-project.ts";

const PATH = "/api/v1/auth/permissions";

const product = await startProductForFile();
const customer = await product.signIn("customer");
const shared = await product.signIn("customer");
const foreign = await product.signIn("customer");
const auditor = await product.signIn("auditor");

const admin = await product.signIn("admin");
const projectId = await newProject(admin, {
  name: "A project",
  customer_id: customer.id,
  auditor_id: auditor.id,
  team_members: [{ user_id: shared.id, role: "customer" }],
});

type Permissions = Record<string, [allowed: string, because: string | null]>;

async function permissionsOf(client: ApiClient, query = ""): Promise<Permissions> {
  const { status, data } = await client.get(`${PATH}?${query}`);
  expect(status).toBe(200);
  return Object.fromEntries(
    data.permissions.map(({ action, allowed, because }) => [action, [allowed, because]]),
  );
}

describe("a caller's permissions", () => {
  test("are always, some or never for every action, with the reason for never", async () => {
    expect(await permissionsOf(customer)).toMatchObject({
      "project.create": ["always", null],
      "project.read": ["some", null],
      "project.delete": ["never", "role"],
      "oauthClient.manage": ["never", "role"],
    });
    const admin = await product.signIn("admin");
    expect(await permissionsOf(admin)).toMatchObject({
      "user.read": ["always", null],
      "api_key.read": ["always", null],
    });
  });

  test("take the credential into account", async () => {
    const headers = await keyHeaders(customer, {
      scopes: ["read"],
      restrictions: { resources: { project_ids: [projectId] } },
    });
    const { data } = await product.anonymous.get(PATH, headers);
    expect(data.scopes).toEqual(["read"]);
    const answered = new Map<string, object>(
      data.permissions.map((one: { action: string }) => [one.action, one]),
    );
    expect(answered.get("project.read")).toMatchObject({ allowed: "some" });
    expect(answered.get("project.update")).toMatchObject({ allowed: "never", because: "scope" });
    expect(answered.get("api_key.read")).toMatchObject({ allowed: "never", because: "credential" });
  });

  test("are listed for several rows, without invisible ones", async () => {
    const raise = async (by: SignedIn) =>
      (await by.send("POST", "/api/findings", { project_id: projectId, title: "Port open", severity: "Low" }))
        .data.id;
    const [one, two] = [await raise(customer), await raise(auditor)];
    const rowsOf = async (
      client: ApiClient,
      on: string,
      ids: string[],
    ): Promise<Record<string, string[]>> => {
      const { status, data } = await client.get(`${PATH}/rows?on=${on}&ids=${ids.join()}`);
      expect(status).toBe(200);
      return Object.fromEntries(
        data.permissions.map((row: { id: string; actions: string[] }) => [row.id, row.actions]),
      );
    };
    const worked = ["finding.read", "finding.update", "finding.comment", "finding.work"];
    expect(await rowsOf(customer, "finding", [one, newId(), two, "x"])).toEqual({
      [one]: worked,
      [two]: worked,
    });
    expect((await rowsOf(auditor, "finding", [one]))[one]).toContain("finding.decide");
    expect(await rowsOf(foreign, "finding", [one, two])).toEqual({});
    const alone = async (client: ApiClient) =>
      Object.entries(await permissionsOf(client, `project_id=${projectId}`))
        .filter(([, [allowed]]) => allowed === "always")
        .map(([action]) => action);
    for (const client of [customer, shared, auditor])
      expect((await rowsOf(client, "project", [projectId]))[projectId]).toEqual(await alone(client));
    const many = Array.from({ length: 101 }, newId);
    expect((await customer.get(`${PATH}/rows?on=project&ids=${many.join()}`)).status).toBe(400);
  });

  test("are the same in the profile", async () => {
    const answered = await permissionsOf(auditor);
    const { data } = await auditor.get("/api/v1/auth/profile");
    const allowed = Object.entries(answered).filter(([, [extent]]) => extent !== "never");
    expect(data.permissions).toEqual(allowed.map(([action]) => action));
  });

  test("for one project, apply to that project", async () => {
    const query = `project_id=${projectId}`;
    expect(await permissionsOf(customer, query)).toEqual({
      "project.read": ["always", null],
      "project.people": ["always", null],
      "project.hear": ["always", null],
      "project.update": ["always", null],
      "project.delete": ["never", "role"],
      "report.create": ["always", null],
      "assistant.ask": ["always", null],
      "questionnaire.create": ["always", null],
      "project.assign": ["never", "role"],
      "project.mark_demo": ["never", "role"],
      "project.scope": ["never", "role"],
      "project.confirm_scope": ["never", "role"],
      "control.update_many": ["always", null],
      "evidence.review_many": ["never", "role"],
      "project.follow_deletion": ["never", "role"],
      "evidence.upload": ["always", null],
      "finding.create": ["always", null],
      "finding.update_many": ["always", null],
    });
    expect(await permissionsOf(shared, query)).toMatchObject({ "project.update": ["never", "condition"] });
    expect((await foreign.get(`${PATH}${query}`)).status).toBe(404);
  });

  test("for one piece of evidence, apply to it", async () => {
    const upload = { project_id: projectId, control_id: "CC6.1" };
    const file = { name: "e.pdf", bytes: await makePdf({ pages: [["A page."]] }) };
    const { data: evidence } = await customer.upload(file, upload);
    const query = `evidence_id=${evidence.id}`;
    expect(await permissionsOf(customer, query)).toMatchObject({ "evidence.delete": ["always", null] });
    expect(await permissionsOf(auditor, query)).toMatchObject({
      "evidence.read": ["always", null],
      "evidence.update": ["never", "role"],
    });
    expect((await foreign.get(`${PATH}${query}`)).status).toBe(404);
  });

  test("for one finding, show who works on it and who decides about it", async () => {
    const body = { project_id: projectId, title: "A finding", severity: "Low" };
    const query = `finding_id=${(await customer.send("POST", "/api/findings", body)).data.id}`;
    const may = ["always", null];
    const mayNot = ["never", "role"];
    expect(await permissionsOf(customer, query)).toEqual({
      "finding.read": may,
      "finding.update": may,
      "finding.comment": may,
      "finding.work": may,
      "finding.decide": mayNot,
    });
    expect(await permissionsOf(auditor, query)).toMatchObject({
      "finding.work": mayNot,
      "finding.decide": may,
    });
    expect((await foreign.get(`${PATH}${query}`)).status).toBe(404);
    expect((await customer.get(`${PATH}?project_id=1`)).status).toBe(404);
  });

  test("in an archived project, are to read it and what is in it, report on it, and delete it", async () => {
    const manager = await product.signIn("manager");
    const admin = await product.signIn("admin");
    const { data: project } = await admin.send("POST", "/api/v1/projects", {
      name: "Last year",
      framework: "soc2",
      customer_id: customer.id,
      auditor_id: auditor.id,
      team_members: [{ user_id: manager.id, role: "manager" }],
    });
    const query = `project_id=${project.id}`;
    const write = { project_id: project.id, title: "Port open", severity: "Low" };
    const { data: finding } = await customer.send("POST", "/api/findings", write);
    for (const status of ["completed", "archived"])
      expect((await manager.send("PUT", `/api/v1/projects/${project.id}`, { status })).status).toBe(200);
    const allowedTo = async (client: ApiClient, on: string): Promise<string[]> =>
      Object.entries(await permissionsOf(client, on))
        .filter(([, [allowed]]) => allowed !== "never")
        .map(([action]) => action)
        .toSorted();
    const reading = ["assistant.ask", "project.hear", "project.people", "project.read", "report.create"];
    expect(await allowedTo(customer, query)).toEqual(reading);
    expect(await allowedTo(auditor, query)).toEqual(reading);
    expect(await allowedTo(manager, query)).toEqual([...reading, "project.delete"].toSorted());
    expect(await permissionsOf(manager, query)).toMatchObject({ "project.update": ["never", "state"] });
    expect(await allowedTo(manager, `finding_id=${finding.id}`)).toEqual(["finding.read"]);
    const rows = await manager.get(`${PATH}/rows?on=finding&ids=${finding.id}`);
    expect(rows.data.permissions).toEqual([{ id: finding.id, actions: ["finding.read"] }]);
    const comment = { text: "Still open?", reply_to: null };
    const refused = await manager.send("POST", `/api/findings/${finding.id}/comments`, comment);
    expect([refused.status, refused.body.error.details]).toEqual([
      409,
      expect.objectContaining({ reason: "project_archived" }),
    ]);
  });

  test("for a policy without a project, do not depend on one", async () => {
    const body = { type: "access_control", framework: "soc2", company_name: "Example", industry: "software" };
    const { data } = await auditor.send("POST", "/api/v1/ai/generate/policy", body);
    const query = `policy_id=${data.id}`;
    expect(await permissionsOf(auditor, query)).toMatchObject({ "policy.write": ["always", null] });
    const rows = await auditor.get(`${PATH}/rows?on=policy&ids=${data.id}`);
    expect(rows.data.permissions[0]!.actions).toEqual(["policy.read", "policy.write"]);
  });

  test.each([
    "?user_id=1",
    `?project_id=${newId()}&evidence_id=${newId()}`,
    `?finding_id=${newId()}&evidence_id=${newId()}`,
  ])("are not listed for %s", async (query) => {
    expect((await customer.get(`${PATH}${query}`)).body.error).toMatchObject({ code: "VALIDATION_ERROR" });
  });
});
