import { activityInfo } from "@temporalio/activity";
import { findAnswer, keepAnswer } from "../../domain/idempotency/stored-answers.ts";
import type { SlackMessage } from "../../integrations/slack/slack-message.ts";
import type { SlackDeps } from "./slack-deps.ts";

/** The answer to a question, ready to be posted. */
export interface KeptAnswer {
  outcome: "answered" | "not linked";
  message: SlackMessage;
}

/**
 * Makes the answer unless an earlier attempt of this activity has: a post that Slack did not accept is repeated, and
 * the assistant is not asked again. Like the replies to a WhatsApp message, it is stored before it is sent.
 */
export async function answerOnce(
  { orm, clock, secrets }: SlackDeps,
  make: () => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  // It derives from Slack's id of the command or message.
  const id = activityInfo().workflowExecution!.workflowId;
  const ctx = { em: orm.em.fork(), clock, secrets };
  const kept = await findAnswer(ctx, id);
  if (kept !== null) return kept.body as KeptAnswer;
  const made = await make();
  await keepAnswer(ctx, { id, fingerprint: id, status: 200, body: made });
  return made;
}
