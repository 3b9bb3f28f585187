import { expect, test } from "@jest/globals";
import { createAuditCheck } from "../../domain/audit-log/create-audit-check.ts";

const INTACT = { head: { position: 3, hash: "c" }, problem: null };

function setUp(verify: () => Promise<typeof INTACT>) {
  let now = 0;
  let runs = 0;
  const check = createAuditCheck(
    () => {
      runs += 1;
      return verify();
    },
    { now: () => new Date(now) },
  );
  return { check, runs: () => runs, pass: (seconds: number) => void (now += seconds * 1_000) };
}

test("requests share a running verification, and its result for a minute", async () => {
  const answer = Promise.withResolvers<typeof INTACT>();
  const { check, runs, pass } = setUp(() => answer.promise);
  const [first, second] = [check(), check()];
  pass(300);
  const third = check();
  answer.resolve(INTACT);
  expect(await Promise.all([first, second, third])).toMatchObject([INTACT, INTACT, INTACT]);
  expect(runs()).toBe(1);
  await check();
  expect(runs()).toBe(2);
  pass(59);
  await check();
  expect(runs()).toBe(2);
});

test("a failure is not shared with later requests", async () => {
  let fails = true;
  const { check, runs } = setUp(() => (fails ? Promise.reject(new Error("lost")) : Promise.resolve(INTACT)));
  await expect(check()).rejects.toThrow("lost");
  fails = false;
  expect(await check()).toMatchObject(INTACT);
  expect(runs()).toBe(2);
});
