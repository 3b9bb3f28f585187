import { expect, test } from "@jest/globals";
import { claimUndispatched } from "../domain/events/claim-undispatched.ts";
import { Event } from "../domain/events/event.entity.ts";
import { recordEvent } from "../domain/events/record-event.ts";
import { systemClock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import { createLogger } from "../platform/logger.ts";
import { createTemporalClient } from "../platform/temporal/temporal.ts";
import { relayOnce } from "../workers/relay.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const product = await startProductForFile();
const temporal = await stopAfterAll(createTemporalClient(product.config));

const em = () => product.orm.em.fork();
const deps = (client = temporal.client) => ({
  orm: product.orm,
  temporal: client,
  taskQueue: `${product.config.TEMPORAL_TASK_QUEUE}-nobody`,
  clock: systemClock,
  logger: createLogger("test", "silent"),
});
const claim = (limit: number, now = new Date()) => claimUndispatched(em(), { before: now, now, limit });

/** This many events that start a workflow, abandoned by their process, oldest first. */
async function leftBehind(count: number, kind = "user.password_reset_requested"): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  for (const [at, id] of ids.entries())
    await em().insert(Event, {
      id,
      kind,
      subjectId: newId(),
      data: {},
      occurredAt: new Date(Date.now() - 10_000 + at),
    });
  return ids;
}
const undispatched = () => em().count(Event, { dispatchedAt: null });

test("several relays take each event once, oldest first", async () => {
  const ids = await leftBehind(12);
  const claims = await Promise.all(Array.from({ length: 4 }, () => claim(3)));
  expect(claims.flat().toSorted()).toEqual(ids.toSorted());
  for (const taken of claims) expect(taken).toEqual(taken.toSorted());
  expect(await claim(100)).toEqual([]);
  expect(await relayOnce(deps())).toBe(0);
  // The process that claimed them crashed: they are available again after the lease.
  expect(await claim(100, new Date(Date.now() + 61_000))).toEqual(ids);
  await em().nativeUpdate(Event, { id: { $in: ids } }, { leasedUntil: null });
  expect(await relayOnce(deps())).toBe(12);
  expect(await undispatched()).toBe(0);
});

test("events that Temporal did not accept are released at once", async () => {
  await leftBehind(2);
  const away = createTemporalClient({ ...product.config, TEMPORAL_ADDRESS: "127.0.0.1:1" });
  await expect(relayOnce(deps(away.client))).rejects.toThrow();
  await away.close();
  expect(await undispatched()).toBe(2);
  expect(await relayOnce(deps())).toBe(2);
  expect(await undispatched()).toBe(0);
});

test("an event that cannot start its workflow delays no other, and is retried after its lease", async () => {
  // As another release might record it: the workflow needs the report's data.
  const [broken] = await leftBehind(1, "report.requested");
  await leftBehind(2);
  expect(await relayOnce(deps())).toBe(2);
  expect(await undispatched()).toBe(1);
  expect(await claim(100)).toEqual([]);
  expect(await claim(100, new Date(Date.now() + 61_000))).toEqual([broken]);
  await em().nativeDelete(Event, { id: broken! });
});

test("an event is recorded with its transaction, and refused outside one, where it would be lost", async () => {
  const subject = { id: newId() };
  const about = { subject, data: { request: { id: subject.id } } };
  const record = (inner: ReturnType<typeof em>): string => {
    const ctx = { em: inner, actor: null, clock: systemClock, events: [] };
    return recordEvent(ctx, "user.password_reset_requested", about);
  };
  expect(() => record(em())).toThrow("outside a transaction");
  const id = await em().transactional(async (inner) => record(inner));
  expect(await em().count(Event, { id })).toBe(1);
  expect(await relayOnce({ ...deps(), clock: { now: () => new Date(Date.now() + 10_000) } })).toBe(1);
});
