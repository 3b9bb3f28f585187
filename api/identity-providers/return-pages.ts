import { LINK_PATH } from "../../domain/integrations/linked-account.rules.ts";
import { SLACK_REDIRECT_PATH } from "../../domain/slack/slack-installation.rules.ts";

/** The only one that accepts a user whom the provider remembered: the others ask for a consent that lasts. */
export const CONSOLE_PAGE = "/sign-in";

/** The pages to which a sign-in may return; redirecting anywhere else would make us an open redirector. */
export const RETURN_PAGES: readonly string[] = [
  "/oauth/authorize",
  "/device",
  CONSOLE_PAGE,
  LINK_PATH,
  SLACK_REDIRECT_PATH,
];
