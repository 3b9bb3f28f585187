import { expect, test } from "@jest/globals";
import { sweepFiles, type SweepFilesDeps } from "../../activities/housekeeping/sweep-files.ts";
import { systemClock } from "../../platform/clock.ts";

const IDS = ["00000000-0000-7000-8000-000000000001", "00000000-0000-7000-8000-000000000002"];

/** All of these folders are strays; removing the first one is followed by a cancellation. */
function cancelledAfterOne() {
  const removed: string[] = [];
  const cancellation = new AbortController();
  const em = {
    execute: async () => IDS.map((id) => ({ id })),
    transactional: (work: (em: object) => unknown) => work(em),
  };
  const blobs = {
    removeUnfinished: async () => 0,
    folders: () => IDS,
    async removeAll(folder: string) {
      removed.push(folder);
      cancellation.abort();
    },
  };
  const deps = { orm: { em: { fork: () => em } }, blobs, clock: systemClock };
  return { deps: deps as unknown as SweepFilesDeps, signal: cancellation.signal, removed };
}

test("a cancelled sweep removes no further folder", async () => {
  const { deps, signal, removed } = cancelledAfterOne();
  await expect(sweepFiles(deps, signal)).rejects.toThrow(/abort/i);
  expect(removed).toHaveLength(1);
});
