// Loaded into a worker: it ends, as in a power failure, in the activity that a file names.
import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { isMainThread } from "node:worker_threads";

const HALFWAY_MS = 10;
/** A run may have begun minutes before the order. */
const LOOK_MS = 50;
const file = process.env["CHAOS_ACTIVITY"] ?? "";
/** The kinds of activities that are running. */
const running = [];

/** `activity moment`, with a moment of `in` or `after`. */
function order() {
  try {
    return readFileSync(file, "utf8").split(" ");
  } catch {
    return [];
  }
}

const isOrdered = (type, wanted) => {
  const [name, moment] = order();
  return name === type && moment === wanted;
};

function end() {
  rmSync(file, { force: true });
  process.kill(process.pid, "SIGKILL");
}

function look() {
  if (running.some((type) => isOrdered(type, "in"))) end();
}

if (isMainThread && file !== "") {
  const { Activity } = createRequire(import.meta.url)("@temporalio/worker/lib/activity.js");
  const { execute } = Activity.prototype;
  setInterval(look, LOOK_MS).unref();
  Activity.prototype.execute = async function (...given) {
    const { activityType: type } = this.info;
    running.push(type);
    setTimeout(look, HALFWAY_MS).unref();
    try {
      return await execute.apply(this, given);
    } finally {
      // The work is done, but Temporal does not know.
      if (isOrdered(type, "in") || isOrdered(type, "after")) end();
      running.splice(running.indexOf(type), 1);
    }
  };
}
