import { expect, test } from "@jest/globals";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { startWorkerProcess } from "../testkit/worker-process.ts";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { Event } from "../domain/events/event.entity.ts";
import { loadConfig } from "../platform/config.ts";
import { createTemporalClient, type TemporalClient } from "../platform/temporal/temporal.ts";
import type { deleteProject } from "../workflows/projects/project-deletion.workflow.ts";
import { openLink } from "../dev/stack/link.ts";
import { indexedPassages } from "./support/indexed-passages.ts";
import { startProduct, type Product, type SignedIn } from "./support/product.ts";
import { untilIngested } from "./support/until-ingested.ts";
import { stopsAfterEach } from "./support/stops-after-each.ts";
import { waitFor } from "./support/wait-for.ts";

const WAIT_MS = 120_000;
const YEARS_AHEAD = "2100-01-31T09:00:00Z";
const base = loadConfig();

const stops = stopsAfterEach(WAIT_MS);

interface Stage {
  product: Product;
  people: Record<"admin" | "manager" | "customer" | "auditor" | "shared", SignedIn>;
  projectId: string;
}

async function setStage(environment: Record<string, string>): Promise<Stage> {
  const product = await startProduct({ environment });
  stops.push(() => product.stop());
  const manager = await product.signIn("manager");
  const people = {
    manager,
    admin: await product.signIn("admin"),
    customer: await product.signIn("customer", { managerId: manager.id }),
    auditor: await product.signIn("auditor"),
    shared: await product.signIn("customer"),
  };
  const { data } = await people.admin.send("POST", "/api/v1/projects", {
    name: "P",
    framework: "soc2",
    customer_id: people.customer.id,
    auditor_id: people.auditor.id,
    team_members: [{ user_id: people.shared.id, role: "customer" }],
    milestones: [{ name: "Audit", due_date: YEARS_AHEAD }],
  });
  return { product, people, projectId: data.id };
}

async function uploadAndRead({ customer }: Stage["people"], projectId: string): Promise<string> {
  const bytes = await makePdf({ pages: [["Access rights", "Rights are reviewed every quarter."]] });
  const fields = { project_id: projectId, control_id: "CC6.1" };
  const { data } = await customer.upload({ name: "a.pdf", bytes }, fields);
  await untilIngested(customer, data.id, WAIT_MS);
  return data.id;
}

/** The project's passages in the index, not through a link of the test. */
const indexed = ({ product, projectId }: Stage) =>
  indexedPassages(
    { ...product.config, ELASTICSEARCH_URL: base.ELASTICSEARCH_URL },
    { project_id: projectId },
  );

/** The tables that still have rows of the project, with their number, except history. */
async function rowsOf({ product, projectId }: Stage): Promise<Record<string, number>> {
  const em = product.orm.em.fork();
  const counts: Record<string, number> = {};
  for (const table of ["evidence_chunks", "evidence", "controls", "milestones", "team_members", "projects"]) {
    const column = table === "projects" ? "id" : "project_id";
    const [row] = await em.execute<{ n: number }[]>(
      `select count(*)::int as n from ${table} where ${column} = ?`,
      [projectId],
    );
    counts[table] = row!.n;
  }
  return counts;
}

const filesOf = ({ product }: Stage): Promise<string[]> =>
  readdir(join(product.config.DATA_DIR, "blobs", "evidence")).catch(() => []);

/** Whether the user can still find anything of the project. */
async function seenBy(person: SignedIn, projectId: string, evidenceId: string): Promise<unknown> {
  const listed = (await person.get("/api/v1/projects?limit=100")).data.projects as { id: string }[];
  const evidence = (await person.get(`/api/v1/evidence?project_id=${projectId}`)).data;
  const paths = [
    `/api/v1/projects/${projectId}`,
    // The search service calls these two before each search.
    `/api/customer/projects/${projectId}`,
    `/api/auditor/projects/${projectId}`,
    `/api/v1/projects/${projectId}/team`,
    `/api/v1/projects/${projectId}/milestones`,
    `/api/v1/evidence/${evidenceId}`,
    `/api/v1/evidence/${evidenceId}/file`,
  ];
  const statuses = new Set<number>();
  for (const path of paths) statuses.add((await person.get(path)).status);
  const isListed = listed.some(({ id }) => id === projectId);
  return { isListed, evidence: evidence.pagination.total, statuses: [...statuses] };
}

const GONE = { isListed: false, evidence: 0, statuses: [404] };

/** Starts a workflow for each kind of date, besides the milestone's. */
async function setDates({ people, projectId }: Stage, evidenceId: string): Promise<void> {
  const { manager, auditor } = people;
  const due = { due_date: YEARS_AHEAD };
  const { status: dated } = await manager.send("PUT", `/api/v1/projects/${projectId}/controls/CC1.1`, due);
  const review = { decision: "approve", expires_at: YEARS_AHEAD };
  const { status: approved } = await auditor.send("POST", `/api/v1/evidence/${evidenceId}/review`, review);
  const finding = { project_id: projectId, title: "Open port", severity: "Low" };
  const { data } = await auditor.send("POST", "/api/findings", finding);
  const until = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const acceptance = { status: "accepted", reason: "Behind the firewall", until };
  const { status: accepted } = await auditor.send("PATCH", `/api/findings/${data.id}`, acceptance);
  expect([dated, approved, accepted]).toEqual([200, 200, 200]);
}

/** The types of the project's workflows with this status, as operators see them. */
async function workflowsOf({ client }: TemporalClient, projectId: string, status: string): Promise<string[]> {
  const query = `ProjectId = "${projectId}" AND ExecutionStatus = "${status}"`;
  const types: string[] = [];
  for await (const { type } of client.workflow.list({ query })) types.push(type);
  return types.toSorted();
}
const WATCHES = ["expireAcceptance", "watchControl", "watchEvidenceExpiry", "watchMilestone"];

/** The deletion is accepted, and the project is gone for everyone. */
async function deleteNow({ people, projectId }: Stage, evidenceId: string): Promise<void> {
  const { manager, customer } = people;
  const answer = await manager.send("DELETE", `/api/v1/projects/${projectId}`);
  expect([answer.status, answer.data]).toEqual([
    202,
    { id: projectId, workflow_id: `delete-project-${projectId}`, status: "deleting" },
  ]);
  for (const person of Object.values(people))
    expect(await seenBy(person, projectId, evidenceId)).toEqual(GONE);
  expect((await manager.send("DELETE", `/api/v1/projects/${projectId}`)).status).toBe(404);
  const upload = { project_id: projectId, control_id: "CC6.1" };
  expect((await customer.upload({ name: "a.pdf", bytes: Buffer.from("x") }, upload)).status).toBe(404);
}

/** The deletion waits for the index, and only those who may delete see it. */
async function expectStuck({ people, projectId }: Stage): Promise<void> {
  const follow = (person: SignedIn) => person.get(`/api/v1/projects/${projectId}/deletion`);
  const stuck = await waitFor(
    async () => (await follow(people.manager)).data,
    ({ attempts, error }) => attempts > 1 && error !== null,
    WAIT_MS,
  );
  expect(stuck).toMatchObject({
    id: projectId,
    status: "deleting",
    evidence_left: 2,
    workflow_state: "RUNNING",
  });
  for (const who of ["customer", "auditor"] as const) expect((await follow(people[who])).status).toBe(404);
  expect((await follow(people.admin)).status).toBe(200);
}

test("a deleted project is gone for everyone at once, and then completely, even if a worker dies in between", async () => {
  const link = await openLink(new URL(base.ELASTICSEARCH_URL).host);
  stops.push(() => link.close());
  const stage = await setStage({ ELASTICSEARCH_URL: `http://${link.address}` });
  const { product, people, projectId } = stage;
  const { manager, customer } = people;
  const temporal = createTemporalClient(product.config);
  stops.push(() => temporal.close());
  const first = await startWorkerProcess(product.config);
  stops.push(() => first.kill());
  const evidence = [await uploadAndRead(people, projectId), await uploadAndRead(people, projectId)];
  const kept = (await customer.send("POST", "/api/v1/projects", { name: "Kept", framework: "soc2" })).data.id;
  const keptFile = await uploadAndRead(people, kept);
  await setDates(stage, evidence[0]!);
  expect(await rowsOf(stage)).toMatchObject({ evidence: 2, controls: 61, milestones: 1, team_members: 1 });
  expect((await indexed(stage)).length).toBeGreaterThanOrEqual(2);

  await waitFor(
    () => workflowsOf(temporal, projectId, "Running"),
    (running) => running.length === WATCHES.length,
  );
  // Without the index, the deletion is stuck half-way.
  link.set("cut");
  await deleteNow(stage, evidence[0]!);
  await expectStuck(stage);
  const handle = temporal.client.workflow.getHandle<typeof deleteProject>(`delete-project-${projectId}`);
  expect(await handle.query("progress")).toEqual({ step: "evidence", evidenceRemoved: 0 });

  await first.kill();
  link.set("open");
  const second = await startWorkerProcess(product.config);
  stops.push(() => second.stop());
  expect(await handle.result()).toEqual({ step: "done", evidenceRemoved: 2 });
  expect(new Set(Object.values(await rowsOf(stage)))).toEqual(new Set([0]));
  expect(await indexed(stage)).toEqual([]);
  expect(await filesOf(stage)).toEqual([keptFile]);
  expect((await manager.get(`/api/v1/projects/${projectId}/deletion`)).status).toBe(404);
  await waitFor(
    () => workflowsOf(temporal, projectId, "Running"),
    (running) => running.length === 0,
  );
  expect(await workflowsOf(temporal, projectId, "Canceled")).toEqual(WATCHES);

  expect(await rowsOf({ ...stage, projectId: kept })).toMatchObject({
    evidence: 1,
    controls: 61,
    projects: 1,
  });
  expect(await indexed({ ...stage, projectId: kept })).not.toEqual([]);
  const history = await product.orm.em.fork().find(Event, { project: projectId, kind: "project.deleted" });
  expect(history.map(({ actorId }) => actorId)).toEqual([manager.id]);
}, 300_000);
