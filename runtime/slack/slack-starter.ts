import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { summarize } from "../../domain/events/workflow-summaries.rules.ts";
import { slackWorkflows } from "../../domain/slack/slack.workflows.ts";
import type { SecretBox } from "../../domain/secret-box.ts";
import { sealedInput } from "../../domain/slack/sealed-input.ts";
import type { StartSlackWorkflow } from "../../integrations/slack/inbound/slack-inbound-deps.ts";
import { isStartedNow } from "../start-workflow.ts";
import { slackTaskQueue } from "./slack-task-queue.ts";

/** Slack waits three seconds for our acknowledgement. */
const DEADLINE_MS = 2_000;

/** Slack accepts no answer after half an hour. */
const ONCE = { workflowIdReusePolicy: "REJECT_DUPLICATE", workflowExecutionTimeout: "30m" } as const;
const AGAIN = { workflowIdReusePolicy: "ALLOW_DUPLICATE", workflowIdConflictPolicy: "USE_EXISTING" } as const;

/**
 * Starts the workflow for an action in Slack. It is answered once, however often Slack sends it. A refused
 * review can be requested again; another click during a running one joins it.
 */
export const createSlackStarter =
  (temporal: Client, taskQueue: string, secrets: SecretBox): StartSlackWorkflow =>
  async (workflow, workflowId, input) => {
    const again = workflow === "reviewFromSlack" ? AGAIN : ONCE;
    const options = {
      workflowId,
      taskQueue: slackTaskQueue(taskQueue),
      args: [sealedInput(secrets, input)],
      ...summarize(slackWorkflows[workflow]),
      ...again,
    };
    // Temporal's client has a deadline for calls, but not for connecting. A start that happens later anyway
    // still happens once.
    const starting = temporal.withDeadline(Date.now() + DEADLINE_MS, () =>
      temporal.workflow.start(workflow, options),
    );
    const late = sleep(DEADLINE_MS, undefined, { ref: false }).then(() => {
      throw new Error("Temporal did not accept it in time");
    });
    await isStartedNow(Promise.race([starting, late]));
  };
