import { expect, test } from "@jest/globals";
import { setImmediate as turn } from "node:timers/promises";
import { createBell } from "../../platform/concurrency/create-bell.ts";

test("wakes everyone who waits, and not those who come later", async () => {
  const { ring, nextRing } = createBell();
  const woken: string[] = [];
  const wait = (name: string) => void nextRing().then(() => woken.push(name));
  ring();
  wait("first");
  wait("second");
  await turn();
  expect(woken).toEqual([]);
  ring();
  wait("third");
  await turn();
  expect(woken).toEqual(["first", "second"]);
  ring();
  ring();
  await turn();
  expect(woken).toEqual(["first", "second", "third"]);
});
