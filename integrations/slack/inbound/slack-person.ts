import type { ChatPerson } from "../../../domain/integrations/linked-account.commands.ts";

/** A member of a team, as authenticated by Slack. User ids are unique within a team only. */
export const slackPerson = (team: string | undefined, user: string, name = user): ChatPerson => ({
  kind: "slack",
  externalId: `${team ?? ""}:${user}`,
  displayName: name,
});
