import { expect, it } from "@jest/globals";
import { createDenialWindow } from "../../api/gateway/record-denials.ts";

it("keeps a scanner from filling the audit log: a limit for each caller and in total, every minute", () => {
  let now = 0;
  const isNew = createDenialWindow({ now: () => new Date(now) });
  const tries = (caller: string, count: number): number =>
    Array.from({ length: count }, (_, n) => isNew(caller, `row ${n}`)).filter(Boolean).length;
  expect(tries("a", 1_000)).toBe(60);
  expect(tries("a", 1_000)).toBe(0);
  expect(tries("b", 10)).toBe(10);
  const many = Array.from({ length: 5_000 }, (_, n) => tries(`caller ${n}`, 1));
  expect(many.filter((one) => one === 1)).toHaveLength(3_000 - 70);
  now = 60_000;
  expect(tries("a", 1_000)).toBe(60);
});
