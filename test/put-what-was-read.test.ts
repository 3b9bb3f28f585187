import { describe, expect, test } from "@jest/globals";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { allRoutes, type RouteDeps } from "../api/all-routes.ts";
import { hasEntityTag } from "../api/gateway/preconditions.ts";
import { Event } from "../domain/events/event.entity.ts";

const { product, customer, auditor, admin, projectId, uploaded } = await startEvidenceProject();

type Person = typeof customer;
type Resource = Record<string, unknown>;
interface ReadableResource {
  path: string;
  by: Person;
  /** A field that is returned but cannot be set. */
  readOnly: string;
  /** A field that can be set. */
  change: Record<string, unknown>;
}
const places: Record<string, ReadableResource> = {};

async function made(by: Person, path: string, body: object): Promise<string> {
  const { status, data, body: answer } = await by.send<Record<string, string>>("POST", path, body);
  expect([path, status, answer.error]).toEqual([path, 201, undefined]);
  return (data["id"] ?? data["client_id"])!;
}

async function makeAll() {
  const finding = { project_id: projectId, title: "Port open", severity: "Low", control_id: "CC6.1" };
  const policy = { type: "access_control", framework: "soc2", company_name: "Example Ltd" };
  const provider = {
    name: "P",
    kind: "oidc",
    issuer: "https://id.example.com",
    client_id: "c",
    client_secret: "s",
  };
  const application = {
    name: "A",
    type: "confidential",
    grants: ["client_credentials"],
    scopes: ["read"],
  };
  const hook = { url: "https://93.184.216.34/x", events: ["evidence.*"], active: false };
  return {
    user: (await customer.get("/api/v1/users/me")).data.id,
    finding: await made(customer, "/api/findings", finding),
    policy: await made(customer, "/api/v1/ai/generate/policy", policy),
    provider: await made(admin, "/api/v1/identity-providers", provider),
    application: await made(admin, "/api/v1/oauth-clients", application),
    hook: await made(customer, "/api/v1/webhooks", hook),
    evidence: await uploaded(),
  };
}

const id = await makeAll();
const change = { name: "Another" };
const of = (
  path: string,
  by: Person,
  readOnly: string,
  more: Record<string, unknown> = change,
): ReadableResource => ({
  path,
  by,
  readOnly,
  change: more,
});
Object.assign(places, {
  "/api/v1/users/:id": of(`/api/v1/users/${id.user}`, customer, "created_at"),
  "/api/v1/projects/:id": of(`/api/v1/projects/${projectId}`, customer, "compliance_score"),
  "/api/v1/projects/:id/controls/:controlId": of(
    `/api/v1/projects/${projectId}/controls/CC6.1`,
    customer,
    "title",
    { owner_id: customer.id },
  ),
  "/api/v1/evidence/:id": of(`/api/v1/evidence/${id.evidence}`, customer, "sha256", { title: "Another" }),
  "/api/findings/:id": of(`/api/findings/${id.finding}`, customer, "integration", { title: "Another" }),
  "/api/v1/policies/:id": of(`/api/v1/policies/${id.policy}`, customer, "mode", { title: "Another" }),
  "/api/v1/webhooks/:id": of(`/api/v1/webhooks/${id.hook}`, customer, "owner_id", {
    description: "Another",
  }),
  "/api/v1/oauth-clients/:id": of(`/api/v1/oauth-clients/${id.application}`, admin, "type"),
  "/api/v1/identity-providers/:id": of(`/api/v1/identity-providers/${id.provider}`, admin, "kind"),
} satisfies Record<string, ReadableResource>);

const PATHS = [
  "/api/v1/users/:id",
  "/api/v1/projects/:id",
  "/api/v1/projects/:id/controls/:controlId",
  "/api/v1/evidence/:id",
  "/api/findings/:id",
  "/api/v1/policies/:id",
  "/api/v1/webhooks/:id",
  "/api/v1/oauth-clients/:id",
  "/api/v1/identity-providers/:id",
];

/** Takes a decision about an answer, not the question that GET returns. */
const DECISION = "/api/v1/questionnaires/:id/items/:itemId";

const methodOf = (path: string): string => (path === "/api/findings/:id" ? "PATCH" : "PUT");

test("every path with GET and a change is tested here", () => {
  const [issuer, rotationKey] = ["https://compliance.example.com", Buffer.alloc(32)];
  const deps = { tokens: { issuer, audience: "api" }, rotationKey, publicUrl: issuer, corsOrigins: [] };
  const routes = allRoutes(deps as unknown as RouteDeps);
  const read = new Set(routes.filter(hasEntityTag).map(({ path }) => path));
  const changed = routes.filter(({ method, path }) => ["put", "patch"].includes(method) && read.has(path));
  expect(changed.map(({ path }) => path).toSorted()).toEqual([...PATHS, DECISION].toSorted());
});

describe.each(PATHS)("%s", (template) => {
  test("accepts the response of a read, and records changes only if it was edited", async () => {
    const { path, by } = places[template]!;
    const { data } = await by.get<Resource>(path);
    const answer = await by.send(methodOf(template), path, data);
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    const { updated_at: _before, ...before } = data;
    const { updated_at: _after, ...after } = (await by.get<Resource>(path)).data;
    // Writing a policy again creates a new version.
    if (template === "/api/v1/policies/:id")
      expect(after["content"]).toBe((before["content"] as string).trim());
    else expect(after).toEqual(before);
  });

  test("accepts a change in addition", async () => {
    const { path, by, change } = places[template]!;
    const { data } = await by.get<Resource>(path);
    const answer = await by.send(methodOf(template), path, { ...data, ...change });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    const after = (await by.get<Resource>(path)).data;
    expect(after).toMatchObject(change);
  });

  test("refuses a changed read-only field, naming it", async () => {
    const { path, by, readOnly } = places[template]!;
    const { data } = await by.get<Resource>(path);
    const answer = await by.send(methodOf(template), path, { ...data, [readOnly]: "something else" });
    expect([answer.status, answer.body.error.details]).toMatchObject([400, { field: readOnly }]);
    expect(answer.body.error.message).toContain("read-only");
    const { error } = (await by.send(methodOf(template), path, { colour: "red" })).body;
    expect(error.details["errors"]).toContainEqual({ field: "colour", error: "unknown field" });
  });
});

test("a derived progress that is sent back stays derived, without an event", async () => {
  const path = `/api/v1/projects/${projectId}/controls/CC6.1` as const;
  const { data } = await customer.get(path);
  expect(data).toMatchObject({ progress: 50, progress_source: "evidence" });
  const before = await product.orm.em.fork().count(Event, { subjectId: data.id });
  expect((await customer.send("PUT", path, data)).data.progress_source).toBe("evidence");
  expect(await product.orm.em.fork().count(Event, { subjectId: data.id })).toBe(before);
});

test("with If-Match a concurrent change is 412 instead of a read-only field", async () => {
  const path = `/api/v1/projects/${projectId}` as const;
  const { data, headers } = await customer.get(path);
  await customer.send("PUT", path, { description: "Changed meanwhile" });
  const answer = await customer.send("PUT", path, data, { "if-match": headers.get("etag")! });
  expect(answer.status).toBe(412);
});

test("unauthorised readers are refused as before, and outsiders learn nothing", async () => {
  const path = `/api/v1/projects/${projectId}` as const;
  const { data } = await auditor.get(path);
  expect((await auditor.send("PUT", path, data)).status).toBe(403);
  const stranger = await product.signIn("customer");
  expect((await stranger.send("PUT", path, data)).status).toBe(404);
});
