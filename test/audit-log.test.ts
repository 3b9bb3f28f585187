import { describe, expect, test } from "@jest/globals";
import { emailHash } from "../domain/audit-log/email-hash.ts";
import { secretHash } from "../domain/secret-hash.ts";
import { Project } from "../domain/projects/project.entity.ts";
import { newId } from "../platform/ids.ts";
import { createLogger } from "../platform/logger.ts";
import { runAuditChainer } from "../workers/audit-chainer.ts";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { createKey, keyHeaders } from "./support/api-keys.ts";
import { auditEntriesOf, type Entry } from "./support/audit-entries.ts";
import { registerClient } from "./support/oauth.ts";
import { PASSWORD } from "./support/people.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { waitFor } from "./support/wait-for.ts";
import { newProject } from "./support/new-project.ts";

const product = await startProductForFile();
const admin = await product.signIn("admin");
const manager = await product.signIn("manager");
const otherManager = await product.signIn("manager");
const auditor = await product.signIn("auditor");
const customer = await product.signIn("customer", { managerId: manager.id });

const projectId = await newProject(customer);
const foreignProjectId = await newProject(await product.signIn("customer", { managerId: otherManager.id }));
await product.orm.em.fork().nativeUpdate(Project, { id: projectId }, { auditor: auditor.id });

const entriesOf = (by: SignedIn, query: Record<string, string> = {}): Promise<Entry[]> =>
  auditEntriesOf(product, by, query);

/** The last entry, which is recorded in the background, once it fits. */
async function lastOf(
  query: Record<string, string>,
  fits: (entry: Entry) => boolean = () => true,
): Promise<Entry> {
  const last = async () => (await entriesOf(admin, query)).at(-1);
  return (await waitFor(last, (entry) => entry !== undefined && fits(entry)))!;
}

describe("a change", () => {
  test("is one entry: caller, credential, address, request and previous values", async () => {
    const answer = await customer.send("PUT", `/api/v1/projects/${projectId}`, { description: "New" });
    const entries = await entriesOf(admin, { subject_id: projectId, action: "project.updated" });
    expect(entries).toEqual([
      expect.objectContaining({
        actor_id: customer.id,
        actor_role: "customer",
        credential: expect.stringMatching(/^[0-9a-f-]{36}$/),
        address: expect.stringContaining("127.0.0.1"),
        subject_kind: "project",
        project_id: projectId,
        request_id: answer.body.request_id,
        data: expect.objectContaining({
          changed: ["description"],
          changes: { description: { before: "", after: "New" } },
        }),
      }),
    ]);
  });

  test("is found by its position, by those who may see it", async () => {
    const { position } = (await entriesOf(admin, { project_id: foreignProjectId })).at(0)!;
    const path = `/api/v1/audit-log?position=${position}` as const;
    expect((await admin.get(path)).data.entries).toMatchObject([{ position }]);
    expect((await otherManager.get(path)).data.entries).toMatchObject([{ position }]);
    for (const by of [manager, auditor]) expect((await by.get(path)).data.entries).toEqual([]);
    expect((await customer.get(path)).status).toBe(403);
    expect((await admin.get("/api/v1/audit-log?position=0")).status).toBe(400);
  });

  test("by an API key names the key", async () => {
    const { id, api_key: key } = await createKey(customer, { scopes: ["read", "write"] });
    const headers = { "x-api-key": key };
    await product.anonymous.send("PUT", `/api/v1/projects/${projectId}`, { name: "By key" }, headers);
    expect(await lastOf({ action: "project.updated" })).toMatchObject({
      actor_id: customer.id,
      credential: id,
      data: { changes: { name: { before: "P", after: "By key" } } },
    });
    expect(JSON.stringify(await entriesOf(admin, { subject_id: id }))).not.toContain(key);
  });

  const updates: [string, () => Promise<unknown>, object][] = [
    [
      "control.updated",
      () => admin.send("PUT", `/api/v1/projects/${projectId}/controls/CC6.1`, { required_evidence: 3 }),
      { required_evidence: { after: 3 } },
    ],
    [
      "user.updated",
      () => admin.send("PUT", `/api/v1/users/${customer.id}`, { name: "Another Name" }),
      { name: { after: "Another Name" } },
    ],
    [
      "milestone.updated",
      async () => {
        const path = `/api/v1/projects/${projectId}/milestones` as const;
        const body = { name: "Audit", due_date: "2100-01-31T09:00:00Z" };
        const { data } = await admin.send("POST", path, body);
        await admin.send("PUT", `${path}/${data.id}`, { name: "Second audit" });
      },
      { name: { before: "Audit", after: "Second audit" } },
    ],
    [
      "finding.updated",
      async () => {
        const body = { project_id: projectId, title: "Open port", severity: "Low" };
        const { data } = await admin.send("POST", "/api/findings", body);
        await admin.send("PATCH", `/api/findings/${data.id}`, { severity: "High" });
      },
      { severity: { before: "Low", after: "High" } },
    ],
    [
      "oauth_client.updated",
      async () => {
        const settings = { redirect_uris: [], grants: ["client_credentials"], scopes: ["read"] };
        const { client_id: id } = await registerClient(admin, settings);
        await admin.send("PUT", `/api/v1/oauth-clients/${id}`, { scopes: ["read", "write"] });
      },
      { scopes: { before: "read", after: "read\nwrite" } },
    ],
  ];
  test.each(updates)("%s records the previous values", async (action, change, changes) => {
    await change();
    expect(await lastOf({ action })).toMatchObject({ data: { changes } });
  });

  test("leaves nothing when rolled back", async () => {
    const before = (await entriesOf(admin, { project_id: projectId })).length;
    const refused = await admin.send("PUT", `/api/v1/projects/${projectId}`, {
      period_start: "2026-02-01",
      period_end: "2026-01-01",
    });
    expect(refused.status).toBe(400);
    expect(await entriesOf(admin, { project_id: projectId })).toHaveLength(before);
  });

  test("appears in the log within seconds through the worker", async () => {
    const stop = new AbortController();
    const loop = runAuditChainer({ orm: product.orm, logger: createLogger("test", "silent") }, stop.signal);
    const id = await newProject(admin);
    const path = `/api/v1/audit-log?subject_id=${id}&action=project.created` as const;
    try {
      await waitFor(
        () => admin.get(path),
        ({ data }) => data.pagination.total === 1,
        10_000,
      );
    } finally {
      stop.abort();
      await loop;
    }
  });
});

describe("a denial", () => {
  test("is one entry a minute for the same caller, rule and row", async () => {
    for (let n = 0; n < 3; n += 1) await auditor.get(`/api/v1/projects/${foreignProjectId}`);
    await manager.get(`/api/v1/projects/${foreignProjectId}`);
    const denied = await waitFor(
      () => entriesOf(admin, { action: "access.denied", subject_id: foreignProjectId }),
      ({ length }) => length === 2,
    );
    expect(denied[0]).toMatchObject({
      actor_id: auditor.id,
      actor_role: "auditor",
      subject_kind: "project",
      project_id: foreignProjectId,
      data: { route: "GET /api/v1/projects/:id", wanted: "project.read", because: "condition" },
    });
  });

  test("names the route if there is no row", async () => {
    const headers = await keyHeaders(customer, { scopes: ["write"] });
    expect((await product.anonymous.get("/api/v1/compliance/frameworks", headers)).status).toBe(403);
    const route = "GET /api/v1/compliance/frameworks";
    const query = { action: "access.denied", subject_kind: "route" };
    expect(await lastOf(query, ({ data }) => data["route"] === route)).toMatchObject({
      actor_id: customer.id,
      address: expect.stringContaining("127.0.0.1"),
      data: { because: "scope" },
    });
  });

  test("of a credential is one entry about the credential", async () => {
    const headers = await keyHeaders(customer, {
      scopes: ["read"],
      restrictions: { ip_allow: ["203.0.113.0/24"] },
    });
    const answer = await product.anonymous.get("/api/v1/projects", headers);
    expect(answer.status).toBe(403);
    const last = await lastOf(
      { action: "auth.credential_refused", subject_kind: "api_key" },
      ({ request_id: id }) => id === answer.body.request_id,
    );
    expect(last).toMatchObject({ actor_id: customer.id, data: { credential: "api_key" } });
    const entries = await entriesOf(admin, { order: "desc", limit: "20" });
    const ofRequest = entries.filter(({ request_id: id }) => id === answer.body.request_id);
    expect(ofRequest.map(({ action }) => action)).toEqual(["auth.credential_refused"]);
  });
});

describe("an access", () => {
  test("to a file is recorded with its range; HEAD, a current copy and a range outside it are not", async () => {
    const bytes = Buffer.from(await makePdf({ pages: [["A page."]] }));
    const fields = { project_id: projectId, control_id: "CC6.1" };
    const { data } = await customer.upload({ name: "a.pdf", bytes }, fields);
    const path = `/api/v1/evidence/${data.id}/file` as const;
    await (await auditor.fetch(path)).arrayBuffer();
    await (await auditor.fetch(path, { headers: { range: "bytes=0-9" } })).arrayBuffer();
    const { headers } = await auditor.fetch(path, { method: "HEAD" });
    const current = { "if-none-match": headers.get("etag")! };
    expect((await auditor.fetch(path, { headers: current })).status).toBe(304);
    const outside = { range: `bytes=${bytes.length}-` };
    expect((await auditor.fetch(path, { headers: outside })).status).toBe(416);
    const seen = await entriesOf(admin, { action: "evidence.downloaded" });
    expect(seen).toMatchObject([
      { actor_id: auditor.id, subject_id: data.id, project_id: projectId, data: { range: null } },
      { actor_id: auditor.id, subject_id: data.id, project_id: projectId, data: { range: "bytes=0-9" } },
    ]);
  });

  test("by sign-in is recorded, and a failed one without its input", async () => {
    const signIn = (password: string, email: string) =>
      product.anonymous.send("POST", "/api/v1/auth/login", { email, password });
    await signIn(PASSWORD, customer.email);
    const [opened] = (await entriesOf(admin, { action: "auth.signed_in", actor_id: customer.id })).slice(-1);
    expect(opened).toMatchObject({
      actor_role: "customer",
      credential: expect.any(String),
      subject_id: customer.id,
      data: { way: "password" },
    });
    const typed = `${newId()}@example.com`;
    expect((await signIn("typed by mistake", typed.toUpperCase())).status).toBe(401);
    const hash = emailHash(product.config.encryptionKey, typed);
    const failed = await lastOf({ action: "auth.sign_in_failed" }, ({ data }) => data["email_hash"] === hash);
    expect(failed.actor_id).toBeNull();
    expect(JSON.stringify(failed)).not.toContain(secretHash(typed));
    expect(JSON.stringify(failed)).not.toMatch(/typed by mistake|example\.com/i);
  });
});

describe("GET /api/v1/audit-log", () => {
  test("shows admins everything, managers and auditors their projects and themselves, customers nothing", async () => {
    await manager.get(`/api/v1/projects/${newId()}`);
    const projects = async (by: SignedIn) => new Set((await entriesOf(by)).map((e) => e.project_id));
    const everything = await projects(admin);
    expect([...everything]).toEqual(expect.arrayContaining([projectId, foreignProjectId, null]));
    for (const by of [manager, auditor]) {
      const seen = await entriesOf(by);
      expect(seen.length).toBeGreaterThan(3);
      for (const entry of seen) expect(entry.project_id === projectId || entry.actor_id === by.id).toBe(true);
      expect(seen.some((entry) => entry.actor_id === by.id && entry.project_id === null)).toBe(true);
    }
    expect([...(await projects(otherManager))]).not.toContain(projectId);
    const refused = await customer.get("/api/v1/audit-log");
    expect(refused).toMatchObject({ status: 403, body: { error: { code: "FORBIDDEN" } } });
  });

  test.each([
    ["actor_id", () => ({ actor_id: customer.id }), (e: Entry) => e.actor_id === customer.id],
    [
      "action",
      () => ({ action: "project.created, project.updated" }),
      (e: Entry) => /^project\.(created|updated)$/.test(e.action),
    ],
    ["subject_kind", () => ({ subject_kind: "user" }), (e: Entry) => e.subject_kind === "user"],
    ["subject_id", () => ({ subject_id: projectId }), (e: Entry) => e.subject_id === projectId],
    ["project_id", () => ({ project_id: projectId }), (e: Entry) => e.project_id === projectId],
  ] as const)("filters by %s", async (_name, query, meets) => {
    const all = await entriesOf(admin);
    const expected = all.filter(meets).map(({ position }) => position);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(all.length);
    expect((await entriesOf(admin, query())).map(({ position }) => position)).toEqual(expected);
  });

  test("filters by time, sorts and pages", async () => {
    const all = await entriesOf(admin);
    const { data } = await admin.get("/api/v1/audit-log?limit=2&page=2");
    const latest = all.map(({ position }) => position).toReversed();
    expect(data.entries.map((e: Entry) => e.position)).toEqual(latest.slice(2, 4));
    expect(data.pagination).toMatchObject({ page: 2, limit: 2, total: all.length });
    expect(await entriesOf(admin, { occurred_after: "2100-01-01" })).toEqual([]);
    expect(await entriesOf(admin, { occurred_before: "2000-01-01T00:00:00Z" })).toEqual([]);
    expect(await entriesOf(admin, { occurred_after: "2000-01-01" })).toHaveLength(all.length);
    const wrong = await admin.get("/api/v1/audit-log?sort=hash");
    expect(wrong).toMatchObject({ status: 400, body: { error: { details: { field: "sort" } } } });
    const unknown = await admin.get("/api/v1/audit-log?actor=1");
    expect(unknown.status).toBe(400);
  });
});
