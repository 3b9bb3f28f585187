import { expect, test } from "@jest/globals";
import { createWhatsappActivities } from "../../activities/whatsapp/whatsapp.activities.ts";
import type { WhatsappDeps } from "../../activities/whatsapp/whatsapp-deps.ts";
import { systemClock } from "../../platform/clock.ts";

/** The levels of the lines that a failed message leaves, while the database fails so many times. */
async function linesOfFailure(outages: number): Promise<string[]> {
  const lines: string[] = [];
  let left = outages;
  const em = {
    findOne: async () => null,
    nativeUpdate: async () => 1,
    execute: async () => [],
    async transactional(work: (em: object) => Promise<unknown>) {
      left -= 1;
      if (left >= 0) throw new Error("the database is unavailable");
      return work(em);
    },
  };
  const note = (level: string) => () => void lines.push(level);
  const logger = { warn: note("warn"), error: note("error") };
  const deps = { orm: { em: { fork: () => em } }, clock: systemClock, logger };
  const { failWhatsapp } = createWhatsappActivities(deps as unknown as WhatsappDeps);
  for (let n = 0; n < outages; n += 1) await expect(failWhatsapp("m")).rejects.toThrow("unavailable");
  await failWhatsapp("m");
  return lines;
}

test("a message that cannot be processed is one warning: its sender is notified, so no one must act", async () => {
  expect(await linesOfFailure(2)).toEqual(["warn"]);
});
