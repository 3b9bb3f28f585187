import { expect, test } from "@jest/globals";
import { timeOfId } from "../../domain/history/event-tail.ts";
import { newIdAt } from "../../platform/ids.ts";

const THEN = Date.UTC(2026, 2, 31, 9, 30);

test("ids of a given time contain it, are different, and in order", () => {
  const ids = [THEN, THEN, THEN + 1, THEN].map(newIdAt);
  expect(ids.map(timeOfId)).toEqual([THEN, THEN, THEN + 1, THEN]);
  expect(new Set(ids).size).toBe(4);
  const [first, second, later, third] = ids;
  expect(ids.toSorted()).toEqual([first, second, third, later]);
});
