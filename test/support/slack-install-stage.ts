import { expect } from "@jest/globals";
import { createBrowser, type Browser, type Page } from "./browser.ts";
import { PASSWORD } from "./people.ts";
import { startProduct, type Product, type SignedIn } from "./product.ts";
import { INSTALLED_TOKEN, SLACK_APP } from "./slack-oauth.ts";
import { SLACK_SECRET, createSlackRequests, type SlackRequests } from "./slack-requests.ts";
import { startSlackServer, type SlackServer } from "./slack-server.ts";

const PATH = "/api/v1/integrations/slack";

/** Text that no response and no row may contain. */
export const SLACK_SECRETS = new RegExp([SLACK_APP.client_secret, SLACK_SECRET, INSTALLED_TOKEN].join("|"));

interface SlackView {
  configured: boolean;
  secrets: string[];
  next_step: string | null;
  failing_since: string | null;
  last_test: { ok: boolean; problem: string | null; detail: string } | null;
}

/** A product with Slack, and an admin's steps between them. */
export interface InstallStage {
  slack: SlackServer;
  product: Product;
  admin: SignedIn;
  requests: SlackRequests;
  /** Slack is configured but not installed, and answers normally. */
  reset(): Promise<void>;
  view(): Promise<SlackView>;
  /** Starts an installation; returns the URL of Slack's page. */
  begin(by?: SignedIn): Promise<string>;
  /** Visits Slack's page; returns where it redirects the browser. */
  backFrom(authorizeUrl: string): Promise<string>;
  signInAt(browser: Browser, page: Page, person: { email: string }, password?: string): Promise<Page>;
  /** The whole installation in one browser, up to the last page. */
  install(by?: SignedIn): Promise<Page>;
  stop(): Promise<void>;
}

export async function setInstallStage(): Promise<InstallStage> {
  const slack = await startSlackServer();
  const product = await startProduct({ environment: { SLACK_API_URL: slack.apiUrl } });
  const admin = await product.signIn("admin");
  const begin = async (by: SignedIn = admin): Promise<string> => {
    const { status, data } = await by.send("POST", `${PATH}/install`);
    expect(status).toBe(200);
    return data.authorize_url;
  };
  const backFrom = async (url: string): Promise<string> => (await createBrowser().open(url)).location!;
  const signInAt: InstallStage["signInAt"] = (browser, page, { email }, password = PASSWORD) =>
    browser.press(page, { action: "sign-in", email, password });
  return {
    slack,
    product,
    admin,
    requests: createSlackRequests(product.config.backendUrl, slack.responseUrl),
    async reset() {
      slack.reset();
      const settings = { ...SLACK_APP, signing_secret: SLACK_SECRET, default_channel: "#compliance" };
      expect((await admin.send("PUT", PATH, { ...settings, bot_token: null })).status).toBe(200);
    },
    view: async () => (await admin.get("/api/v1/integrations")).data.integrations[0] as SlackView,
    begin,
    backFrom,
    signInAt,
    async install(by = admin) {
      const browser = createBrowser();
      const page = await browser.open(await backFrom(await begin(by)));
      return page.html.includes('value="sign-in"') ? signInAt(browser, page, by) : page;
    },
    async stop() {
      await product.stop();
      await slack.stop();
    },
  };
}
