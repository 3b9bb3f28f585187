import { rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./fault.ts";
import type { Member } from "./member.ts";

/** Those that the load causes. */
const ACTIVITIES = [
  "extractEvidence",
  "embedEvidence",
  "indexEvidence",
  "completeEvidence",
  "stopIngestion",
  "removeFromIndex",
  "removeEvidence",
  "sendWaiting",
  "gatherReport",
  "buildReportFile",
  "publishReport",
  "answerQuestions",
  "completeQuestionnaire",
  "removeProjectEvidence",
  "removeProjectRows",
];
/** In the middle, or when the work is done but not reported. */
const MOMENTS = ["in", "after"];
/** At each moment. */
const WITHIN_MS = 30_000;
const POLL_MS = 50;

/** The environment of a worker that ends in the activity that `file` names. */
export const endingIn = (file: string): { CHAOS_ACTIVITY: string; load: string } => ({
  CHAOS_ACTIVITY: file,
  load: `--import ${new URL("end-in-activity.mjs", import.meta.url).href}`,
});

/**
 * The worker ends in an activity, without any signal handler, and starts again; in turn at each of the moments. A run
 * that is not done in time, as of `sendWaiting` under load, is ended in the middle.
 */
export const faultsOfActivities = (worker: Member, file: string, withinMs = WITHIN_MS): Fault[] =>
  ACTIVITIES.map((activity, n) => {
    let turn = n;
    const endAt = async (moment: string): Promise<void> => {
      await writeFile(file, `${activity} ${moment}`);
      for (const end = Date.now() + withinMs; Date.now() < end && !worker.hasEnded();) await sleep(POLL_MS);
    };
    return {
      name: `end ${activity} of ${worker.name}`,
      async begin() {
        await endAt(MOMENTS[(turn += 1) % MOMENTS.length]!);
        if (!worker.hasEnded()) await endAt("in");
      },
      hasEffect: async () => worker.hasEnded(),
      async repair() {
        await rm(file, { force: true });
        if (worker.hasEnded()) await worker.start();
      },
    };
  });
