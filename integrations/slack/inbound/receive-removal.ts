import type { App } from "@slack/bolt";
import type { SlackInboundDeps } from "./slack-inbound-deps.ts";

/**
 * The app was removed, or tokens were revoked: a call with our own token shows whether this concerns us. The
 * app may also be installed in other workspaces, and we hold no tokens of users.
 */
export function receiveRemoval(app: App, { checkToken }: SlackInboundDeps): void {
  app.event("app_uninstalled", checkToken);
  app.event("tokens_revoked", checkToken);
}
