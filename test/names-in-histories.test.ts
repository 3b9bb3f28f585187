import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { makeXlsx } from "../dev/sample-files/make-workbook.ts";
import { User } from "../domain/users/user.entity.ts";
import { createTemporalClient, type TemporalClient } from "../platform/temporal/temporal.ts";
import { scheduleIdOf } from "../workers/schedules.ts";
import { allQueues } from "../runtime/task-queues.ts";
import { makeEncryptedPdf } from "../dev/sample-files/make-encrypted-pdf.ts";
import { descriptionText, historyText } from "./support/history-text.ts";
import { startMailbox, type Mailbox } from "./support/mailbox.ts";
import { PASSWORD } from "./support/people.ts";
import { startProduct, type Product, type SignedIn } from "./support/product.ts";
import { createSlackRequests, type SlackRequests } from "./support/slack-requests.ts";
import { startSlackServer, type SlackServer } from "./support/slack-server.ts";
import { connectSlack, linkInSlack } from "./support/slack-set-up.ts";
import { workflowFiles } from "./support/workflow-files.ts";
import { untilIngestionEnded } from "./support/until-ingested.ts";
import { waitFor } from "./support/wait-for.ts";
import { startReceiver, type Receiver } from "./support/webhook-receiver.ts";
import { documentOf, setUpWhatsapp, textOf } from "./support/whatsapp-phone.ts";
import { startWhatsappServer, taking, type WhatsappServer } from "./support/whatsapp-server.ts";
import { ask, linkedNumber } from "./support/whatsapp-talk.ts";
import { uploadQuestionnaire } from "./support/upload-questionnaire.ts";

const WAIT_MS = 240_000;
/** The prefix of every name, title, file name, address and text in this test, and of nothing else. */
const WORD = "Quorblax";
const IN_A_YEAR = new Date(Date.now() + 365 * 86_400_000).toISOString();

let product: Product;
let temporal: TemporalClient;
let servers: { mailbox: Mailbox; slack: SlackServer; whatsapp: WhatsappServer; receiver: Receiver };
let slack: SlackRequests;
let people: Record<"admin" | "customer" | "auditor", SignedIn>;
let phone: string;
let projectId: string;

async function named(role: "admin" | "customer" | "auditor"): Promise<SignedIn> {
  const person = await product.signIn(role);
  const email = `${WORD}-${person.id}@example.com`.toLowerCase();
  await product.orm.em.fork().nativeUpdate(User, { id: person.id }, { name: `${WORD} ${role}`, email });
  return { ...person, email };
}

beforeAll(async () => {
  servers = {
    mailbox: await startMailbox(),
    slack: await startSlackServer(),
    whatsapp: await startWhatsappServer(),
    receiver: await startReceiver(),
  };
  const environment = {
    SMTP_URL: servers.mailbox.url,
    MAIL_FROM: "Compliance <compliance@example.com>",
    SLACK_API_URL: servers.slack.apiUrl,
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
  };
  product = await startProduct({ parts: ["worker", "retrieval"], environment });
  temporal = createTemporalClient(product.config);
  people = {
    admin: await named("admin"),
    customer: await named("customer"),
    auditor: await named("auditor"),
  };
  slack = createSlackRequests(product.config.backendUrl, servers.slack.responseUrl);
  await setUpWhatsapp(people.admin, servers.whatsapp.url);
  phone = await linkedNumber(product, people.customer);
  await connectSlack(product);
  await linkInSlack(product, people.auditor, "U1");
}, WAIT_MS);
afterAll(async () => {
  await temporal.close();
  await product.stop();
  await Promise.all(Object.values(servers).map((server) => server.stop()));
});

/** Sends the request and returns the response; fails the test unless it succeeds. */
async function sent<M extends string, P extends string>(by: SignedIn, method: M, path: P, body?: object) {
  const answer = await by.send(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.data;
}

const pdf = () => makePdf({ pages: [[`${WORD} rights are reviewed every quarter.`]] });

async function upload(title: string, bytes: Buffer, more: object = {}): Promise<string> {
  const description = `${WORD} description`;
  const about = {
    project_id: projectId,
    control_id: "CC6.1",
    title: `${WORD} ${title}`,
    description,
    ...more,
  };
  const { status, data } = await people.customer.upload({ name: `${WORD} ${title}.pdf`, bytes }, about);
  expect(status).toBe(201);
  return data.id;
}
const ingested = (id: string) => untilIngestionEnded(people.customer, id, WAIT_MS);

/** A webhook whose endpoint responds as its path says. */
async function subscribe(ending: "well" | "failing" | "gone"): Promise<void> {
  const url = `${servers.receiver.url}/${WORD}-${ending}`;
  await sent(people.customer, "POST", "/api/v1/webhooks", {
    url,
    events: ["*"],
    description: `${WORD} hook`,
  });
}

async function arrangeProject(): Promise<void> {
  const { admin, customer, auditor } = people;
  servers.receiver.behave((response, { path, body }) => {
    const status = path.endsWith("failing") ? 500 : path.endsWith("gone") ? 410 : 200;
    response.writeHead(status).end(body);
  });
  for (const ending of ["well", "failing", "gone"] as const) await subscribe(ending);
  const ids = { customer_id: customer.id, auditor_id: auditor.id };
  const project = { name: `${WORD} project`, framework: "soc2", description: `${WORD} text`, ...ids };
  projectId = (await sent(admin, "POST", "/api/v1/projects", project)).id;
  const milestone = { name: `${WORD} milestone`, due_date: IN_A_YEAR };
  await sent(customer, "POST", `/api/v1/projects/${projectId}/milestones`, milestone);
  await sent(customer, "POST", "/api/v1/api-keys", { name: `${WORD} key` });
}

async function readFiles(): Promise<void> {
  const { customer, auditor } = people;
  const approved = await upload("approved", await pdf(), { expires_at: IN_A_YEAR });
  const locked = await upload("locked", makeEncryptedPdf(`${WORD} secret`, "password"));
  const damaged = await upload("damaged", Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.from(WORD)]));
  const deleted = await upload("deleted", await pdf());
  for (const id of [approved, locked, damaged, deleted]) await ingested(id);
  await sent(customer, "PUT", `/api/v1/evidence/${approved}`, { title: `${WORD} renamed` });
  await sent(auditor, "POST", `/api/v1/evidence/${approved}/review`, { decision: "approve", note: WORD });
  await sent(customer, "DELETE", `/api/v1/evidence/${deleted}`);
}

async function workOnProject(): Promise<void> {
  const { customer, auditor } = people;
  const finding = { title: `${WORD} finding`, description: WORD, severity: "High", integration: "scanner" };
  const { id } = await sent(auditor, "POST", "/api/findings", { project_id: projectId, ...finding });
  await sent(customer, "POST", `/api/findings/${id}/comments`, { text: `${WORD} comment` });
  const accepted = { status: "accepted", reason: `${WORD} reason`, until: IN_A_YEAR };
  await sent(auditor, "PATCH", `/api/findings/${id}`, accepted);
  await sent(customer, "PUT", `/api/v1/projects/${projectId}/controls/CC6.1`, { due_date: IN_A_YEAR });
  await sent(customer, "POST", "/api/v1/ai/generate", { kind: "summary", project_id: projectId });
  const rows = [
    ["Question", "Answer"],
    [`Are ${WORD} rights reviewed?`, null],
  ];
  const bytes = makeXlsx([{ name: `${WORD} sheet`, rows }]);
  await uploadQuestionnaire(customer, projectId, { name: `${WORD} questions.xlsx`, bytes });
}

/** One report that is built, and one that fails because a file is missing. */
async function buildReports(): Promise<void> {
  const settled = async (kind: string) => {
    const { id } = await sent(people.auditor, "POST", "/api/v1/reports", { project_id: projectId, kind });
    return waitFor(
      async () => (await people.auditor.get(`/api/v1/reports/${id}`)).data.status,
      (status) => status === "completed" || status === "failed",
      WAIT_MS,
    );
  };
  expect(await settled("auditor_package")).toBe("completed");
  const lost = await upload("lost", await pdf());
  await ingested(lost);
  await rm(join(product.config.DATA_DIR, "blobs", "evidence", lost, "original"));
  expect(await settled("auditor_package")).toBe("failed");
}

/**
 * Each message is sent twice: the first reply cannot be delivered, because the server fails and echoes it.
 */
async function talk(): Promise<void> {
  const { whatsapp, slack: slackServer } = servers;
  const evidenceId = await upload("reviewed", await pdf());
  await ingested(evidenceId);
  slackServer.behave("respond", ({ args }, nth) => (nth === 1 ? { status: 500, body: args } : {}));
  await slack.command(`search ${WORD} rights`, "U1");
  await slack.command(`${WORD}?`, "U-STRANGER");
  await slack.click("evidence_reject", evidenceId, "U1");
  const [opened] = await waitFor(
    async () => slackServer.to("views.open"),
    (calls) => calls.length > 0,
  );
  const view = opened!.args["view"] as object;
  const state = { values: { reason: { text: { type: "plain_text_input", value: `${WORD} note` } } } };
  await slack.submit({ ...view, id: "V1", state }, "U1");
  whatsapp.behave((response, message) => {
    whatsapp.behave(taking);
    const error = { code: 131_000, message: JSON.stringify(message) };
    response.writeHead(500).end(JSON.stringify({ error }));
  });
  await ask({ product, server: whatsapp }, phone, textOf(`search ${WORD} rights`), 2);
  whatsapp.media.set("m", { mimeType: "application/pdf", bytes: await pdf() });
  await ask({ product, server: whatsapp }, phone, documentOf("m", `${WORD}.pdf`, `CC6.1 ${WORD} photo`), 2);
}

/** Mail to a server that first refuses and quotes the address. */
async function mail(): Promise<void> {
  const { admin, auditor, customer } = people;
  servers.mailbox.refuse(1);
  const invited = { email: `${WORD}-invited@example.com`, role: "customer" };
  await sent(admin, "POST", "/api/v1/invitations", invited);
  const passwords = { current_password: PASSWORD, new_password: `${WORD} seven green bottles` };
  await sent(auditor, "POST", "/api/v1/auth/password", passwords);
  const forgot = "/api/v1/auth/password/forgot";
  for (const email of [customer.email, `${WORD}-nobody@example.com`])
    await product.anonymous.send("POST", forgot, { email });
}

interface Kept {
  type: string;
  state: string;
  summary: string | undefined;
  text: string;
}

/** Everything that Temporal stores about the workflows on the service's task queues. */
async function exported(): Promise<Kept[]> {
  const { client } = temporal;
  const queues = allQueues(product.config.TEMPORAL_TASK_QUEUE).map((queue) => `'${queue}'`);
  const kept: Kept[] = [];
  for await (const found of client.workflow.list({ query: `TaskQueue IN (${queues.join(", ")})` })) {
    const { workflowId, runId, type, status } = found;
    const handle = client.workflow.getHandle(workflowId, runId);
    const text = `${workflowId}\n${await historyText(handle)}\n${await descriptionText(handle)}`;
    const summary = await (await handle.describe()).staticSummary();
    kept.push({ type, state: status.name, summary, text });
  }
  return kept;
}

/** Workflows that run for the lifetime of something. */
const LASTING = new Set(
  `apiKeyRotation watchMilestone watchControl watchEvidenceExpiry expireAcceptance buildReport deliverWebhook`.split(
    " ",
  ),
);
const workflowTypes = workflowFiles().map(({ type }) => type);

test("no history contains a name, a title, a file name, an address or a text, however the workflow ends", async () => {
  await arrangeProject();
  await readFiles();
  await workOnProject();
  await buildReports();
  await talk();
  await mail();
  await sent(people.admin, "DELETE", `/api/v1/projects/${projectId}`);
  for (const round of ["housekeeping", "score-snapshots", "signing-key-rotation"]) {
    const id = scheduleIdOf(product.config.TEMPORAL_TASK_QUEUE, round);
    await temporal.client.schedule.getHandle(id).trigger();
  }
  const kept = await waitFor(
    exported,
    (all) =>
      workflowTypes.every((type) => all.some((one) => one.type === type)) &&
      all.every(({ type, state }) => LASTING.has(type) || state !== "RUNNING"),
    WAIT_MS,
  ).catch(async (error: unknown) => {
    const there = (await exported()).map(({ type, state }) => `${type} ${state}`);
    throw new Error(`not all kinds ended: ${there.toSorted().join(", ")}`, { cause: error });
  });
  const answered = new RegExp(`.{0,60}(?:${WORD}|${phone}|name-of-U).{0,40}`, "gi");
  const names = kept.flatMap(({ type, text }) =>
    (text.match(answered) ?? []).map((found) => `${type}: ${found}`),
  );
  expect([...new Set(names)]).toEqual([]);
  expect(kept.filter(({ summary }) => !summary).map(({ type }) => type)).toEqual([]);
  expect(kept.find(({ type }) => type === "ingestEvidence")!.summary).toMatch(
    / · application\/pdf · \d.* (?:kB|bytes) · CC6\.1 · project [0-9a-f]{8}$/,
  );
  // Proves that the inputs were searched.
  const deletion = kept.find(({ type }) => type === "deleteProject")!;
  expect(deletion.text).toContain(`\\"projectId\\":\\"${projectId}\\"`);
}, 600_000);
