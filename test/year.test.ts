import { afterAll, describe, expect, test } from "@jest/globals";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { Event } from "../domain/events/event.entity.ts";
import { createLogger } from "../platform/logger.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import { openActivities } from "../workers/open-activities.ts";
import { startLanes } from "../workers/start-lanes.ts";
import { bundleWorkflows } from "../workers/bundle-workflows.ts";
import { createApiClient, type ApiClient } from "./support/api-client.ts";
import { PASSWORD, createPerson, type Person } from "./support/people.ts";
import { startProduct } from "./support/product.ts";
import { DAY_MS, startTimeServer } from "./support/time-server.ts";
import { waitFor } from "./support/wait-for.ts";
import { formWith } from "../testkit/form-with.ts";

const CONTROLS = 61;
/** Events caused by users that start a workflow, which must be running before time advances. */
const FOLLOWED = [
  "evidence.uploaded",
  "evidence.approved",
  "evidence.superseded",
  "project.created",
  "milestone.achieved",
  "api_key.created",
  "api_key.rotated",
];
/** Events that only time causes here. */
const BY_TIME = [
  "milestone.due",
  "milestone.missed",
  "evidence.expiring",
  "evidence.expired",
  "api_key.rotation_due",
  "api_key.revoked",
];

const logger = createLogger("test", "silent");
const time = await startTimeServer("year");
const environment = { TEMPORAL_ADDRESS: time.address, TEMPORAL_NAMESPACE: "year" };
const product = await startProduct({ environment, clock: time.clock });
const { config, orm } = product;
const temporal = createTemporalClient(config);
const opened = await openActivities({
  config,
  orm,
  clock: time.clock,
  logger,
  temporal,
  // No questionnaires are sent here.
  actAs: () => Promise.reject(new Error("no one acts here")),
});
const lanes = await startLanes({
  config,
  activities: opened.activities,
  workflowBundle: await bundleWorkflows(),
  logger,
});
const begun = time.clock.now().getTime();
afterAll(async () => {
  await lanes.stop();
  await opened.close();
  await temporal.close();
  await product.stop();
  await time.stop();
});

const admin = await createPerson(orm, "admin");
const customer = await createPerson(orm, "customer");
const auditor = await createPerson(orm, "auditor");
const pdf = await makePdf({ pages: [["Access reviews take place every quarter, approved by the CISO."]] });

const day = (number: number): string => new Date(begun + number * DAY_MS).toISOString();
const dayOf = (moment: Date): number => Math.round((moment.getTime() - begun) / DAY_MS);
const signedIn = new Map<string, ApiClient>();

/** Signs in once per time step: a token lasts an hour, and this test spans months. */
async function as({ email }: Person): Promise<ApiClient> {
  const known = signedIn.get(email);
  if (known !== undefined) return known;
  const { data } = await product.anonymous.send("POST", "/api/v1/auth/login", { email, password: PASSWORD });
  const client = createApiClient(config.backendUrl, data.tokens.access_token);
  signedIn.set(email, client);
  return client;
}

/** Advances time to the day, after the workflows of earlier actions have started. */
async function until(number: number): Promise<void> {
  const waiting = () => orm.em.fork().count(Event, { kind: { $in: FOLLOWED }, dispatchedAt: null });
  await waitFor(waiting, (count) => count === 0);
  signedIn.clear();
  await time.skip((begun + number * DAY_MS - time.clock.now().getTime()) / DAY_MS);
}

/** Sends the request as the user; it must succeed. */
async function sends<M extends string, P extends string>(who: Person, method: M, path: P, body: object) {
  const answer = await (await as(who)).send(method, path, body);
  expect([path, answer.status < 300, answer.body.error]).toEqual([path, true, undefined]);
  return answer.data;
}
const customerSees = async <P extends string>(path: P) => (await (await as(customer)).get(path)).data;
/** API keys are returned without an envelope. */
async function newKey(path: string, body: object): Promise<string> {
  const answer = await (await as(customer)).send("POST", path, body);
  expect([path, answer.status]).toEqual([path, 201]);
  return (answer.body as unknown as { id: string }).id;
}
const revokedAt = async (id: string) => (await customerSees(`/api/v1/api-keys/${id}`)).revoked_at;

/** The events that time caused for one subject, each with its day and the number of days left. */
async function diaryOf(subjectId: string): Promise<(string | number)[][]> {
  const found = await orm.em.fork().find(Event, { subjectId }, { orderBy: { occurredAt: "asc" } });
  return found
    .filter(({ kind }) => BY_TIME.includes(kind))
    .map(({ kind, occurredAt, data }) => [
      dayOf(occurredAt),
      kind,
      ...("days_left" in data ? [Number(data["days_left"])] : []),
    ]);
}

const { id: projectId } = await sends(admin, "POST", "/api/v1/projects", {
  name: "SOC 2, first year",
  framework: "soc2",
  customer_id: customer.id,
  auditor_id: auditor.id,
  milestones: [
    { name: "Readiness", due_date: day(60) },
    { name: "Audit", due_date: day(330) },
  ],
});
const MILESTONES = `/api/v1/projects/${projectId}/milestones` as const;
const [readiness, audit] = (await customerSees(MILESTONES)).milestones.map(({ id }) => id) as [
  string,
  string,
];

const scoreNow = async (): Promise<number> =>
  (await customerSees(`/api/v1/compliance/score?project_id=${projectId}`)).overall_score * CONTROLS;
const riskNow = async (): Promise<string> =>
  (await customerSees(`/api/compliance/risk?project_id=${projectId}`)).level;
const statusOf = async (evidenceId: string): Promise<string> =>
  (await customerSees(`/api/v1/evidence/${evidenceId}`)).status;

/** Uploads evidence for a control, or a new version, and waits until it was processed. */
async function upload(controlId: string, path = "/api/v1/evidence"): Promise<string> {
  const about = { project_id: projectId, control_id: controlId, title: "A policy" };
  const form = formWith(path === "/api/v1/evidence" ? about : {}, { name: "policy.pdf", bytes: pdf });
  const sent = await (await as(customer)).fetch(path, { method: "POST", body: form });
  expect(sent.status).toBe(201);
  const { id } = ((await sent.json()) as { data: { id: string } }).data;
  const state = async (): Promise<string> =>
    (await customerSees(`/api/v1/evidence/${id}/ingestion`)).chunking_status;
  await waitFor(state, (status) => status === "COMPLETED");
  return id;
}
const approve = (evidenceId: string, lastDay: number) =>
  sends(auditor, "POST", `/api/v1/evidence/${evidenceId}/review`, {
    decision: "approve",
    expires_at: day(lastDay),
  });

describe("a year of a SOC 2 project", () => {
  let policy: string;
  let renewed: string;
  let forgotten: string;
  let finding: string;
  let rotated: string;
  let neglected: string;
  let successor: string;

  test("begins with evidence, a temporarily accepted risk, and keys for scripts", async () => {
    [policy, forgotten] = [await upload("CC6.1"), await upload("A1.2")];
    await approve(policy, 120);
    await approve(forgotten, 150);
    expect(await scoreNow()).toBe(200);
    const found = { project_id: projectId, title: "An old cipher", severity: "Critical" };
    finding = (await sends(customer, "POST", "/api/findings", found)).id;
    expect(await riskNow()).toBe("High");
    const accepted = { status: "accepted", reason: "Replaced in spring", until: day(45) };
    await sends(auditor, "PATCH", `/api/findings/${finding}`, accepted);
    expect(await riskNow()).toBe("Low");
    rotated = await newKey("/api/v1/api-keys", { name: "Rotated" });
    neglected = await newKey("/api/v1/api-keys", { name: "Neglected" });
  });

  test("day 45: the acceptance ends, and someone resolves the finding", async () => {
    const findingNow = () => customerSees(`/api/findings/${finding}`);
    await until(44);
    expect((await findingNow()).status).toBe("accepted");
    await until(46);
    expect(await findingNow()).toMatchObject({ status: "open", status_reason: "The acceptance has ended" });
    expect(await riskNow()).toBe("High");
    for (const change of [{ status: "in-progress" }, { status: "resolved", reason: "A new cipher" }])
      await sends(customer, "PATCH", `/api/findings/${finding}`, change);
    expect(await riskNow()).toBe("Low");
  });

  test("day 60: the first milestone is missed after two reminders, and achieved late", async () => {
    await until(65);
    expect((await customerSees(MILESTONES)).milestones[0]!.status).toBe("missed");
    await sends(customer, "PUT", `${MILESTONES}/${readiness}`, { status: "achieved" });
    expect(await diaryOf(readiness)).toEqual([
      [53, "milestone.due", 7],
      [59, "milestone.due", 1],
      [60, "milestone.missed"],
    ]);
  });

  test("day 85: one key is rotated after two reminders; the other one ends on day 97", async () => {
    await until(85);
    successor = await newKey(`/api/v1/api-keys/${rotated}/rotate`, {});
    await until(100);
    expect(await revokedAt(neglected)).not.toBeNull();
    expect(await revokedAt(successor)).toBeNull();
    const reminded = [
      [76, "api_key.rotation_due", 14],
      [83, "api_key.rotation_due", 7],
    ];
    expect(await diaryOf(rotated)).toEqual(reminded);
    expect(await diaryOf(neglected)).toEqual([
      ...reminded,
      [89, "api_key.rotation_due", 1],
      [97, "api_key.revoked"],
    ]);
  });

  test("day 116: reminded of its expiry, the customer renews the policy", async () => {
    await until(116);
    const reminded = [
      [90, "evidence.expiring", 30],
      [113, "evidence.expiring", 7],
    ];
    expect(await diaryOf(policy)).toEqual(reminded);
    renewed = await upload("", `/api/v1/evidence/${policy}/versions`);
    expect(await scoreNow()).toBe(150);
    await approve(renewed, 400);
    await until(125);
    expect([await statusOf(policy), await statusOf(renewed)]).toEqual(["superseded", "approved"]);
    expect(await diaryOf(policy)).toEqual(reminded);
    expect(await scoreNow()).toBe(200);
  });

  test("day 150: evidence that no one renewed expires, and its control is a gap", async () => {
    await until(149.5);
    expect([await statusOf(forgotten), await scoreNow()]).toEqual(["approved", 200]);
    await until(151);
    expect([await statusOf(forgotten), await scoreNow()]).toEqual(["expired", 100]);
    expect(await diaryOf(forgotten)).toEqual([
      [120, "evidence.expiring", 30],
      [143, "evidence.expiring", 7],
      [149, "evidence.expiring", 1],
      [150, "evidence.expired"],
    ]);
    const { gaps } = await customerSees(`/api/v1/compliance/gaps?project_id=${projectId}`);
    const gap = gaps.find(({ control }) => control.number === "A1.2")!;
    expect(gap.reasons).toEqual(["evidence_expired"]);
  });

  test("day 365: the audit was on time, and the project is completed", async () => {
    await until(325);
    await sends(customer, "PUT", `${MILESTONES}/${audit}`, { status: "achieved" });
    await until(365);
    expect(await diaryOf(audit)).toEqual([[323, "milestone.due", 7]]);
    expect((await diaryOf(successor))[0]).toEqual([161, "api_key.rotation_due", 14]);
    await sends(admin, "PUT", `/api/v1/projects/${projectId}`, { status: "completed" });
    expect(await statusOf(renewed)).toBe("approved");
    expect(await scoreNow()).toBe(100);
  });
});
