import { beforeEach, describe, expect, test } from "@jest/globals";
import { Event } from "../domain/events/event.entity.ts";
import { readSlackNotices } from "../domain/slack/read-slack-notices.ts";
import { Integration } from "../domain/integrations/integration.entity.ts";
import { SlackInstallation } from "../domain/slack/slack-installation.entity.ts";
import { ROLES } from "../domain/users/user.rules.ts";
import { newId } from "../platform/ids.ts";
import { startSlack } from "../workers/slack/start-slack.ts";
import { auditEntriesOf } from "./support/audit-entries.ts";
import { createBrowser } from "./support/browser.ts";
import { startFeatureWorker } from "./support/feature-worker.ts";
import { startIdentityServer } from "./support/identity-server.ts";
import { SLACK_SECRETS, setInstallStage } from "./support/slack-install-stage.ts";
import { INSTALLED_TOKEN, SLACK_APP } from "./support/slack-oauth.ts";
import { linkInSlack } from "./support/slack-set-up.ts";
import { registerProvider, signInWith } from "./support/test-providers.ts";
import { waitFor } from "./support/wait-for.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

const PATH = "/api/v1/integrations/slack";
const PAGE = "/webhooks/slack/oauth_redirect";

const em = () => stage.product.orm.em.fork();

const stage = await stopAfterAll(setInstallStage());
await stopAfterAll(startFeatureWorker(stage.product.config, startSlack));
beforeEach(() => stage.reset());

describe("settings with the app's credentials and no bot token", () => {
  test("report that the installation is missing and how to do it, as does a test", async () => {
    expect(await stage.view()).toMatchObject({
      configured: false,
      secrets: ["client_secret", "signing_secret"],
      next_step: expect.stringContaining("/slack/install"),
    });
    const { data } = await stage.admin.send<{ last_test: object }>("POST", `${PATH}/test`);
    expect(data.last_test).toMatchObject({ ok: false, problem: "not_installed" });
    expect(stage.slack.calls).toEqual([]);
  });

  test.each([
    [{ client_id: null }, "client_id"],
    [{ client_secret: null }, "client_secret"],
    [{ client_id: null, client_secret: null }, "bot_token"],
    [{ client_id: "an app" }, "client_id"],
  ])("that are invalid are refused: %j", async (change, field) => {
    const { status, body } = await stage.admin.send("PUT", PATH, change);
    expect(status).toBe(400);
    expect(body.error.details["field"]).toBe(field);
  });

  test("send nothing to Slack", async () => {
    const project = { name: "P", framework: "soc2" };
    const { id } = (await stage.admin.send("POST", "/api/v1/projects", project)).data as { id: string };
    const event = await em().findOneOrFail(Event, { kind: "project.created", subjectId: id });
    expect(await readSlackNotices(em(), [event])).toEqual([]);
    await stage.install();
    expect(await readSlackNotices(em(), [event])).toEqual([event.id]);
  });

  test("verify the URL for Slack, and tell users that the app is not ready", async () => {
    const confirm = () =>
      stage.requests.send(JSON.stringify({ type: "url_verification", challenge: "c1" }), "application/json");
    await waitFor(
      async () => (await confirm()).status,
      (status) => status === 200,
    );
    const answered = await waitFor(
      async () => (await stage.requests.command("status", "U1")).text(),
      (text) => text !== "",
    );
    expect(answered).toContain("an administrator must finish the installation");
  });
});

describe("an installation", () => {
  test("leads from the API to Slack and back, and the app answers with its new token", async () => {
    const { data } = await stage.admin.send("POST", `${PATH}/install`);
    const url = new URL(data.authorize_url);
    expect(url.origin + url.pathname).toBe(`${new URL(stage.slack.apiUrl).origin}/oauth/v2/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: SLACK_APP.client_id,
      scope: "chat:write,commands,app_mentions:read,im:history",
      redirect_uri: `${stage.product.config.publicUrl}${PAGE}`,
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    const left = Date.parse(data.expires_at) - Date.now();
    expect(left).toBeGreaterThan(9 * 60_000);
    expect(left).toBeLessThanOrEqual(10 * 60_000);
    const kept = JSON.stringify(await em().find(SlackInstallation, {}));
    expect(kept).not.toContain(url.searchParams.get("state"));

    const browser = createBrowser();
    const confirmation = await browser.open(await stage.backFrom(url.href));
    expect(confirmation.html).toContain("Sign in");
    expect(stage.slack.to("oauth.v2.access")).toEqual([]);
    const page = await stage.signInAt(browser, confirmation, stage.admin);
    expect(page.status).toBe(200);
    expect(page.html).toContain("Slack is connected");
    expect(page.html).toContain("Company &lt;b&gt; (T1)");
    expect(page.html).not.toMatch(SLACK_SECRETS);

    const view = await stage.view();
    expect(view).toMatchObject({
      configured: true,
      next_step: null,
      last_test: { ok: true, problem: null, detail: "installed in Company <b> (T1)" },
    });
    expect(view.secrets).toContain("bot_token");
    expect(JSON.stringify(view)).not.toMatch(SLACK_SECRETS);
    expect(JSON.stringify(await em().find(Integration, {}))).not.toMatch(SLACK_SECRETS);

    await linkInSlack(stage.product, stage.admin, "U1");
    const message = {
      type: "message",
      channel: "D1",
      channel_type: "im",
      user: "U1",
      text: "help",
      ts: "1.1",
    };
    const [welcome] = await waitFor(
      async () => {
        await stage.requests.event(message, `Ev${newId()}`);
        return stage.slack.to("chat.postMessage");
      },
      (calls) => calls.length > 0,
    );
    expect(welcome!.token).toBe(INSTALLED_TOKEN);
    expect(JSON.stringify(welcome!.args)).toContain("What you can ask");
  });

  test("adds an entry to the audit log with the admin's name", async () => {
    const other = await stage.product.signIn("admin");
    expect((await stage.install(other)).status).toBe(200);
    const entries = await auditEntriesOf(stage.product, stage.admin, { action: "integration.configured" });
    const entry = entries.at(-1)!;
    expect(entry).toMatchObject({ actor_id: other.id, actor_role: "admin" });
    expect(entry.data["changed"]).toEqual(["bot_token"]);
    expect(entry.address).not.toBeNull();
    expect(entry.request_id).not.toBeNull();
    expect(JSON.stringify(entries)).not.toMatch(SLACK_SECRETS);
  });

  test("can be finished after a sign-in at an identity provider", async () => {
    const server = await startIdentityServer();
    try {
      server.claims = { email: stage.admin.email, email_verified: true };
      await registerProvider(stage.admin, { issuer: server.url, link_by_email: true });
      const { pathname, search } = new URL(await stage.backFrom(await stage.begin()));
      const page = await signInWith(createBrowser(), stage.product, `${pathname}${search}`);
      expect(page.html).toContain("Slack is connected");
    } finally {
      await server.stop();
    }
  });

  test("shows its result again when the last page is reloaded, to its admin only", async () => {
    const browser = createBrowser();
    const url = await stage.backFrom(await stage.begin());
    const page = await stage.signInAt(browser, await browser.open(url), stage.admin);
    expect(page.html).toContain("Slack is connected");
    const exchanged = stage.slack.to("oauth.v2.access").length;
    const again = await browser.open(url);
    expect([again.status, again.html]).toEqual([200, expect.stringContaining("Company &lt;b&gt; (T1)")]);
    expect(stage.slack.to("oauth.v2.access")).toHaveLength(exchanged);
    const stranger = await createBrowser().open(url);
    expect([stranger.status, stranger.html]).toEqual([404, expect.stringContaining("cannot be used")]);
  });

  test("needs no further sign-in in a signed-in browser", async () => {
    const browser = createBrowser();
    await stage.signInAt(browser, await browser.open(await stage.backFrom(await stage.begin())), stage.admin);
    expect((await browser.open(await stage.backFrom(await stage.begin()))).html).toContain(
      "Slack is connected",
    );
  });
});

describe("starting an installation", () => {
  test.each(ROLES.filter((role) => role !== "admin"))("is refused to a %s", async (role) => {
    const person = await stage.product.signIn(role);
    expect((await person.send("POST", `${PATH}/install`)).status).toBe(404);
    expect(await em().count(SlackInstallation, { begunBy: person.id })).toBe(0);
  });

  test("is refused to anonymous callers, and without the app's credentials", async () => {
    expect((await stage.product.anonymous.send("POST", `${PATH}/install`)).status).toBe(401);
    await stage.admin.send("PUT", PATH, { bot_token: "xoxb-by-hand", client_id: null, client_secret: null });
    const refused = await stage.admin.send("POST", `${PATH}/install`);
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toContain("client_id and client_secret");
  });
});

describe("when Slack reports that the app is gone", () => {
  const gone = (type: string) => stage.requests.event({ type, tokens: { bot: ["UBOT"] } }, `Ev${newId()}`);
  const failing = (): Promise<number> => em().count(Event, { kind: "integration.failing" });

  beforeEach(async () => {
    expect((await stage.install()).status).toBe(200);
  });

  test.each(["app_uninstalled", "tokens_revoked"])(
    "%s: the integration fails at once and is reported once",
    async (type) => {
      const before = await failing();
      stage.slack.behave("auth.test", () => ({ body: { ok: false, error: "token_revoked" } }));
      for (let n = 0; n < 2; n += 1) expect((await gone(type)).status).toBe(200);
      expect(stage.slack.to("auth.test")[0]!.token).toBe(INSTALLED_TOKEN);
      const view = await stage.view();
      expect(view.failing_since).not.toBeNull();
      expect(view.last_test).toMatchObject({ ok: false, problem: "bad_credentials" });
      expect(await failing()).toBe(before + 1);
      expect((await stage.install()).status).toBe(200);
      expect(await stage.view()).toMatchObject({ failing_since: null, last_test: { ok: true } });
    },
  );

  test("another workspace changes nothing; if Slack is unreachable, it must report again", async () => {
    stage.slack.behave("auth.test", () => ({ body: { ok: true, user: "bot", team: "Company" } }));
    expect((await gone("app_uninstalled")).status).toBe(200);
    stage.slack.behave("auth.test", () => ({ status: 503 }));
    expect((await gone("app_uninstalled")).status).toBe(500);
    expect(await stage.view()).toMatchObject({ failing_since: null, last_test: { ok: true } });
  });
});
