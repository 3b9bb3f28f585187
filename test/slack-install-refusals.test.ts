import { beforeEach, describe, expect, test } from "@jest/globals";
import { Event } from "../domain/events/event.entity.ts";
import { SlackInstallation } from "../domain/slack/slack-installation.entity.ts";
import { User } from "../domain/users/user.entity.ts";
import { ROLES } from "../domain/users/user.rules.ts";
import { createBrowser, type Page } from "./support/browser.ts";
import { SLACK_SECRETS, setInstallStage } from "./support/slack-install-stage.ts";
import { installedAnswer } from "./support/slack-oauth.ts";
import type { SlackAnswer } from "./support/slack-oauth.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

const PATH = "/api/v1/integrations/slack";

const em = () => stage.product.orm.em.fork();

const stage = await stopAfterAll(setInstallStage());
beforeEach(() => stage.reset());

const countConfigured = (): Promise<number> => em().count(Event, { kind: "integration.configured" });

/** Nothing was installed, and a page explains what to do. */
async function expectRefused(work: () => Promise<Page>, status: number, says: RegExp): Promise<void> {
  const before = await countConfigured();
  const page = await work();
  expect(page.html).toMatch(says);
  expect(page.status).toBe(status);
  expect(page.html).toContain("<!doctype html>");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(page.html).not.toMatch(SLACK_SECRETS);
  expect(await countConfigured()).toBe(before);
  expect(await stage.view()).toMatchObject({ configured: false });
  expect((await stage.view()).secrets).not.toContain("bot_token");
}

/** The page at the changed address. */
async function openChanged(change: (url: URL) => void): Promise<Page> {
  const url = new URL(await stage.backFrom(await stage.begin()));
  change(url);
  return createBrowser().open(url.href);
}

describe("the callback is refused", () => {
  const NOT_GOOD = /has expired or was used/;
  test.each<[string, (url: URL) => void]>([
    ["a forged state", (url) => url.searchParams.set("state", "A".repeat(43))],
    ["a changed state", ({ searchParams }) => searchParams.set("state", `${searchParams.get("state")}A`)],
    ["no state", (url) => url.searchParams.delete("state")],
  ])("with %s", async (_what, change) => {
    await expectRefused(() => openChanged(change), 404, NOT_GOOD);
  });

  test("without a code, or with two results", async () => {
    await expectRefused(
      () => openChanged((url) => url.searchParams.delete("code")),
      400,
      /start the installation/,
    );
    await expectRefused(
      () => openChanged((url) => url.searchParams.set("error", "access_denied")),
      400,
      /start the installation/,
    );
  });

  test("with unknown error codes", async () => {
    const made = (url: URL): void => {
      url.searchParams.delete("code");
      url.searchParams.set("error", "call 555 for help");
    };
    await expectRefused(() => openChanged(made), 400, /^(?!.*555)/);
  });

  test("too late", async () => {
    const url = await stage.backFrom(await stage.begin());
    await em().nativeUpdate(
      SlackInstallation,
      { begunBy: stage.admin.id },
      { expiresAt: new Date(Date.now() - 1) },
    );
    await expectRefused(() => createBrowser().open(url), 404, NOT_GOOD);
  });

  test("a second time, which only shows the result, and for a simultaneous request", async () => {
    const browser = createBrowser();
    const url = await stage.backFrom(await stage.begin());
    await stage.signInAt(browser, await browser.open(url), stage.admin);
    expect(stage.slack.to("oauth.v2.access")).toHaveLength(1);
    expect((await browser.open(url)).status).toBe(200);
    // Another visitor learns nothing.
    expect((await createBrowser().open(url)).status).toBe(404);
    expect(stage.slack.to("oauth.v2.access")).toHaveLength(1);
    const again = await stage.backFrom(await stage.begin());
    const pages = await Promise.all([1, 2, 3].map(() => browser.open(again)));
    expect(pages.map(({ status }) => status)).toContain(200);
    expect(stage.slack.to("oauth.v2.access")).toHaveLength(2);
  });

  test("for anyone but the admin who started", async () => {
    const url = await stage.backFrom(await stage.begin());
    const wrong = async (): Promise<Page> => {
      const browser = createBrowser();
      return stage.signInAt(browser, await browser.open(url), stage.admin, "not the password");
    };
    await expectRefused(wrong, 400, /value="sign-in"/);
    for (const role of ROLES) {
      const person = await stage.product.signIn(role);
      const browser = createBrowser();
      const other = async (): Promise<Page> => stage.signInAt(browser, await browser.open(url), person);
      await expectRefused(other, 403, /sign in as the admin who started/);
    }
    expect(stage.slack.to("oauth.v2.access")).toEqual([]);
    // The state can be used only by its owner, so it is still valid.
    const browser = createBrowser();
    expect((await stage.signInAt(browser, await browser.open(url), stage.admin)).html).toContain(
      "Slack is connected",
    );
  });

  const FORMER: [string, (id: string) => Promise<unknown>][] = [
    ["an admin no more", (id) => em().nativeUpdate(User, { id }, { role: "manager" })],
    ["deactivated", (id) => stage.admin.send("DELETE", `/api/v1/users/${id}`)],
  ];
  test.each(FORMER)("for an admin who is %s", async (_what, change) => {
    const former = await stage.product.signIn("admin");
    const url = await stage.backFrom(await stage.begin(former));
    await change(former.id);
    await expectRefused(() => createBrowser().open(url), 403, /may no longer manage integrations/);
  });

  test.each(FORMER)("for an admin who becomes %s during the call to Slack", async (_what, change) => {
    const former = await stage.product.signIn("admin");
    stage.slack.behave("oauth.v2.access", async () => {
      await change(former.id);
      return { body: installedAnswer() };
    });
    await expectRefused(() => stage.install(former), 403, /may no longer manage integrations/);
  });

  test("if the settings belong to another app in the meantime", async () => {
    stage.slack.behave("oauth.v2.access", async () => {
      await stage.admin.send("PUT", PATH, { client_id: "3333333333.4444444444" });
      return { body: installedAnswer() };
    });
    const page = await stage.install();
    expect([page.status, page.html]).toEqual([409, expect.stringContaining("settings have changed")]);
    expect((await stage.view()).secrets).not.toContain("bot_token");
  });

  test("if it was refused at Slack; the state is consumed", async () => {
    stage.slack.oauth.press("cancel");
    const url = await stage.backFrom(await stage.begin());
    await expectRefused(() => createBrowser().open(url), 403, /declined at Slack/);
    await expectRefused(() => createBrowser().open(url), 404, NOT_GOOD);
    expect(stage.slack.to("oauth.v2.access")).toEqual([]);
  });
});

describe("Slack's response is an error:", () => {
  test("an unknown code, by Slack's error code", async () => {
    const unknown = async (): Promise<Page> => {
      const browser = createBrowser();
      const url = new URL(await stage.backFrom(await stage.begin()));
      url.searchParams.set("code", "another");
      return stage.signInAt(browser, await browser.open(url.href), stage.admin);
    };
    await expectRefused(unknown, 400, /has expired or was used/);
  });

  test("a wrong secret, by Slack's error code", async () => {
    await stage.admin.send("PUT", PATH, { client_secret: "not-the-secret" });
    await expectRefused(() => stage.install(), 400, /client_secret does not belong to the app/);
  });

  const says = (body: object): SlackAnswer => ({ body });
  test.each<[string, SlackAnswer, number, RegExp]>([
    [
      "an unknown error",
      says({ ok: false, error: "fatal_error" }),
      502,
      /Slack returned an error: fatal_error/,
    ],
    ["another redirect URI", says({ ok: false, error: "bad_redirect_uri" }), 400, /Redirect URLs/],
    ["a status of 500", { status: 500 }, 502, /Slack answers 500/],
    ["to wait", { status: 429, headers: { "retry-after": "30" } }, 502, /limits our requests/],
    ["a missing scope", says(installedAnswer({ scope: "chat:write" })), 400, /lacks the scopes commands/],
    ["no token", says(installedAnswer({ access_token: undefined })), 400, /no bot token/],
    [
      "a person's token",
      says(installedAnswer({ access_token: "xoxp-1", token_type: "user" })),
      400,
      /no bot token/,
    ],
    ["no workspace", says(installedAnswer({ team: null })), 400, /no bot token/],
    [
      "a whole organisation",
      says(installedAnswer({ is_enterprise_install: true, team: null })),
      400,
      /works with one workspace/,
    ],
    [
      "a token that expires",
      says(installedAnswer({ expires_in: 43_200, refresh_token: "xoxe-1-refresh" })),
      400,
      /Token rotation is on/,
    ],
  ])("%s", async (_what, answer, status, text) => {
    stage.slack.behave("oauth.v2.access", () => answer);
    await expectRefused(() => stage.install(), status, text);
    expect(stage.slack.to("oauth.v2.access")).toHaveLength(1);
  });

  test("none within our deadline", async () => {
    stage.slack.behave("oauth.v2.access", () => ({ hangs: true }));
    await expectRefused(() => stage.install(), 502, /took too long to answer/);
  });
});
