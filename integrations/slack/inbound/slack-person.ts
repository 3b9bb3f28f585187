import type { ChatPerson } from "../../../domain/integrations/linked-account.commands.ts";

/** Somebody of a team, as Slack vouches for them. Ids of users are unique in a team only. */
export const slackPerson = (team: string | undefined, user: string, name = user): ChatPerson => ({
  kind: "slack",
  externalId: `${team ?? ""}:${user}`,
  displayName: name,
});
