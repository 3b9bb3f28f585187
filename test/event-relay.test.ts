import { beforeAll, expect, test } from "@jest/globals";
import type { EntityManager } from "@mikro-orm/postgresql";
import { Event } from "../domain/events/event.entity.ts";
import type { PublishedEvent } from "../domain/events/publish-events.ts";
import { systemClock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import { createLogger } from "../platform/logger.ts";
import { relayEventsOnce } from "../workers/event-relay.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const product = await startProductForFile();
const deps = { orm: product.orm, clock: systemClock, logger: createLogger("test", "silent") };
const em = () => product.orm.em.fork();

async function record(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  for (const id of ids)
    await em().insert(Event, {
      id,
      kind: "user.updated",
      subjectId: newId(),
      data: {},
      occurredAt: new Date(),
      dispatchedAt: new Date(),
    });
  return ids;
}

/** A receiver that writes a row for each event, and fails after that for one of them. */
function failingAt(id: string | undefined, error: Error) {
  const afterRounds: number[] = [];
  return {
    afterRounds,
    async receive(inner: EntityManager, events: readonly PublishedEvent[]) {
      for (const event of events) await inner.execute("insert into received values (?)", [event.id]);
      if (events.some((event) => event.id === id)) throw error;
    },
    afterRound: async (published: number) => void afterRounds.push(published),
  };
}
const received = async () =>
  (await em().execute<{ id: string }[]>("select id from received order by id")).map(({ id }) => id);
const unpublished = async () => (await em().find(Event, { publishedAt: null })).map(({ id }) => id);

beforeAll(async () => {
  await em().execute("create table received (id uuid)");
  while ((await relayEventsOnce(deps, [])) > 0);
});

test("an event that a receiver cannot process delays no other, and each is received once", async () => {
  const ids = await record(4);
  const broken = ids[1]!;
  const receiver = failingAt(broken, new TypeError("data has another shape"));
  await expect(relayEventsOnce(deps, [receiver])).rejects.toMatchObject({
    errors: [expect.objectContaining({ message: `Event ${broken} (user.updated)` })],
  });
  expect(await received()).toEqual(ids.filter((id) => id !== broken));
  expect(await unpublished()).toEqual([broken]);
  expect(receiver.afterRounds).toEqual([3]);
  // A fixed version processes it.
  expect(await relayEventsOnce(deps, [failingAt(undefined, new Error())])).toBe(1);
  expect(await received()).toEqual(ids);
});

test("what fails after a round hides no failure of an event, and keeps no other receiver from its end", async () => {
  const [broken] = await record(1);
  const failing = failingAt(broken, new TypeError("data has another shape"));
  const late = {
    receive: () => Promise.resolve(),
    afterRound: () => Promise.reject(new Error("Temporal does not answer")),
  };
  await expect(relayEventsOnce(deps, [late, failing])).rejects.toMatchObject({
    errors: [
      expect.objectContaining({ message: `Event ${broken} (user.updated)` }),
      expect.objectContaining({ message: "Temporal does not answer" }),
    ],
  });
  expect(failing.afterRounds).toEqual([0]);
  expect(await relayEventsOnce(deps, [failingAt(undefined, new Error())])).toBe(1);
});

test("a failure of the infrastructure concerns all events: none is published, and none tried on its own", async () => {
  const ids = await record(2);
  const away = Object.assign(new Error("no connection"), { code: "ECONNREFUSED" });
  const receiver = failingAt(ids[1], away);
  await expect(relayEventsOnce(deps, [receiver])).rejects.toThrow("no connection");
  expect(await unpublished()).toEqual(ids);
  expect(receiver.afterRounds).toEqual([]);
});
