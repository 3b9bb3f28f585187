import { Worker } from "@temporalio/worker";

type CreateWorkflowCreator = (typeof Worker)["createWorkflowCreator"];
type ParseBundle = (typeof Worker)["getOrCreateBundle"];
type WorkflowCreator = Awaited<ReturnType<CreateWorkflowCreator>>;

interface Thread {
  creating: Promise<WorkflowCreator>;
  workers: number;
}

let running: Thread | null = null;

/** Starts the thread for the first worker and ends it with the last one. */
async function shareThread(start: () => Promise<WorkflowCreator>): Promise<WorkflowCreator> {
  const thread = (running ??= { creating: start(), workers: 0 });
  const leave = (): boolean => {
    thread.workers -= 1;
    if (thread.workers > 0) return false;
    if (running === thread) running = null;
    return true;
  };
  thread.workers += 1;
  try {
    const creator = await thread.creating;
    const destroy = async (): Promise<void> => {
      if (leave()) await creator.destroy();
    };
    return { createWorkflow: (options) => creator.createWorkflow(options), destroy };
  } catch (error) {
    leave();
    throw error;
  }
}

/** The parsed bundles, with their source maps. */
const parsedBundles = new WeakMap<object, ReturnType<ParseBundle>>();

/** With this name among them, any activity may be called; the worker itself then refuses unknown ones. */
const ANY_ACTIVITY = "default";

/**
 * Runs the workflows of all workers in this process in one thread, and parses their bundle once. The SDK starts a thread
 * for each worker, which holds about 40 MB, and parses the bundle for each. All workers must have the same bundle of
 * workflows; their activities may differ.
 */
export class SharedThreadWorker extends Worker {
  protected static override getOrCreateBundle(
    ...[options, logger]: Parameters<ParseBundle>
  ): ReturnType<ParseBundle> {
    const { workflowBundle } = options;
    if (workflowBundle === undefined) return super.getOrCreateBundle(options, logger);
    const parsed = parsedBundles.get(workflowBundle) ?? super.getOrCreateBundle(options, logger);
    parsedBundles.set(workflowBundle, parsed);
    return parsed;
  }

  protected static override createWorkflowCreator(
    ...[bundle, options, logger]: Parameters<CreateWorkflowCreator>
  ): Promise<WorkflowCreator> {
    const activities = new Map([...options.activities, [ANY_ACTIVITY, () => Promise.resolve()]]);
    return shareThread(() => super.createWorkflowCreator(bundle, { ...options, activities }, logger));
  }
}
