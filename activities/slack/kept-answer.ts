import { activityInfo } from "@temporalio/activity";
import { daysAfter } from "../../domain/days.rules.ts";
import { StoredAnswer } from "../../domain/idempotency/stored-answer.entity.ts";
import type { SlackMessage } from "../../integrations/slack/slack-message.ts";
import type { SlackDeps } from "./slack-deps.ts";

/** The answer to a question, ready to be posted. */
export interface KeptAnswer {
  outcome: "answered" | "not linked";
  message: SlackMessage;
}

const contextOf = (id: string): string => `slack answer ${id}`;

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
  const em = orm.em.fork();
  const stored = await em.findOne(StoredAnswer, { id, expiresAt: { $gt: clock.now() } });
  if (stored !== null) return JSON.parse(secrets.open(contextOf(id), stored.sealedBody)) as KeptAnswer;
  const made = await make();
  const sealedBody = secrets.seal(contextOf(id), JSON.stringify(made));
  const expiresAt = daysAfter(clock.now(), 1);
  await em.upsert(StoredAnswer, { id, fingerprint: id, status: 200, sealedBody, expiresAt });
  return made;
}
