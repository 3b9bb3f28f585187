import type { CurrentSettings } from "../../../domain/integrations/read-integration.ts";
import type { ChatPerson } from "../../../domain/integrations/linked-account.commands.ts";
import type { Logger } from "../../../platform/logger.ts";
import type { SlackWay } from "../slack-way.ts";

export type SlackSettings = CurrentSettings<"slack">;

/** Starts what lasts longer than Slack waits. The id comes from Slack's own ids: the same thing is started once. */
export type StartSlackWorkflow = (
  workflow: "answerSlack" | "reviewFromSlack",
  workflowId: string,
  input: object,
) => Promise<void>;

/** What hearing Slack takes. */
export interface SlackInboundDeps {
  /** The settings as they are now; null while there are none. */
  settings(): Promise<SlackSettings | null>;
  isLinked(person: Pick<ChatPerson, "kind" | "externalId">): Promise<boolean>;
  /** Asks Slack whether it still takes our token, and keeps it when it does not. Rejects when Slack cannot be asked. */
  checkToken(): Promise<void>;
  start: StartSlackWorkflow;
  way: SlackWay;
  logger: Logger;
}
