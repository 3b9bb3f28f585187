import { afterEach, expect, test } from "@jest/globals";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Member } from "../../dev/chaos/member.ts";
import { endingIn, faultsOfActivities } from "../../dev/chaos/faults-of-activities.ts";
import { untilPrinted } from "../../testkit/until-printed.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

const file = join(await makeTestFolder(), "order");
const { CHAOS_ACTIVITY, load } = endingIn(file);
let child: ChildProcess | undefined;
afterEach(async () => {
  child?.kill("SIGKILL");
  await rm(file, { force: true });
});

/** In place of Temporal's own, which needs a worker: runs until it receives something. */
const ACTIVITY = `
  const { Activity } = require("@temporalio/worker/lib/activity.js");
  Activity.prototype.execute = () => new Promise((resolve) => process.stdin.once("data", resolve));`;
const RUN = `
  const { Activity } = require("@temporalio/worker/lib/activity.js");
  Activity.prototype.execute.call({ info: { activityType: "sendWaiting" } }).then(() => console.log("ended"));
  console.log("running");`;

/** A process in which a run of `sendWaiting` lasts until something is written to it. */
async function startRunning(): Promise<ChildProcess> {
  const setUp = `import { createRequire } from "node:module"; const require = createRequire(${JSON.stringify(`${process.cwd()}/`)}); ${ACTIVITY}`;
  const first = `data:text/javascript,${encodeURIComponent(setUp)}`;
  child = spawn(process.execPath, ["--import", first, ...load.split(" "), "-e", RUN], {
    env: { ...process.env, CHAOS_ACTIVITY },
    stdio: ["pipe", "pipe", "inherit"],
  });
  await untilPrinted(child, "running", 20_000);
  return child;
}

const signalOf = async (running: ChildProcess): Promise<unknown> => (await once(running, "exit"))[1];

test("a worker also ends in the middle of an activity that ran before the order", async () => {
  const running = await startRunning();
  await writeFile(file, "sendWaiting in");
  expect(await signalOf(running)).toBe("SIGKILL");
});

test("it also ends after such an activity, before the result is reported", async () => {
  const running = await startRunning();
  await writeFile(file, "sendWaiting after");
  running.stdin!.write("end\n");
  expect(await signalOf(running)).toBe("SIGKILL");
});

test("it does not end in an activity of another name", async () => {
  const running = await startRunning();
  await writeFile(file, "embedEvidence in");
  running.stdin!.write("end\n");
  await untilPrinted(running, "ended", 10_000);
});

test("a run that lasts longer than the fault waits for its end is ended in the middle", async () => {
  const orders: string[] = [];
  const endsInTheMiddle = (): boolean => {
    if (existsSync(file)) orders.push(readFileSync(file, "utf8"));
    return orders.at(-1) === "sendWaiting in";
  };
  const worker = { name: "worker", hasEnded: endsInTheMiddle } as unknown as Member;
  const named = faultsOfActivities(worker, file, 200).find(({ name }) => name.includes("sendWaiting"))!;
  // At each of the moments.
  for (const _ of ["in", "after"]) {
    orders.length = 0;
    await named.begin();
    expect(await named.hasEffect!()).toBe(true);
  }
  expect([...new Set(orders)]).toContain("sendWaiting in");
});
