import { parentPort } from "node:worker_threads";
import type { WorkerReply, WorkerRequest } from "./worker-protocol.ts";

/**
 * The loop of a pool's worker thread: loads once, reports readiness, then runs tasks in order. An error in a
 * task goes to its caller; an error while loading ends the thread, and the pool sees it.
 */
export async function serveWorker<Task, Result>(
  load: () => Promise<(task: Task) => Promise<Result>>,
): Promise<void> {
  if (!parentPort) throw new Error("This module is the entry of a worker thread");
  const port = parentPort;
  const reply = (message: WorkerReply<Result>) => port.postMessage(message);
  const perform = await load();
  const answer = async ({ id, task }: WorkerRequest<Task>): Promise<void> => {
    try {
      reply({ kind: "done", id, result: await perform(task) });
    } catch (error) {
      reply({ kind: "failed", id, message: error instanceof Error ? error.message : String(error) });
    }
  };
  port.on("message", (request: WorkerRequest<Task>) => void answer(request));
  reply({ kind: "ready" });
}
