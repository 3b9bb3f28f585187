import { afterAll, describe, expect, test } from "@jest/globals";
import { AsyncLocalStorage } from "node:async_hooks";
import { disableUnrotated } from "../domain/api-keys/api-key.commands.ts";
import { ApiKey } from "../domain/api-keys/api-key.entity.ts";
import { failJob } from "../domain/assistant/job.commands.ts";
import type { SystemContext } from "../domain/context.ts";
import { entities } from "../domain/entities.ts";
import { Event } from "../domain/events/event.entity.ts";
import { issueMailedReset, requestReset } from "../domain/identity/password-reset.commands.ts";
import { PasswordReset } from "../domain/identity/password-reset.entity.ts";
import { completeReport, expireReport, failReport } from "../domain/reports/report-build.commands.ts";
import { finishInstallation } from "../domain/slack/slack-installation.commands.ts";
import { systemClock } from "../platform/clock.ts";
import { createSecretBox } from "../platform/crypto/crypto.ts";
import { createOrm } from "../platform/database/orm.ts";
import { newId } from "../platform/ids.ts";
import { createKey } from "./support/api-keys.ts";
import { eventKinds } from "./support/event-kinds.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { accept } from "./support/invitation-stage.ts";
import { untilWaiting } from "./support/until-waiting.ts";

const { product, customer, admin, projectId, newProject, uploaded } = await startEvidenceProject();
/** Connections for everything that waits at once. */
const orm = await createOrm({ ...product.config, DATABASE_POOL: 10 }, entities);
afterAll(() => orm.close());
const fork = () => orm.em.fork();
/** Runs what is no part of the transaction that holds it up. */
const outside = AsyncLocalStorage.snapshot();

const asSystem = <T>(command: (ctx: SystemContext) => Promise<T>): Promise<T> =>
  fork().transactional((em) => command({ em, actor: null, clock: systemClock, events: [] }));

interface Meeting {
  /** Takes the lock for which the work will wait. `?` is the id. */
  lock: string;
  /** What changes before the work continues. */
  change: string;
  id: string;
}

/** Lets work wait for a lock, and changes something before it continues. Returns the results. */
async function meeting<T>({ lock, change, id }: Meeting, ...work: (() => Promise<T>)[]): Promise<T[]> {
  const { pending } = await fork().transactional(async (em) => {
    await em.execute(lock, [id]);
    const started: Promise<T>[] = [];
    for (const begin of work) {
      started.push(outside(begin));
      await untilWaiting({ orm }, started.length);
    }
    await em.execute(change, [id]);
    return { pending: started };
  });
  return Promise.all(pending);
}

const lockIn = (table: string): string => `select 1 from ${table} where id = ? for update`;

test("evidence that was removed since the request loaded it is not found", async () => {
  const id = await uploaded();
  const lock = "select 1 from projects where id = (select project_id from evidence where id = ?) for update";
  const [answer] = await meeting({ lock, change: "delete from evidence where id = ?", id }, () =>
    customer.send("DELETE", `/api/v1/evidence/${id}`),
  );
  expect(answer!.status).toBe(404);
  expect(await eventKinds(product, id)).toEqual(["evidence.uploaded"]);
});

const newReport = async (): Promise<string> =>
  (await customer.send("POST", "/api/v1/reports", { project_id: projectId, kind: "csv" })).data.id;
const newJob = async (): Promise<string> =>
  (await customer.send("POST", "/api/v1/ai/generate", { project_id: projectId, kind: "summary" })).data.id;
const file = { fileName: "tables.zip", fileSize: 1, sha256: "0".repeat(64) };

describe("work that was removed while it ended", () => {
  test.each<[string, string, () => Promise<string>, (ctx: SystemContext, id: string) => Promise<void>]>([
    ["a completed report", "reports", newReport, (ctx, reportId) => completeReport(ctx, { reportId, file })],
    ["a failed report", "reports", newReport, (ctx, reportId) => failReport(ctx, { reportId, reason: "" })],
    ["a failed job", "ai_jobs", newJob, (ctx, jobId) => failJob(ctx, { jobId, reason: "" })],
  ])("has no events afterwards: %s", async (_, table, create, end) => {
    const id = await create();
    const before = await eventKinds(product, id);
    const removed = { lock: lockIn(table), change: `delete from ${table} where id = ?`, id };
    await meeting(removed, () => asSystem((ctx) => end(ctx, id)));
    expect(await eventKinds(product, id)).toEqual(before);
  });

  test("expires only once: a report whose step is repeated", async () => {
    const id = await newReport();
    const expire = () => asSystem((ctx) => expireReport(ctx, id));
    await meeting({ lock: lockIn("reports"), change: "select ?::uuid", id }, expire, expire);
    expect(await eventKinds(product, id)).toEqual(["report.requested", "report.expired"]);
  });
});

test("an API key that is rotated when it would be disabled works until its overlap ends", async () => {
  const { id } = await createKey(customer);
  const change = `update api_keys set rotated_to = '${newId()}' where id = ?`;
  const [isDisabled] = await meeting({ lock: lockIn("api_keys"), change, id }, () =>
    asSystem((ctx) => disableUnrotated(ctx, id)),
  );
  expect(isDisabled).toBe(false);
  expect((await fork().findOneOrFail(ApiKey, { id })).revokedAt).toBeNull();
});

test("two invitations to the same projects, in another order, are accepted at once", async () => {
  const path = "/api/v1/invitations";
  const projects = [projectId, await newProject()];
  const links: string[] = [];
  // An inviter's invitations are accepted one at a time.
  const inviters = [admin, await product.signIn("admin")];
  for (const [n, inviter] of inviters.entries()) {
    const project_ids = n === 0 ? projects : projects.toReversed();
    const body = { email: `${newId()}@example.com`, role: "customer", project_ids };
    const { data } = await inviter.send("POST", path, body);
    links.push((await inviter.send("POST", `${path}/${data.id}/link`)).data.invitation_url);
  }
  const lock = `select 1 from projects where id in (?, '${projects[1]}') for update`;
  const pages = await meeting(
    { lock, change: "select ?::uuid", id: projectId },
    ...links.map((link) => () => accept(link)),
  );
  expect(pages.map(({ status }) => status)).toEqual([200, 200]);
  const joined = await fork().find(Event, { kind: "invitation.accepted" });
  expect(joined.map(({ data }) => (data["joined"] as string[]).length)).toEqual([2, 2]);
});

test("changes of one control with and without If-Match do not deadlock", async () => {
  const path = `/api/v1/projects/${projectId}/controls` as const;
  const { data } = await admin.get(`${path}/CC6.1`);
  const dated = (day: string) => ({ due_date: `2100-01-${day}T09:00:00Z` });
  const answers = await meeting<{ status: number }>(
    { lock: lockIn("projects"), change: "select ?::uuid", id: projectId },
    () => admin.send("PUT", path, { controls: [{ control_id: data.id, ...dated("01") }] }),
    () => admin.send("PUT", `${path}/${data.id}`, dated("02"), { "if-match": "*" }),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test("an invitation to a project is accepted while its sender works there", async () => {
  const path = "/api/v1/invitations";
  const body = { email: `${newId()}@example.com`, role: "customer", project_ids: [projectId] };
  const { data } = await admin.send("POST", path, body);
  const { data: link } = await admin.send("POST", `${path}/${data.id}/link`);
  const comments = `/api/v1/projects/${projectId}/controls/CC6.1/comments` as const;
  const { pending } = await fork().transactional(async (em) => {
    await em.execute(lockIn("invitations"), [data.id]);
    const accepting = outside(() => accept(link.invitation_url));
    await untilWaiting({ orm }, 1);
    const commenting = outside(() => admin.send("POST", comments, { text: "Welcome" }));
    await Promise.race([commenting, untilWaiting({ orm }, 2)]);
    return { pending: [accepting, commenting] as const };
  });
  const [page, comment] = await Promise.all(pending);
  expect([page.status, comment.status]).toEqual([200, 201]);
});

/** The id of a request for a new password. */
async function resetRequest(email: string): Promise<string> {
  await asSystem((ctx) => requestReset(ctx, email));
  const latest = { orderBy: { id: "desc" } } as const;
  return (await fork().findOneOrFail(PasswordReset, { email }, latest)).id;
}

describe("a password reset link", () => {
  test("is not sent to an address that the user no longer has", async () => {
    const person = await product.signIn("customer");
    const [earlier, request] = [await resetRequest(person.email), await resetRequest(person.email)];
    await asSystem((ctx) => issueMailedReset(ctx, earlier));
    const issued: Promise<unknown>[] = [];
    const change = () => admin.send("PUT", `/api/v1/users/${person.id}`, { email: `${newId()}@example.com` });
    const held = { lock: lockIn("password_resets"), change: "select ?::uuid", id: earlier };
    // The change has the new address, and waits for the links of the old one.
    await meeting<unknown>(held, change, () => {
      issued.push(asSystem((ctx) => issueMailedReset(ctx, request)));
      return issued[0]!;
    });
    expect(await issued[0]).toBe("nobody");
    expect(await fork().count(PasswordReset, { user: person.id })).toBe(0);
  });

  test("is sent at most three times, however many requests are answered at once", async () => {
    const { id, email } = await product.signIn("customer");
    const requests: string[] = [];
    for (let n = 0; n < 5; n += 1) requests.push(await resetRequest(email));
    const results = await meeting<unknown>(
      { lock: lockIn("users"), change: "select ?::uuid", id },
      ...requests.map((request) => () => asSystem((ctx) => issueMailedReset(ctx, request))),
    );
    expect(results.filter((result) => result === "enough")).toHaveLength(2);
  });
});

test("Slack's settings can be changed while an installation ends", async () => {
  const path = "/api/v1/integrations/slack";
  const app = { client_id: "123456789.987654321", client_secret: "secret-of-the-app" };
  await admin.send("PUT", path, {
    ...app,
    signing_secret: "signs-requests",
    default_channel: "#compliance",
  });
  const { data } = await admin.send("POST", `${path}/install`);
  const state = new URL(data.authorize_url).searchParams.get("state")!;
  const end = () =>
    finishInstallation(
      { em: fork(), clock: systemClock, events: [] },
      { state, code: "code", error: undefined, visitorId: admin.id },
      {
        secrets: createSecretBox(product.config.encryptionKey),
        install: async () => ({ ok: true, botToken: "xoxb-of-the-test", workspace: "Acme" }),
      },
    );
  const change = "select 1 from integrations where kind = 'slack' or id = ? for update nowait";
  const lock = "select pg_advisory_xact_lock(7411204) where ?::uuid is not null";
  const [outcome] = await meeting({ lock, change, id: admin.id }, end);
  expect(outcome).toMatchObject({ kind: "connected" });
});
