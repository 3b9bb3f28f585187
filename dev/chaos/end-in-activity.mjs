// Loaded into a worker: it ends, as in a power failure, in the activity that a file names.
import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { isMainThread } from "node:worker_threads";

const HALFWAY_MS = 10;
const file = process.env["CHAOS_ACTIVITY"] ?? "";

/** `activity moment`, with a moment of `in` or `after`. */
function order() {
  try {
    return readFileSync(file, "utf8").split(" ");
  } catch {
    return [];
  }
}

function end() {
  rmSync(file);
  process.kill(process.pid, "SIGKILL");
}

if (isMainThread && file !== "") {
  const { Activity } = createRequire(import.meta.url)("@temporalio/worker/lib/activity.js");
  const { execute } = Activity.prototype;
  Activity.prototype.execute = async function (...given) {
    const [name, moment] = order();
    if (name !== this.info.activityType) return execute.apply(this, given);
    if (moment === "in") setTimeout(end, HALFWAY_MS);
    const result = await execute.apply(this, given);
    // The work is done, but Temporal does not know.
    end();
    return result;
  };
}
