/** A request to a worker: one task at a time, answered under the same id. */
export interface WorkerRequest<Task> {
  id: number;
  task: Task;
}

/** `ready` once the model is loaded; then one `done` or `failed` per request. */
export type WorkerReply<Result> =
  | { kind: "ready" }
  | { kind: "done"; id: number; result: Result }
  | { kind: "failed"; id: number; message: string };
