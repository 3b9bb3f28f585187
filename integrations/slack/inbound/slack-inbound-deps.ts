import type { CurrentSlackSettings } from "../../../domain/slack/read-slack-settings.ts";
import type { Texts } from "../../../domain/texts/en.ts";
import type { ChatPerson } from "../../../domain/integrations/linked-account.commands.ts";
import type { Logger } from "../../../platform/logger.ts";
import type { SlackConnection } from "../slack-connection.ts";

export type SlackSettings = CurrentSlackSettings;

/**
 * Starts work that takes longer than Slack waits. The id derives from Slack's ids, so repeated requests start
 * it once.
 */
export type StartSlackWorkflow = (
  workflow: "answerSlack" | "reviewFromSlack",
  workflowId: string,
  input: object,
) => Promise<void>;

/** Dependencies for receiving from Slack. */
export interface SlackInboundDeps {
  /** The current settings; null if there are none. */
  settings(): Promise<SlackSettings | null>;
  /** Whether the person is linked, and the texts in the language of the linked user, otherwise in English. */
  findReader(person: Pick<ChatPerson, "kind" | "externalId">): Promise<{ isLinked: boolean; texts: Texts }>;
  /** Checks our token with Slack, and records its refusal. Rejects if Slack is unreachable. */
  checkToken(): Promise<void>;
  start: StartSlackWorkflow;
  connection: SlackConnection;
  logger: Logger;
}
