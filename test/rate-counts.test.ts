import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createLocalCounts } from "../platform/rates/local-counts.ts";
import { createCounter } from "../api/gateway/rate-limit.ts";
import { NONE, slide, tighterOf, type Counts, type WindowCounts } from "../platform/rates/rate-windows.ts";
import { createSharedCounts, type SharedCounts } from "../api/gateway/shared-counts.ts";
import { systemClock } from "../platform/clock.ts";
import { createLogger } from "../platform/logger.ts";
import { exactCounts } from "./support/exact-counts.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { waitFor } from "./support/wait-for.ts";

const logger = createLogger("test", "silent");
/** Fifty deadlines take longer; a busy machine may delay the requests themselves. */
const SOON_MS = 10_000;
const product = await startProductForFile();

/** The counts just after this many requests. */
const countsOf = (minuteCount: number, hourCount: number, at: number, counted = true): Counts => {
  const [minute, hour] = [slide(NONE, Math.floor(at / 5)), slide(NONE, Math.floor(at / 300))];
  const newest = ({ step, counts }: WindowCounts, count: number) => ({ step, counts: counts.with(0, count) });
  return { minute: newest(minute, minuteCount), hour: newest(hour, hourCount), counted };
};

describe("counting", () => {
  const limits = { perMinute: 3, perHour: 100 };
  const clock = { now: () => new Date("2026-01-05T10:00:30Z") };
  const nothing = () => Promise.resolve();

  test("continues in this process while the database is unavailable", async () => {
    const away = createSharedCounts({ DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" }, logger);
    const { count, uncount } = createCounter(away, clock);
    const start = performance.now();
    const left = [];
    for (let i = 0; i < 50; i++) left.push(tighterOf(await count("a", limits), limits));
    expect(performance.now() - start).toBeLessThan(SOON_MS);
    expect(left.slice(0, 4).map((state) => [state.remaining, state.exceeded])).toEqual([
      [2, false],
      [1, false],
      [0, false],
      [0, true],
    ]);
    expect(tighterOf(await count("b", limits), limits).remaining).toBe(2);
    await uncount(["a"]);
    expect((await count("a", limits)).counted).toBe(true);
    await away.stop();
  });

  test("continues from the shared counts when the database becomes unavailable", async () => {
    let answer: Counts | null = countsOf(3, 3, clock.now().getTime() / 1_000);
    const { count } = createCounter({ hit: () => Promise.resolve(answer), uncount: nothing }, clock);
    expect(tighterOf(await count("a", limits), limits).exceeded).toBe(false);
    answer = null;
    expect(tighterOf(await count("a", limits), limits).exceeded).toBe(true);
  });

  test("includes what this process counted while the database was unavailable", async () => {
    let answer: Counts | null = null;
    const { count } = createCounter({ hit: () => Promise.resolve(answer), uncount: nothing }, clock);
    await count("a", limits);
    await count("a", limits);
    answer = countsOf(1, 1, clock.now().getTime() / 1_000);
    expect((await count("a", limits)).counted).toBe(true);
    answer = countsOf(2, 2, clock.now().getTime() / 1_000);
    expect(tighterOf(await count("a", limits), limits).exceeded).toBe(true);
  });

  const shared = async (work: (counts: SharedCounts) => Promise<void>): Promise<void> => {
    const counts = exactCounts(product.config, logger);
    await work(counts).finally(() => counts.stop());
  };

  test("starts from zero, and drops subjects without requests for more than an hour", () =>
    shared(async (counts) => {
      const em = product.orm.em.fork();
      await em.execute(`insert into rate_counters
        select name, 0, array_fill(5, array[13]), 0, array_fill(5, array[13]), 0, 9, 9 from unnest(array['old', 'mine']) as name`);
      const { minute, hour } = (await counts.hit("mine", limits))!;
      expect([minute.counts, hour.counts]).toEqual([
        countsOf(1, 0, 0).minute.counts,
        countsOf(0, 1, 0).hour.counts,
      ]);
      expect(Math.abs(minute.step - systemClock.now().getTime() / 5_000)).toBeLessThan(3);
      await waitFor(
        () => em.execute<object[]>("select 1 from rate_counters where subject = 'old'"),
        (rows) => rows.length === 0,
      );
    }));

  test.each([
    ["is still counted when a new minute of the clock has begun", 1, false],
    ["is still counted eleven steps later", 11, false],
    ["is forgotten thirteen steps later", 13, true],
  ])("of simultaneous requests %s", (_what, steps, passes) =>
    shared(async (counts) => {
      for (let i = 0; i < 4; i++) await counts.hit("burst", limits);
      const shift = "update rate_counters set minute_step = minute_step - ? where subject = 'burst'";
      await product.orm.em.fork().execute(shift, [steps]);
      expect((await counts.hit("burst", limits))!.counted).toBe(passes);
      await product.orm.em.fork().execute("delete from rate_counters where subject = 'burst'");
    }),
  );

  test("starts over when the database's clock was far ahead for a while", () =>
    shared(async (counts) => {
      for (let i = 0; i < 4; i++) await counts.hit("ahead", limits);
      const advance = "update rate_counters set minute_step = minute_step + 50, hour_step = hour_step + 50";
      await product.orm.em.fork().execute(`${advance} where subject = 'ahead'`);
      const { counted, minute, hour } = (await counts.hit("ahead", limits))!;
      expect([counted, minute.counts[0], hour.counts[0]]).toEqual([true, 1, 1]);
      expect(Math.abs(hour.step - systemClock.now().getTime() / 300_000)).toBeLessThan(3);
      expect((await counts.hit("ahead", limits))!.minute.counts[0]).toBe(2);
    }));

  test("waits a moment for a busy database, and without a deadline until it answers", async () => {
    const [withDeadline, exact] = [
      createSharedCounts(product.config, logger),
      exactCounts(product.config, logger),
    ];
    const waiting = await product.orm.em.fork().transactional(async (em) => {
      await em.execute("lock table rate_counters in exclusive mode");
      const answer = exact.hit("busy", limits);
      expect(await withDeadline.hit("busy", limits)).toBeNull();
      return { answer };
    });
    expect((await waiting.answer)!.counted).toBe(true);
    await Promise.all([withDeadline.stop(), exact.stop()]);
  });

  test("excludes refused requests, alone or among others", () =>
    shared(async (counts) => {
      const all = await Promise.all(Array.from({ length: 10 }, () => counts.hit("many", limits)));
      expect(all.map((each) => each!.counted)).toEqual([true, true, true, ...Array<boolean>(7).fill(false)]);
      expect(all.map((each) => tighterOf(each!, limits).remaining).slice(0, 4)).toEqual([2, 1, 0, 0]);
      await counts.uncount(["many"]);
      expect((await counts.hit("many", limits))!.counted).toBe(true);
      expect((await counts.hit("many", limits))!.counted).toBe(false);
    }));

  test("never allows more than the limit within any minute, and reports when there is room again", () => {
    let now = 1_767_607_200_000;
    const steps = fc.array(fc.nat({ max: 20_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(steps, (pauses) => {
        const local = createLocalCounts({ now: () => new Date(now) });
        const passed: number[] = [];
        for (const pause of pauses) {
          now += pause;
          const counts = local.hit("a", limits);
          if (counts.counted) passed.push(now);
          else {
            const { reset } = tighterOf(counts, limits);
            now = reset * 1_000 - 1;
            expect(local.hit("a", limits).counted).toBe(false);
            now += 1;
            expect(local.hit("a", limits).counted).toBe(true);
            passed.push(now);
          }
        }
        for (const [i, at] of passed.entries())
          expect(passed.slice(0, i + 1).filter((other) => at - other < 60_000).length).toBeLessThanOrEqual(3);
      }),
    );
  });

  test("reports a refusing window before others, and otherwise the one with less left", () => {
    const numbers = fc.nat({ max: 30 });
    fc.assert(
      fc.property(numbers, numbers, numbers, numbers, (minuteCount, hourCount, perMinute, perHour) => {
        const full = minuteCount >= perMinute || hourCount >= perHour;
        const state = tighterOf(countsOf(minuteCount, hourCount, 0, !full), { perMinute, perHour });
        expect(state.exceeded).toBe(full);
        const left = Math.max(0, Math.min(perMinute - minuteCount, perHour - hourCount));
        expect(state.remaining).toBe(left);
      }),
    );
  });
});
