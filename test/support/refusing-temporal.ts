import type { Client } from "@temporalio/client";

export interface RefusingTemporal {
  client: Client;
  /** The ids of the started workflows, in order. */
  started: string[];
  /** The errors of workflows that cannot be started, by id. */
  refusals: Map<string, Error>;
}

/** A client of Temporal that starts nothing, and refuses what `refusals` names. */
export function refusingTemporal(): RefusingTemporal {
  const started: string[] = [];
  const refusals = new Map<string, Error>();
  const start = (_name: string, { workflowId }: { workflowId: string }): Promise<void> => {
    const error = refusals.get(workflowId);
    if (error !== undefined) return Promise.reject(error);
    started.push(workflowId);
    return Promise.resolve();
  };
  const withDeadline = <T>(_at: number, call: () => Promise<T>): Promise<T> => call();
  return { client: { withDeadline, workflow: { start } } as unknown as Client, started, refusals };
}
