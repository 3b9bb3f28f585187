/** The path to which Slack redirects after an installation. */
export const SLACK_REDIRECT_PATH = "/webhooks/slack/oauth_redirect";
export const INSTALL_MINUTES = 10;
