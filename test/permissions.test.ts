import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { newId } from "../platform/ids.ts";
import { createApiClient, type ApiClient } from "./support/api-client.ts";
import { startProduct, type Product, type SignedIn } from "./support/product.ts";

const PATH = "/api/v1/auth/permissions";

let product: Product;
let customer: SignedIn;
let shared: SignedIn;
let foreign: SignedIn;
let auditor: SignedIn;
let projectId: string;
const logged: Record<string, unknown>[] = [];

beforeAll(async () => {
  const logger = pino({ level: "info" }, { write: (line) => void logged.push(JSON.parse(line) as never) });
  product = await startProduct({ logger });
  customer = await product.signIn("customer");
  shared = await product.signIn("customer");
  foreign = await product.signIn("customer");
  auditor = await product.signIn("auditor");
  const { data } = await customer.send("POST", "/api/v1/projects", {
    name: "A project",
    framework: "soc2",
    auditor_id: auditor.id,
    team_members: [{ user_id: shared.id, role: "customer" }],
  });
  projectId = data.id;
}, 60_000);
afterAll(() => product.stop());

type Told = Record<string, [allowed: string, because: string | null]>;

async function permissionsOf(client: ApiClient, query = ""): Promise<Told> {
  const { status, data } = await client.get(`${PATH}${query}`);
  expect(status).toBe(200);
  const told = data.permissions as { action: string; allowed: string; because: string | null }[];
  return Object.fromEntries(told.map(({ action, allowed, because }) => [action, [allowed, because]]));
}

async function keyClient(
  body: object,
): Promise<{ send: ApiClient["send"]; headers: Record<string, string> }> {
  const { body: key } = await customer.send("POST", "/api/v1/api-keys", { name: "A key", ...body });
  const headers = { "x-api-key": (key as unknown as { api_key: string }).api_key };
  return { headers, send: createApiClient(product.config.backendUrl).send };
}

describe("what a caller is told they may do", () => {
  test("says always, some or never of every action, and why never", async () => {
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

  test("counts what the credential is worth", async () => {
    const { headers } = await keyClient({
      scopes: ["read"],
      restrictions: { resources: { project_ids: [projectId] } },
    });
    const { data } = await product.anonymous.get(PATH, headers);
    expect(data.scopes).toEqual(["read"]);
    const told = new Map<string, object>(
      data.permissions.map((one: { action: string }) => [one.action, one]),
    );
    expect(told.get("project.read")).toMatchObject({ allowed: "some" });
    expect(told.get("project.update")).toMatchObject({ allowed: "never", because: "scope" });
    expect(told.get("api_key.read")).toMatchObject({ allowed: "never", because: "credential" });
  });

  test("is what the profile lists", async () => {
    const told = await permissionsOf(auditor);
    const { data } = await auditor.get("/api/v1/auth/profile");
    const allowed = Object.entries(told).filter(([, [extent]]) => extent !== "never");
    expect(data.permissions).toEqual(allowed.map(([action]) => action));
  });

  test("of one project, is about that project alone", async () => {
    const query = `?project_id=${projectId}`;
    expect(await permissionsOf(customer, query)).toEqual({
      "project.read": ["always", null],
      "project.update": ["always", null],
      "project.delete": ["never", "role"],
      "evidence.upload": ["always", null],
    });
    expect(await permissionsOf(shared, query)).toMatchObject({ "project.update": ["never", "condition"] });
    expect((await foreign.get(`${PATH}${query}`)).status).toBe(404);
  });

  test("of one piece of evidence, is about that", async () => {
    const upload = { project_id: projectId, control_id: "CC6.1" };
    const file = { name: "e.pdf", bytes: await makePdf({ pages: [["A page."]] }) };
    const { data: evidence } = await customer.upload(file, upload);
    const query = `?evidence_id=${evidence.id}`;
    expect(await permissionsOf(customer, query)).toMatchObject({ "evidence.delete": ["always", null] });
    expect(await permissionsOf(auditor, query)).toMatchObject({
      "evidence.read": ["always", null],
      "evidence.update": ["never", "role"],
    });
    expect((await foreign.get(`${PATH}${query}`)).status).toBe(404);
  });

  test.each(["?project_id=1", "?user_id=1", `?project_id=${newId()}&evidence_id=${newId()}`])(
    "is not asked as %s",
    async (query) => {
      expect((await customer.get(`${PATH}${query}`)).body.error).toMatchObject({ code: "VALIDATION_ERROR" });
    },
  );
});

describe("a denial leaves a line in the log", () => {
  /** The line of the answer's request. */
  const lineOf = ({ body }: { body: { request_id: string } }) =>
    logged.find((line) => line["msg"] === "denied" && line["requestId"] === body.request_id);

  test("with the row and the rule when the caller does not see it, who learns neither", async () => {
    const answer = await foreign.get(`/api/v1/projects/${projectId}`);
    expect(lineOf(answer)).toMatchObject({
      answer: "NOT_FOUND",
      route: "GET /api/v1/projects/:id",
      actor: foreign.id,
      role: "customer",
      action: "project.read",
      resource: projectId,
      because: "condition",
      rule: { kind: "any", conditions: expect.arrayContaining([]) },
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/kind|condition|rule/);
  });

  test("with the condition that was not met", async () => {
    const { body: key } = await customer.send("POST", "/api/v1/api-keys", { name: "A key" });
    const { id } = key as unknown as { id: string };
    const admin = await product.signIn("admin");
    expect(lineOf(await admin.send("POST", `/api/v1/api-keys/${id}/rotate`, {}))).toMatchObject({
      answer: "FORBIDDEN",
      action: "api_key.rotate",
      resource: id,
      because: "condition",
      rule: { kind: "equals", path: "owner.id", value: { actor: "id" } },
    });
  });

  test("with the roles, the scope or the credential that it takes", async () => {
    const project = { name: "P", framework: "soc2" };
    expect(lineOf(await auditor.send("POST", "/api/v1/projects", project))).toMatchObject({
      because: "role",
      rule: ["customer", "manager", "admin"],
    });
    const reader = await keyClient({ scopes: ["read"] });
    expect(lineOf(await reader.send("POST", "/api/v1/projects", project, reader.headers))).toMatchObject({
      because: "scope",
      rule: "write",
      apiKey: expect.any(String),
    });
    const writer = await keyClient({ scopes: ["read", "write"] });
    expect(
      lineOf(await writer.send("POST", "/api/v1/api-keys", { name: "K" }, writer.headers)),
    ).toMatchObject({
      because: "credential",
      rule: "takes a token",
    });
    const blind = await keyClient({ scopes: ["write"] });
    expect(lineOf(await product.anonymous.get("/api/v1/auth/profile", blind.headers))).toMatchObject({
      action: null,
      because: "scope",
      rule: "read",
    });
  });

  test("also where a command refuses, or the credential itself is refused", async () => {
    const wider = await auditor.send("POST", "/api/v1/api-keys", { name: "K", scopes: ["admin"] });
    expect(lineOf(wider)).toMatchObject({ action: "api_key.create", because: "scope", rule: ["admin"] });
    const elsewhere = await keyClient({ scopes: ["read"], restrictions: { ip_allow: ["203.0.113.0/24"] } });
    expect(lineOf(await product.anonymous.get("/api/v1/projects", elsewhere.headers))).toMatchObject({
      answer: "FORBIDDEN",
      because: "refusal",
    });
  });

  test("and an allowed call none", async () => {
    expect(lineOf(await customer.get(`/api/v1/projects/${projectId}`))).toBeUndefined();
  });
});
