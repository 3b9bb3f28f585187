/** Where Slack sends the browser of whoever installs the app. */
export const SLACK_REDIRECT_PATH = "/webhooks/slack/oauth_redirect";
export const INSTALL_MINUTES = 10;
