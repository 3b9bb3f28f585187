import {
  WorkflowExecutionAlreadyStartedError,
  type Client,
  type WorkflowStartOptions,
} from "@temporalio/client";
import { workflowDefinitionOf } from "../domain/events/events-in-use.ts";
import { summarize } from "../domain/events/workflow-summaries.rules.ts";
import { withDeadline } from "../platform/temporal/temporal.ts";

/** "Already started" counts as success. Returns whether this call started the workflow. */
export async function isStartedNow(starting: Promise<unknown>): Promise<boolean> {
  try {
    await starting;
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
}

type Options = WorkflowStartOptions;

/** The options with the summary of the workflow, unless they have one. */
const described = (workflow: string, options: Options): Options => ({
  ...summarize(workflowDefinitionOf(workflow)),
  ...options,
});

/** Signals the running workflow, or starts a new one: the workflow itself finds out what to do. */
export async function signalOrStart(
  temporal: Client,
  workflow: string,
  options: Options,
  signal: string,
): Promise<void> {
  const signalled = { ...described(workflow, options), signal, signalArgs: [] };
  await withDeadline(temporal, () => temporal.workflow.signalWithStart(workflow, signalled));
}

/** Starts a workflow, unless it was started before. Returns whether this call started it. */
export const startOnce = (temporal: Client, workflow: string, options: Options): Promise<boolean> =>
  withDeadline(temporal, () => isStartedNow(temporal.workflow.start(workflow, described(workflow, options))));
