/** The scopes that the bot requests. */
export const WANTED_SCOPES = ["chat:write", "commands", "app_mentions:read", "im:history"] as const;

/** Without the others, users cannot message or mention the app, but everything else works. */
const NEEDED_SCOPES = ["chat:write", "commands"] as const;

/** The required scopes that are missing from Slack's comma-separated list. */
export function missingScopes(granted: string): string[] {
  const scopes = granted.split(",").map((scope) => scope.trim());
  return NEEDED_SCOPES.filter((scope) => !scopes.includes(scope));
}
