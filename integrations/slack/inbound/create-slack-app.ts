import { App, type Receiver } from "@slack/bolt";
import { createBoltLogger } from "../bolt-logger.ts";
import { clientOptionsOf } from "../slack-connection.ts";
import { receiveQuestions } from "./receive-questions.ts";
import { receiveReviews } from "./receive-reviews.ts";
import type { SlackInboundDeps, SlackSettings } from "./slack-inbound-deps.ts";

/** Slack waits three seconds for our response; a view must be open by then. */
const VIEW_TIMEOUT_MS = 2_000;

/**
 * The app was removed, or tokens were revoked: a call with our own token shows whether this concerns us. The
 * app may also be installed in other workspaces, and we hold no tokens of users.
 */
function receiveRemoval(app: App, { checkToken }: SlackInboundDeps): void {
  app.event("app_uninstalled", checkToken);
  app.event("tokens_revoked", checkToken);
}

/** Bolt with our listeners, for one version of the settings. */
export function createSlackApp({ settings }: SlackSettings, receiver: Receiver, deps: SlackInboundDeps): App {
  const app = new App({
    receiver,
    authorize: async () => ({ botToken: settings.bot_token }),
    clientOptions: { ...clientOptionsOf(deps.connection), timeout: VIEW_TIMEOUT_MS },
    logger: createBoltLogger(deps.logger),
    // The listeners ignore the app's own messages themselves, so Bolt need not ask Slack for our id.
    ignoreSelf: false,
    convoStore: false,
  });
  receiveQuestions(app, deps, settings.bot_token !== undefined);
  receiveReviews(app, deps);
  receiveRemoval(app, deps);
  return app;
}
