import { LINK_PATH } from "../../domain/integrations/linked-account.rules.ts";
import { SLACK_REDIRECT_PATH } from "../../domain/slack/slack-installation.rules.ts";

/** The pages to which a sign-in may return; redirecting anywhere else would make us an open redirector. */
export const RETURN_PAGES: readonly string[] = [
  "/oauth/authorize",
  "/device",
  "/sign-in",
  LINK_PATH,
  SLACK_REDIRECT_PATH,
];
