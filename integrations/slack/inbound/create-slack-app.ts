import { App, type Receiver } from "@slack/bolt";
import { createBoltLogger } from "../bolt-logger.ts";
import { clientOptionsOf } from "../slack-way.ts";
import { hearQuestions } from "./hear-questions.ts";
import { hearRemoval } from "./hear-removal.ts";
import { hearReviews } from "./hear-reviews.ts";
import type { SlackInboundDeps, SlackSettings } from "./slack-inbound-deps.ts";

/** Slack waits three seconds for our word; a view has to be open within them. */
const VIEW_TIMEOUT_MS = 2_000;

/** Bolt with our listeners, for one state of the settings. */
export function createSlackApp({ settings }: SlackSettings, receiver: Receiver, deps: SlackInboundDeps): App {
  const app = new App({
    receiver,
    authorize: async () => ({ botToken: settings.bot_token }),
    clientOptions: { ...clientOptionsOf(deps.way), timeout: VIEW_TIMEOUT_MS },
    logger: createBoltLogger(deps.logger),
    // What the app says itself is left out by the listeners: nobody need ask Slack who we are for that.
    ignoreSelf: false,
    convoStore: false,
  });
  hearQuestions(app, deps, settings.bot_token !== undefined);
  hearReviews(app, deps);
  hearRemoval(app, deps);
  return app;
}
