import { WorkflowNotFoundError, type Client, type WorkflowExecutionInfo } from "@temporalio/client";
import {
  WORKFLOW_RUNNING,
  refusalToRetry,
  type FailedStatus,
} from "../../domain/housekeeping/failed-workflow.rules.ts";
import { isRetryable } from "../../domain/workflows.ts";
import { AppError, conflict, notFound, unavailable } from "../../platform/errors.ts";
import { withDeadline } from "../../platform/temporal/temporal.ts";
import { failureIn, type CloseEvent } from "./failure-in.ts";

/** A run of a workflow that failed. */
export interface FailedRun {
  id: string;
  runId: string;
  type: string;
  status: FailedStatus;
  startedAt: Date;
  closedAt: Date | null;
  /** The failure, in the words of the deepest cause; null without its history. */
  failure: string | null;
  /** A later run has the same id. */
  isRetried: boolean;
  url: string;
}

export interface FailedFilter {
  statuses: readonly FailedStatus[];
  closedBefore: Date | undefined;
  limit: number;
}

export interface FailedWorkflows {
  /** Newest first. SERVICE_UNAVAILABLE when Temporal does not answer. */
  list(filter: FailedFilter): Promise<FailedRun[]>;
  /** The latest run, which failed and may be restarted; otherwise NOT_FOUND or CONFLICT. */
  find(id: string): Promise<{ id: string; runId: string; type: string }>;
  /** Restarts a failed run with the same id and input; CONFLICT if it is already running again. */
  restart(run: { id: string; runId: string }): Promise<void>;
}

interface FailedWorkflowDeps {
  client: Client;
  /** The service's own: a namespace may be shared. */
  taskQueues: readonly string[];
  workflowUrl: (workflowId: string, runId: string) => string;
}

const NAMES = {
  failed: "Failed",
  timed_out: "TimedOut",
  terminated: "Terminated",
} as const satisfies Record<FailedStatus, string>;
const statusOf = (name: string): FailedStatus | null =>
  name === "FAILED" || name === "TIMED_OUT" || name === "TERMINATED"
    ? (name.toLowerCase() as FailedStatus)
    : null;

/** gRPC's code for a start under an id that runs. */
const ALREADY_EXISTS = 6;
/** `ALLOW_DUPLICATE`: the run before has ended. */
const ALLOW_DUPLICATE = 1;

const inList = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");

function queryOf({ statuses, closedBefore }: FailedFilter, taskQueues: readonly string[]): string {
  const parts = [
    `ExecutionStatus IN (${inList(statuses.map((status) => NAMES[status]))})`,
    `TaskQueue IN (${inList(taskQueues)})`,
    ...(closedBefore === undefined ? [] : [`CloseTime < "${closedBefore.toISOString()}"`]),
  ];
  return parts.join(" AND ");
}

/** All calls to Temporal for one request share a deadline; any other failure means that it is unavailable. */
async function ask<T>(client: Client, work: () => Promise<T>): Promise<T> {
  try {
    return await withDeadline(client, work);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unavailable("Temporal does not answer: retry later", {
      details: { reason: "temporal_silent" },
      cause: error,
    });
  }
}

async function closeEventOf(
  { workflowService, options: { namespace } }: Client,
  { workflowId, runId }: WorkflowExecutionInfo,
): Promise<CloseEvent> {
  const { history } = await workflowService.getWorkflowExecutionHistoryReverse({
    namespace,
    execution: { workflowId, runId },
    maximumPageSize: 1,
  });
  return history?.events?.[0];
}

async function describeRun(
  { client, workflowUrl }: FailedWorkflowDeps,
  info: WorkflowExecutionInfo,
): Promise<FailedRun> {
  const { workflowId: id, runId, type, startTime, closeTime, status } = info;
  const [latest, event] = await Promise.all([
    client.workflow.getHandle(id).describe(),
    closeEventOf(client, info),
  ]);
  return {
    id,
    runId,
    type,
    status: statusOf(status.name) ?? "failed",
    startedAt: startTime,
    closedAt: closeTime ?? null,
    failure: failureIn(event),
    isRetried: latest.runId !== runId,
    url: workflowUrl(id, runId),
  };
}

async function firstOf<T>(rows: AsyncIterable<T>, limit: number): Promise<T[]> {
  const first: T[] = [];
  for await (const row of rows) if (first.push(row) === limit) break;
  return first;
}

const refused = ({ message, ...details }: { message: string; reason?: string }): AppError =>
  conflict(message, details);

async function describeFailed({ client, taskQueues }: FailedWorkflowDeps, id: string) {
  const latest = await client.workflow
    .getHandle(id)
    .describe()
    .catch((error: unknown) => {
      throw error instanceof WorkflowNotFoundError ? notFound("Workflow", error) : error;
    });
  if (!taskQueues.includes(latest.taskQueue)) throw notFound("Workflow");
  const { type, runId, status } = latest;
  const run = { type, isRunning: status.name === "RUNNING", status: statusOf(status.name) };
  const refusal = refusalToRetry(run, isRetryable);
  if (refusal !== null) throw refused(refusal);
  return { id, runId, type };
}

/** Starts it exactly as before, with the encoded input. */
async function startAgain(client: Client, { id, runId }: { id: string; runId: string }): Promise<void> {
  const { workflowService, options } = client;
  const { namespace, identity } = options;
  const { history } = await workflowService.getWorkflowExecutionHistory({
    namespace,
    execution: { workflowId: id, runId },
    maximumPageSize: 1,
  });
  const [event] = history?.events ?? [];
  const { workflowType, taskQueue, input, header, memo, searchAttributes, priority } =
    event?.workflowExecutionStartedEventAttributes ?? {};
  const started = { workflowType, taskQueue, input, header, memo, searchAttributes, priority };
  await workflowService.startWorkflowExecution({
    namespace,
    identity,
    workflowId: id,
    requestId: `retry-${runId}`,
    workflowIdReusePolicy: ALLOW_DUPLICATE,
    ...started,
    userMetadata: event?.userMetadata ?? null,
  });
}

export function createFailedWorkflows(deps: FailedWorkflowDeps): FailedWorkflows {
  const { client, taskQueues } = deps;
  return {
    list: (filter) =>
      ask(client, async () => {
        const query = queryOf(filter, taskQueues);
        const runs = await firstOf(client.workflow.list({ query, pageSize: filter.limit }), filter.limit);
        return Promise.all(runs.map((run) => describeRun(deps, run)));
      }),
    find: (id) => ask(client, () => describeFailed(deps, id)),
    restart: (run) =>
      ask(client, () =>
        startAgain(client, run).catch((error: unknown) => {
          throw (error as { code?: unknown }).code === ALREADY_EXISTS ? refused(WORKFLOW_RUNNING) : error;
        }),
      ),
  };
}
