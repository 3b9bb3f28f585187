import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { mock } from "node:test";
import { startDatabaseClock, type DatabaseClock } from "../../platform/database/start-database-clock.ts";

const HOUR_MS = 3_600_000;
const EVERY_MS = 10_000;

const logged: object[] = [];
const logger = { debug: () => undefined, warn: (details: object) => void logged.push(details) };
let clock: DatabaseClock | null = null;

beforeEach(() => {
  logged.length = 0;
  mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
});
afterEach(async () => {
  await clock?.close();
  mock.reset();
});

const start = async (read: () => Promise<number>): Promise<DatabaseClock> =>
  (clock = await startDatabaseClock(read, logger));
/** Lets the next reading be taken. */
async function pass(): Promise<void> {
  mock.timers.tick(EVERY_MS);
  await new Promise(setImmediate);
}
const aheadOfMachine = (found: DatabaseClock): number => found.now().getTime() - Date.now();

test("follows the database, and reports a machine whose clock is wrong once", async () => {
  const found = await start(async () => Date.now() - HOUR_MS);
  expect(aheadOfMachine(found)).toBeGreaterThan(-HOUR_MS - 1_000);
  expect(aheadOfMachine(found)).toBeLessThan(-HOUR_MS + 1_000);
  await pass();
  expect(logged).toEqual([{ aheadMs: expect.any(Number) }]);
});

test("is the machine's until the first reading succeeds", async () => {
  let isAway = true;
  const found = await start(async () => {
    if (isAway) throw new Error("away");
    return Date.now() + HOUR_MS;
  });
  expect(Math.abs(aheadOfMachine(found))).toBeLessThan(1_000);
  expect(logged).toEqual([]);
  isAway = false;
  await pass();
  expect(aheadOfMachine(found)).toBeGreaterThan(HOUR_MS - 1_000);
});

test("keeps its time while the database cannot be read", async () => {
  let isAway = false;
  const found = await start(async () => {
    if (isAway) throw new Error("away");
    return Date.now() + HOUR_MS;
  });
  isAway = true;
  await pass();
  expect(aheadOfMachine(found)).toBeGreaterThan(HOUR_MS - 1_000);
});

test("starts without a database that hangs, and waits for its answer before it reads again", async () => {
  const answers: ((time: number) => void)[] = [];
  const starting = start(() => new Promise((resolve) => answers.push(resolve)));
  await new Promise(setImmediate);
  mock.timers.tick(EVERY_MS);
  const found = await starting;
  expect(Math.abs(aheadOfMachine(found))).toBeLessThan(1_000);
  await pass();
  await pass();
  expect(answers).toHaveLength(1);
  answers[0]!(Date.now() + HOUR_MS);
  await pass();
  expect(aheadOfMachine(found)).toBeGreaterThan(HOUR_MS - 1_000);
  expect(answers).toHaveLength(1);
  await pass();
  expect(answers).toHaveLength(2);
});

test("follows only readings that contradict it: their answers take a while", async () => {
  let monotonic = 0;
  mock.method(performance, "now", () => monotonic);
  let answer = 1_000;
  let takes = 0;
  const found = await start(async () => {
    monotonic += takes;
    return answer;
  });
  [monotonic, answer, takes] = [10_000, 11_100, 400];
  await pass();
  expect(found.now().getTime()).toBe(11_400);
  [monotonic, answer] = [20_000, 30_000];
  await pass();
  expect(found.now().getTime()).toBe(30_000);
});
