import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ApplicationFailure } from "@temporalio/common";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { v7 } from "uuid";
import { createHousekeepingActivities } from "../activities/housekeeping/housekeeping.activities.ts";
import { createSigningKeyActivities } from "../activities/identity/signing-key.activities.ts";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { AuthorizationCode } from "../domain/identity/authorization-code.entity.ts";
import { DeviceGrant } from "../domain/identity/device-grant.entity.ts";
import { DEVICE_GRANT } from "../domain/identity/oauth-client.rules.ts";
import { RefreshToken, Session } from "../domain/identity/session.entity.ts";
import { SigningKey } from "../domain/identity/signing-key.entity.ts";
import type { BlobStore } from "../platform/blobs/blobs.ts";
import { systemClock } from "../platform/clock.ts";
import { createBlobs } from "../platform/blobs/open-blobs.ts";
import { newId } from "../platform/ids.ts";
import { ensureSchedules, makeMissingSchedules, scheduleIdOf } from "../workers/schedules.ts";
import { removeSchedules } from "../testkit/remove-schedules.ts";
import type { housekeeping } from "../workflows/housekeeping/housekeeping.workflow.ts";
import { startActivityWorker, type ActivityWorker } from "./support/activity-worker.ts";
import { postForm, registerClient, setUpOauth, type OauthStage } from "./support/oauth.ts";
import { waitFor } from "./support/wait-for.ts";

const stage = await setUpOauth();
let worker: ActivityWorker;
let blobs: BlobStore;

beforeAll(async () => {
  const { config, orm } = stage.product;
  blobs = await createBlobs(config);
  const deps = { orm, clock: systemClock, blobs, encryptionKey: config.encryptionKey };
  const activities = { ...createHousekeepingActivities(deps), ...createSigningKeyActivities(deps) };
  worker = await startActivityWorker(config, activities);
});
afterAll(async () => {
  await removeSchedules(worker.temporal.client, stage.product.config);
  await worker.stop();
});

const execute = (sql: string) => stage.product.orm.em.fork().execute(sql);
const runHousekeeping = (taskQueue = stage.product.config.TEMPORAL_TASK_QUEUE) =>
  worker.temporal.client.workflow.execute<typeof housekeeping>("housekeeping", {
    workflowId: `housekeeping-${newId()}`,
    taskQueue,
    args: [{ batch: 2 }],
  });

/**
 * Five codes that no one used, a waiting device, three sessions of the client itself and one of a user: all of
 * them ended a day ago.
 */
async function endSessions({ exchange, newCode, refresh, token, product, admin }: OauthStage): Promise<void> {
  for (let i = 0; i < 5; i++) await newCode();
  const device = await registerClient(admin, {
    type: "public",
    grants: [DEVICE_GRANT],
    redirect_uris: [],
  });
  await postForm(product, "/oauth/device_authorization", { client_id: device.client_id });
  for (let i = 0; i < 3; i++) await token({ grant_type: "client_credentials" });
  const { refresh_token: ended } = (await exchange(await newCode())).body;
  await refresh(ended);
  await execute("update sessions set expires_at = now() - interval '25 hours' where client_id is not null");
  await execute("update authorization_codes set expires_at = now() - interval '25 hours'");
  await execute("update device_grants set expires_at = now() - interval '25 hours'");
}

/** Rows of every other kind that ends: two counters, two stored answers, a message, a notification and so on. */
async function insertEnded(): Promise<void> {
  await execute(
    "insert into rate_counters values ('one', 0, '{1}', 0, '{1}', 1, 1, 1), ('two', 0, '{1}', 0, '{1}', 1, 1, 1)",
  );
  await execute(`insert into stored_answers values ('ended', 'f', 200, '', now() - interval '1 minute'),
    ('one more', 'f', 200, '', now() - interval '25 hours'), ('kept', 'f', 200, '', now() + interval '1 hour')`);
  await execute(`insert into password_resets (id, email, hash, created_at, expires_at) values
    (gen_random_uuid(), 'expired', 'a', now(), now() - interval '25 hours'),
    (gen_random_uuid(), 'unanswered', null, now() - interval '25 hours', null),
    (gen_random_uuid(), 'expired now', 'b', now() - interval '25 hours', now() - interval '1 minute'),
    (gen_random_uuid(), 'waits', null, now(), null), (gen_random_uuid(), 'works', 'c', now(), now() + interval '1 minute')`);
  await execute(`insert into webhooks (id, owner_id, url, events, secret, created_at, updated_at)
    select gen_random_uuid(), id, '', '{}', '', now(), now() from users limit 1`);
  await execute(`insert into events (id, kind, subject_id, data, occurred_at, dispatched_at)
    select gen_random_uuid(), 'numbered', gen_random_uuid(), '{}', now(), now() from generate_series(1, 5)`);
  await execute(`insert into webhook_deliveries (id, webhook_id, event_id, kind, status, created_at)
    select gen_random_uuid(), w.id, e.id, e.status, e.status, now() - e.age from webhooks w,
      (select id, (array['delivered', 'dead', 'cancelled', 'retrying', 'delivered'])[n] as status,
        case when n = 5 then interval '29 days' else interval '31 days' end as age
        from (select id, row_number() over () as n from events where kind = 'numbered') as numbered) as e`);
  await execute(`insert into webhook_attempts (id, delivery_id, webhook_id, number, at, latency_ms)
    select gen_random_uuid(), id, webhook_id, 1, now(), 1 from webhook_deliveries`);
  await execute(`insert into inbound_messages (id, kind, external_message_id, external_id, display_name, sent_at, received_at)
    select gen_random_uuid(), 'whatsapp', days, '49', '+49', now(), now() - days * interval '1 day'
    from unnest(array[0, 29, 31]) as days`);
  await execute(`insert into invitations (id, email, role, project_ids, invited_by_id, mail, sends, created_at, expires_at)
    select gen_random_uuid(), days::text, 'customer', '{}', (select id from users limit 1), 'sent', 1, now(), now() - days * interval '1 day'
    from unnest(array[0, 89, 91]) as days`);
  await execute(`insert into link_requests (hash, kind, external_id, display_name, created_at, expires_at)
    select hours::text, 'whatsapp', '49', '+49', now(), now() - hours * interval '1 hour' from unnest(array[0, 25]) as hours`);
  await execute(`insert into slack_installations (hash, begun_by_id, expires_at)
    select hours::text, (select id from users limit 1), now() - hours * interval '1 hour' from unnest(array[0, 25]) as hours`);
  await execute(`insert into notifications (id, user_id, event_id, kind, topic, created_at)
    select gen_random_uuid(), u.id, e.id, 'a', 'general', now() - e.days * interval '1 day' from
      (select id from users limit 1) u,
      (select id, (row_number() over ()) * 85 as days from events where kind = 'numbered' limit 2) e`);
}

/**
 * A code just issued; a used code with the first and second token of its living session; and a token revoked
 * just now.
 */
async function makeLasting({ exchange, newCode, refresh, token, post }: OauthStage) {
  await newCode();
  const code = await newCode();
  const { access_token: access, refresh_token: first } = (await exchange(code)).body;
  await refresh(first);
  await execute(
    "update authorization_codes set expires_at = now() - interval '25 hours' where session_id is not null",
  );
  await post("/oauth/revoke", {
    token: (await token({ grant_type: "client_credentials" })).body.access_token,
  });
  return { code, access };
}

/** Of the rows of `insertEnded`. */
async function expectOthersRemoved(counts: Awaited<ReturnType<typeof runHousekeeping>>): Promise<void> {
  expect(counts).toMatchObject({ stored_answers: 2, password_resets: 2, webhook_deliveries: 3 });
  expect(await execute("select status from webhook_deliveries order by status")).toEqual([
    { status: "delivered" },
    { status: "retrying" },
  ]);
  expect(await execute("select 1 from webhook_attempts")).toHaveLength(2);
  expect(counts).toMatchObject({ inbound_messages: 1, invitations: 1, notifications: 1 });
  expect(counts).toMatchObject({ link_requests: 1, slack_installations: 1 });
  expect(await execute("select id from stored_answers")).toEqual([{ id: "kept" }]);
  expect(await execute("select email from password_resets order by email")).toEqual([
    { email: "expired now" },
    { email: "waits" },
    { email: "works" },
  ]);
  expect(await execute("select external_message_id as days from inbound_messages order by 1")).toEqual([
    { days: "0" },
    { days: "29" },
  ]);
  expect(counts.rate_counters).toBeGreaterThanOrEqual(2);
  expect(await execute("select 1 from rate_counters where subject in ('one', 'two')")).toEqual([]);
}

test("housekeeping removes what ended a day ago, in batches, but nothing that still detects reuse", async () => {
  const em = stage.product.orm.em.fork();
  await endSessions(stage);
  await insertEnded();
  const { code, access } = await makeLasting(stage);
  const [sessions, codes] = [await em.count(Session), await em.count(AuthorizationCode)];

  const counts = await runHousekeeping();
  expect(counts).toMatchObject({ authorization_codes: 5, device_grants: 1, sessions: 4 });
  await expectOthersRemoved(counts);
  expect(await em.count(Session)).toBe(sessions - 4);
  expect(await em.count(AuthorizationCode)).toBe(codes - 6);
  expect(await em.count(DeviceGrant)).toBe(0);
  expect(await em.count(RefreshToken, { session: { expiresAt: { $lt: new Date() } } })).toBe(0);
  // The remaining rows still show that the code is used a second time.
  expect((await stage.me(access)).status).toBe(200);
  expect((await stage.exchange(code)).body.error).toBe("invalid_grant");
  expect((await stage.me(access)).status).toBe(401);
  expect(await runHousekeeping()).toMatchObject({ authorization_codes: 0, device_grants: 0, sessions: 0 });
});

/** An id that was created this many hours ago. */
const idOfHoursAgo = (hours: number): string => v7({ msecs: Date.now() - hours * 3_600_000 });

async function store(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await blobs.put(`${folder}/${name}/original`, Buffer.from(name));
}
async function keptOf(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const name of blobs.folders(folder)) names.push(name);
  return names.toSorted();
}

test("housekeeping removes files without a row once no one can be writing them, and no others", async () => {
  const { config } = stage.product;
  const [stray, fresh, withRow] = [idOfHoursAgo(25), idOfHoursAgo(23), idOfHoursAgo(48)];
  const body = { name: "P", framework: "soc2" };
  const { id: projectId } = (await stage.admin.send("POST", "/api/v1/projects", body)).data;
  const bytes = await makePdf({ pages: [["Access reviews take place every quarter."]] });
  const fields = { project_id: projectId, control_id: "CC6.1" };
  const { id } = (await stage.admin.upload({ name: "a.pdf", bytes }, fields)).data;
  await execute(`update evidence set id = '${withRow}' where id = '${id}'`);
  const kept = [fresh, withRow, String(id), "not-an-id"].toSorted();
  await store("evidence", [stray, fresh, withRow, "not-an-id"]);
  await store("questionnaires", [stray]);
  await store("reports", [stray, fresh]);
  const staging = join(config.DATA_DIR, "blobs", "staging");
  await writeFile(join(staging, "old"), "half a file");
  await writeFile(join(staging, "under-way"), "half a file");
  const dayAgo = new Date(Date.now() - 25 * 3_600_000);
  await utimes(join(staging, "old"), dayAgo, dayAgo);
  expect(await runHousekeeping()).toMatchObject({ files: { unfinished: 1, folders: 3 } });
  expect(await keptOf("evidence")).toEqual(kept);
  expect(await keptOf("questionnaires")).toEqual([]);
  expect(await keptOf("reports")).toEqual([fresh]);
  expect(await readdir(staging)).toEqual(["under-way"]);
});

test("housekeeping removes nothing if most files have no row, because the database is a different one", async () => {
  const strays = Array.from({ length: 30 }, () => idOfHoursAgo(30));
  await store("evidence", strays);
  await expect(runHousekeeping()).rejects.toMatchObject({
    cause: {
      message: expect.stringMatching(/^sweepFiles: 30 of 31 folders .* Nothing was removed$/),
      cause: { message: expect.stringMatching(/^30 of 31 folders .* Nothing was removed$/) },
    },
  });
  expect(await keptOf("evidence")).toEqual(expect.arrayContaining(strays));
});

test("housekeeping sweeps the other tables when one fails, and then fails with its name", async () => {
  const { config } = stage.product;
  const swept: string[] = [];
  const queue = { ...config, TEMPORAL_TASK_QUEUE: `${config.TEMPORAL_TASK_QUEUE}-failing` };
  const failing = await startActivityWorker(queue, {
    listExpiringTables: async () => ["broken", "whole"],
    sweepTable: async (table: string) => {
      if (table === "broken") throw ApplicationFailure.nonRetryable("no such column");
      swept.push(table);
      return 0;
    },
    sweepFiles: async () => void swept.push("files"),
  });
  try {
    await expect(runHousekeeping(queue.TEMPORAL_TASK_QUEUE)).rejects.toMatchObject({
      cause: { message: "Expired rows could not be removed from broken: see the worker's log" },
    });
    expect(swept).toEqual(["whole", "files"]);
  } finally {
    await failing.stop();
  }
});

test("schedules are created once by any number of workers, follow the configuration, and stay paused", async () => {
  const { config } = stage.product;
  const handle = worker.temporal.client.schedule.getHandle(
    scheduleIdOf(config.TEMPORAL_TASK_QUEUE, "signing-key-rotation"),
  );
  await ensureSchedules(worker.temporal.client, config);
  const every = async () => (await handle.describe()).spec.intervals?.map((interval) => interval.every);
  expect(await every()).toEqual([30 * 86_400_000]);
  await handle.pause("a test");
  await ensureSchedules(worker.temporal.client, { ...config, SIGNING_KEY_DAYS: 7 });
  expect(await every()).toEqual([7 * 86_400_000]);
  expect((await handle.describe()).state.paused).toBe(true);
  await makeMissingSchedules(worker.temporal.client, config);
  expect(await every()).toEqual([7 * 86_400_000]);
  await handle.delete();
  await makeMissingSchedules(worker.temporal.client, config);
  expect(await every()).toEqual([30 * 86_400_000]);
});

test("the schedule of the signing keys rotates them", async () => {
  const { config, orm } = stage.product;
  await ensureSchedules(worker.temporal.client, config);
  const { id: next } = await orm.em.fork().findOneOrFail(SigningKey, { status: "next" });
  const name = scheduleIdOf(config.TEMPORAL_TASK_QUEUE, "signing-key-rotation");
  await worker.temporal.client.schedule.getHandle(name).trigger();
  await waitFor(
    async () => (await orm.em.fork().findOneOrFail(SigningKey, { status: "current" })).id,
    (current) => current === next,
  );
});
