import { parentPort } from "node:worker_threads";
import type { WorkerReply, WorkerRequest } from "./worker-protocol.ts";

/**
 * The inside of a pool's worker thread: loads once, says so, then answers tasks in the order they come.
 * A task that throws is reported to its caller; a load that throws ends the thread, and the pool sees its error.
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
