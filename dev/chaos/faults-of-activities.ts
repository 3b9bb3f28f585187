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
const WITHIN_MS = 30_000;
const POLL_MS = 50;

/** The environment of a worker that ends in the activity that `file` names. */
export const endingIn = (file: string): { CHAOS_ACTIVITY: string; load: string } => ({
  CHAOS_ACTIVITY: file,
  load: `--import ${new URL("end-in-activity.mjs", import.meta.url).href}`,
});

/** The worker ends in an activity, without any signal handler, and starts again; in turn at each of the moments. */
export const faultsOfActivities = (worker: Member, file: string): Fault[] =>
  ACTIVITIES.map((activity, n) => {
    let turn = n;
    return {
      name: `end ${activity} of ${worker.name}`,
      async begin() {
        await writeFile(file, `${activity} ${MOMENTS[(turn += 1) % MOMENTS.length]}`);
        for (const end = Date.now() + WITHIN_MS; Date.now() < end && !worker.hasEnded();)
          await sleep(POLL_MS);
      },
      hasEffect: async () => worker.hasEnded(),
      async repair() {
        await rm(file, { force: true });
        if (worker.hasEnded()) await worker.start();
      },
    };
  });
