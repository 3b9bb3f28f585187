import { describe, expect, test } from "@jest/globals";
import { EvidenceList } from "../api/evidence/evidence.contract.ts";
import { namePeople } from "../api/gateway/name-people.ts";
import { actorOf } from "../domain/users/actor-of.ts";
import { User } from "../domain/users/user.entity.ts";
import { keyHeaders } from "./support/api-keys.ts";
import type { ApiClient } from "./support/api-client.ts";
import { auditEntriesOf } from "./support/audit-entries.ts";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { readCsv } from "./support/read-csv.ts";
import { newProject } from "./support/new-project.ts";

const product = await startProductForFile();
const admin = await product.signIn("admin");
const manager = await product.signIn("manager");
const customer = await product.signIn("customer", { managerId: manager.id });
const auditor = await product.signIn("auditor");
const member = await product.signIn("customer");
const stranger = await product.signIn("customer");

const rename = async ({ id }: SignedIn, name: string): Promise<void> => {
  await product.orm.em.fork().nativeUpdate(User, { id }, { name });
};

await rename(admin, "Ada Admin");
await rename(manager, "Mia Manager");
await rename(customer, "Cleo Customer");
await rename(auditor, "Avi Auditor");
await rename(member, "Max Member");
await rename(stranger, "Sam Stranger");
const person = {
  admin: { id: admin.id, name: "Ada Admin", role: "admin" },
  manager: { id: manager.id, name: "Mia Manager", role: "manager" },
  customer: { id: customer.id, name: "Cleo Customer", role: "customer" },
  auditor: { id: auditor.id, name: "Avi Auditor", role: "auditor" },
  member: { id: member.id, name: "Max Member", role: "customer" },
};
const projectId = await newProject(admin, {
  name: "A project",
  customer_id: customer.id,
  auditor_id: auditor.id,
  team_members: [{ user_id: member.id, role: "customer" }],
});
const fields = { project_id: projectId, control_id: "CC6.1", title: "A file" };
const bytes = await makePdf({ pages: [["A page of evidence."]] });
const evidenceId = (await customer.upload({ name: "a.pdf", bytes }, fields)).data.id;
await auditor.send("POST", `/api/v1/evidence/${evidenceId}/review`, { decision: "approve" });
await customer.send("PUT", `/api/v1/projects/${projectId}/controls/CC6.1`, { owner_id: member.id });

describe("a person referred to by id", () => {
  test("is named in a project, in single reads and lists", async () => {
    const expected = {
      customer: person.customer,
      auditor: person.auditor,
      team_members: [{ user_id: member.id, user: person.member }],
    };
    const one = await member.get(`/api/v1/projects/${projectId}`);
    expect(one.data).toMatchObject({ customer_id: customer.id, ...expected });
    const { data } = await member.get("/api/v1/projects");
    expect(data.projects).toMatchObject([expected]);
    const team = await member.get(`/api/v1/projects/${projectId}/team`);
    expect(team.data.team_members).toMatchObject([{ user_id: member.id, user: person.member }]);
  });

  test("is named with evidence, as uploader and reviewer", async () => {
    const expected = { uploaded_by: customer.id, uploader: person.customer, reviewer: person.auditor };
    expect((await member.get(`/api/v1/evidence/${evidenceId}`)).data).toMatchObject(expected);
    const { data } = await member.get(`/api/v1/evidence?project_id=${projectId}`);
    expect(data.evidence).toMatchObject([expected]);
  });

  test("is named in the response to a change as in a read, so that If-Match works", async () => {
    const read = await member.get(`/api/v1/projects/${projectId}/controls/CC6.1`);
    expect(read.data).toMatchObject({ owner_id: member.id, owner: person.member });
    const path = `/api/v1/projects/${projectId}/controls/CC6.1` as const;
    const headers = { "if-match": read.headers.get("etag")! };
    const changed = await customer.send("PUT", path, { owner_id: customer.id }, headers);
    expect([changed.status, changed.data.owner]).toEqual([200, person.customer]);
    const back = { "if-match": changed.headers.get("etag")! };
    expect((await customer.send("PUT", path, { owner_id: member.id }, back)).status).toBe(200);
  });

  test("is null if the field is empty", async () => {
    const { data } = await member.get(`/api/v1/projects/${projectId}/controls/CC6.2`);
    expect(data).toMatchObject({ owner_id: null, owner: null });
  });

  test("is looked up in one query, for any number of rows and people", async () => {
    const em = product.orm.em.fork();
    const actor = actorOf(await em.findOneOrFail(User, { id: member.id }));
    const connection = em.getConnection();
    let questions = 0;
    const ctx = { actor, em: Object.assign(em, { getConnection: () => (questions++, connection) }) };
    const ids = [admin, manager, customer, auditor, member].map(({ id }) => id);
    const rows = Array.from({ length: 100 }, (_, n) => ({
      uploaded_by: ids[n % 5],
      reviewed_by: ids[n % 3],
    }));
    await namePeople(ctx, EvidenceList, { evidence: rows });
    expect(rows[2]).toMatchObject({ uploader: person.customer, reviewer: person.customer });
    expect(questions).toBe(1);
  });

  test("is named in the columns of a CSV list", async () => {
    const response = await member.fetch(`/api/v1/evidence?project_id=${projectId}`, {
      headers: { accept: "text/csv" },
    });
    const [header = [], row = []] = readCsv(await response.text());
    expect(row[header.indexOf("uploader.name")]).toBe("Cleo Customer");
    expect(row[header.indexOf("reviewer.role")]).toBe("auditor");
  });

  test("keeps the name in the history when deactivated", async () => {
    const left = await product.signIn("customer");
    await rename(left, "Lea Left");
    await admin.send("POST", `/api/v1/projects/${projectId}/team`, { user_id: left.id, role: "customer" });
    const finding = { project_id: projectId, title: "A finding", severity: "Low", assigned_to: left.id };
    await customer.send("POST", "/api/findings", finding);
    await admin.send("DELETE", `/api/v1/users/${left.id}`);
    const { data } = await member.get(`/api/findings?project_id=${projectId}`);
    expect(data.findings[0]!.assigned_to).toEqual({ id: left.id, name: "Lea Left", role: "customer" });
    const people = await member.get(`/api/v1/projects/${projectId}/people?search=Lea`);
    expect(people.data.people).toEqual([]);
    await admin.send("DELETE", `/api/v1/projects/${projectId}/team/${left.id}`);
  });
});

describe("the audit log", () => {
  const namesIn = async (by: ApiClient, query: string): Promise<unknown[]> => {
    const { data } = await by.get(`/api/v1/audit-log?${query}`);
    return data.entries.map((entry) => entry.actor?.name ?? null);
  };

  test("names the actors in a project to those who see it", async () => {
    await auditEntriesOf(product, admin);
    const query = `subject_id=${evidenceId}&action=evidence.approved`;
    expect(await namesIn(auditor, query)).toEqual(["Avi Auditor"]);
    const text = await (await auditor.fetch(`/api/v1/audit-log/export?${query}`)).text();
    const [header = [], row = []] = readCsv(text);
    expect(row[header.indexOf("actor.name")]).toBe("Avi Auditor");
  });

  test("names a refused outsider only to those who may know them", async () => {
    expect((await stranger.get(`/api/v1/projects/${projectId}`)).status).toBe(404);
    await auditEntriesOf(product, admin);
    const query = `action=access.denied&actor_id=${stranger.id}`;
    const { data } = await auditor.get(`/api/v1/audit-log?${query}`);
    expect(data.entries).toMatchObject([{ actor_id: stranger.id, actor: null }]);
    expect(await namesIn(admin, query)).toEqual(["Sam Stranger"]);
  });
});

describe("GET /api/v1/projects/:id/people", () => {
  const namesFor = async (by: ApiClient, query = ""): Promise<string[]> => {
    const { status, data } = await by.get(`/api/v1/projects/${projectId}/people?${query}`);
    expect(status).toBe(200);
    return data.people.map(({ name }) => name);
  };

  test("lists the participants and their managers, by name", async () => {
    expect(await namesFor(member)).toEqual(["Avi Auditor", "Cleo Customer", "Max Member", "Mia Manager"]);
  });

  test("is searched by name and e-mail address, in pages", async () => {
    expect(await namesFor(member, "search=cleo")).toEqual(["Cleo Customer"]);
    const { email } = (await auditor.get("/api/v1/users/me")).data as { email: string };
    expect(await namesFor(member, `search=${encodeURIComponent(email)}`)).toEqual(["Avi Auditor"]);
    expect(await namesFor(member, "limit=1&page=2")).toEqual(["Cleo Customer"]);
    expect(await namesFor(member, "role=manager")).toEqual(["Mia Manager"]);
  });

  test("reveals nothing about a project to outsiders", async () => {
    expect((await stranger.get(`/api/v1/projects/${projectId}/people`)).status).toBe(404);
    const demo = await admin.send("POST", "/api/v1/projects", {
      name: "Demo",
      framework: "soc2",
      customer_id: customer.id,
    });
    await admin.send("PUT", `/api/v1/projects/${demo.data.id}`, { demo: true });
    expect((await stranger.get(`/api/v1/projects/${demo.data.id}`)).status).toBe(200);
    expect((await stranger.get(`/api/v1/projects/${demo.data.id}/people`)).status).toBe(403);
  });
});

describe("GET /api/v1/users/auditors", () => {
  test("lets managers find possible auditors", async () => {
    const { data } = await manager.get("/api/v1/users/auditors?search=avi");
    const { email } = (await auditor.get("/api/v1/users/me")).data as { email: string };
    expect(data.auditors).toEqual([{ ...person.auditor, email }]);
    expect(data.pagination).toMatchObject({ total: 1 });
  });

  test("is closed to keys restricted to projects", async () => {
    const restrictions = { resources: { project_ids: [projectId] } };
    const headers = await keyHeaders(manager, { scopes: ["read"], restrictions });
    expect((await product.anonymous.get("/api/v1/users/auditors", headers)).status).toBe(403);
  });

  test("is closed to customers and auditors", async () => {
    expect((await customer.get("/api/v1/users/auditors")).status).toBe(403);
    expect((await auditor.get("/api/v1/users/auditors")).status).toBe(403);
  });
});
