import type { App } from "@slack/bolt";
import type { SlackInboundDeps } from "./slack-inbound-deps.ts";

/**
 * That the app was removed, or tokens were revoked: in which workspace, and whether it is ours, Slack is asked with the
 * token we have. An app may be installed in others too, and of people's own tokens we hold none.
 */
export function hearRemoval(app: App, { checkToken }: SlackInboundDeps): void {
  app.event("app_uninstalled", checkToken);
  app.event("tokens_revoked", checkToken);
}
