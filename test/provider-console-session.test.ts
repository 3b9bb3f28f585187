import { describe, expect, test } from "@jest/globals";
import { Session } from "../domain/identity/session.entity.ts";
import { createBrowser, type Browser, type Page } from "./support/browser.ts";
import { createPerson } from "./support/people.ts";
import { setUpProviders, type ProviderKind } from "./support/provider-stage.ts";
import { follow } from "./support/test-providers.ts";
import { untilWaiting } from "./support/until-waiting.ts";

const stage = await setUpProviders();

/** A request of the console in this browser, which keeps the cookies of the answer. */
async function inConsole(browser: Browser, method: string, path: string, body?: object): Promise<Response> {
  const { anonymous, config } = stage.product;
  const answer = await anonymous.fetch(`/api/v1/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      cookie: Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join("; "),
      origin: config.publicUrl,
      "sec-fetch-site": "same-origin",
      "x-console": "1",
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    },
  });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    browser.cookies.set(name, value);
  }
  return answer;
}

test("a sign-in at a provider continues to the console, whose session names this browser", async () => {
  const browser = createBrowser();
  await stage.signIn("oidc", browser);
  expect((await inConsole(browser, "POST", "auth/session/continue")).status).toBe(200);
  const session = await stage.product.orm.em.fork().findOneOrFail(Session, { user: stage.user.id });
  expect(session).toMatchObject({ userAgent: expect.stringContaining("Firefox"), address: "127.0.0.1" });
});

test("signing out of the console ends it, so that the next person at the browser cannot continue", async () => {
  const browser = createBrowser();
  await stage.signIn("oidc", browser);
  expect((await inConsole(browser, "POST", "auth/session/continue")).status).toBe(200);
  expect((await inConsole(browser, "DELETE", "auth/session")).status).toBe(200);
  expect((await inConsole(browser, "POST", "auth/session/continue")).status).toBe(401);
});

test("ending all other sessions ends it in other browsers, too", async () => {
  const [lost, own] = [createBrowser(), createBrowser()];
  await stage.signIn("oidc", lost);
  await stage.signIn("oidc", own);
  expect((await inConsole(own, "POST", "auth/session/continue")).status).toBe(200);
  expect((await inConsole(own, "DELETE", "users/me/sessions")).status).toBe(200);
  expect((await inConsole(lost, "POST", "auth/session/continue")).status).toBe(401);
});

test("a browser that continues while all other sessions end gets none", async () => {
  const [lost, own] = [createBrowser(), createBrowser()];
  await stage.signIn("oidc", lost);
  await stage.signIn("oidc", own);
  expect((await inConsole(own, "POST", "auth/session/continue")).status).toBe(200);
  const { pending } = await stage.product.orm.em.fork().transactional(async (em) => {
    await em.execute("select 1 from sessions where user_id = ? for update", [stage.user.id]);
    const ending = inConsole(own, "DELETE", "users/me/sessions");
    await untilWaiting(stage.product, 1);
    const continuing = inConsole(lost, "POST", "auth/session/continue");
    await untilWaiting(stage.product, 2);
    return { pending: [ending, continuing] as const };
  });
  const [ended, continued] = await Promise.all(pending);
  expect([ended.status, continued.status]).toEqual([200, 401]);
});

describe("signing in again at a provider", () => {
  const nowSeconds = (): number => Math.floor(Date.now() / 1_000);
  const newKey = async (browser: Browser): Promise<number> =>
    (await inConsole(browser, "POST", "api-keys", { name: "Made here", scopes: ["read"] })).status;

  /** Goes to the provider as a page of the console does, and returns. */
  async function go(browser: Browser, kind: ProviderKind, options: Record<string, string>): Promise<Page> {
    const { product, providers } = stage;
    const query = new URLSearchParams({ return_to: "/sign-in?from=again", ...options }).toString();
    const start = `${product.config.publicUrl}/auth/upstream/${providers[kind].id}?${query}`;
    return follow(browser, await browser.open(start));
  }

  const again = (browser: Browser, kind: ProviderKind) => go(browser, kind, { prompt: "login" });

  /** A browser whose user the provider remembered, since it does not say when. */
  async function continued(kind: ProviderKind): Promise<Browser> {
    const browser = createBrowser();
    await go(browser, kind, {});
    expect((await inConsole(browser, "POST", "auth/session/continue")).status).toBe(200);
    return browser;
  }

  test.each(["oidc", "oauth2"] as const)(
    "is required of users that it may only have remembered (%s)",
    async (kind) => {
      const browser = await continued(kind);
      expect(stage.server.authorizations.at(-1)).not.toHaveProperty("prompt");
      expect(await newKey(browser)).toBe(403);
      await again(browser, kind);
      expect(stage.server.authorizations.at(-1)).toMatchObject({ prompt: "login" });
      expect((await inConsole(browser, "POST", "auth/session/continue")).status).toBe(200);
      expect(await newKey(browser)).toBe(201);
    },
  );

  test("counts from when the provider says that the user authenticated", async () => {
    stage.server.claims = { ...stage.honest.claims, auth_time: nowSeconds() };
    expect(await newKey(await continued("oidc"))).toBe(201);
    stage.server.claims = { ...stage.honest.claims, auth_time: nowSeconds() - 3_600 };
    expect(await newKey(await continued("oidc"))).toBe(403);
  });

  test("is refused if the provider did not ask", async () => {
    const browser = await continued("oidc");
    stage.server.claims = { ...stage.honest.claims, auth_time: nowSeconds() - 3_600 };
    const page = await again(browser, "oidc");
    expect(stage.server.authorizations.at(-1)).toMatchObject({ prompt: "login", max_age: "600" });
    expect([page.status, page.html]).toEqual([
      403,
      expect.stringContaining("did not ask you to sign in again"),
    ]);
    expect(await newKey(browser)).toBe(403);
  });

  test("is refused for someone else, whose session would replace the user's", async () => {
    const browser = await continued("oidc");
    const other = await createPerson(stage.product.orm, "customer");
    stage.server.claims = { email: other.email, email_verified: true, sub: "somebody else" };
    const page = await again(browser, "oidc");
    expect([page.status, page.html]).toEqual([403, expect.stringContaining("signed in someone else")]);
    const sessions = await stage.product.orm.em.fork().count(Session, { user: other.id });
    expect(sessions).toBe(0);
  });
});
