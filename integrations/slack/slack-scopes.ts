/** What the bot is asked to be allowed to do. */
export const WANTED_SCOPES = ["chat:write", "commands", "app_mentions:read", "im:history"] as const;

/** Without the others nobody can write to the app or mention it, and everything else works. */
const NEEDED_SCOPES = ["chat:write", "commands"] as const;

/** What is needed and not among the scopes as Slack lists them, separated by commas. */
export function missingScopes(granted: string): string[] {
  const scopes = granted.split(",").map((scope) => scope.trim());
  return NEEDED_SCOPES.filter((scope) => !scopes.includes(scope));
}
