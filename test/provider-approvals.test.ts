import { expect, test } from "@jest/globals";
import { createBrowser, type Browser, type Page } from "./support/browser.ts";
import { setUpProviders, isSignedIn } from "./support/provider-stage.ts";
import { PROVIDERS, follow } from "./support/test-providers.ts";

const stage = await setUpProviders();
const { publicUrl } = stage.product.config;
const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

/** Signs in for the console, without making the provider ask: it may have remembered the user. */
async function rememberedBrowser(): Promise<Browser> {
  const browser = createBrowser();
  const start = `${publicUrl}/auth/upstream/${stage.providers.oidc.id}?return_to=/sign-in`;
  await follow(browser, await browser.open(start));
  return browser;
}

const asksToSignIn = (page: Page): boolean => page.html.includes('name="password"');

test.each([
  ["consent", () => stage.path],
  ["a device", () => "/device"],
])("a sign-in that a provider may only have remembered does not open the page for %s", async (_, path) => {
  const page = await (await rememberedBrowser()).open(publicUrl + path());
  expect([page.status, asksToSignIn(page), isSignedIn(page)]).toEqual([200, true, false]);
  stage.server.claims = { ...stage.honest.claims, auth_time: nowSeconds() - 3_600 };
  expect(asksToSignIn(await (await rememberedBrowser()).open(publicUrl + path()))).toBe(true);
  stage.server.claims = { ...stage.honest.claims, auth_time: nowSeconds() };
  expect(asksToSignIn(await (await rememberedBrowser()).open(publicUrl + path()))).toBe(false);
});

test("these pages make the provider ask, and refuse a user whom it remembered anyway", async () => {
  expect(isSignedIn(await stage.signIn("oidc"))).toBe(true);
  expect(stage.server.authorizations.at(-1)).toMatchObject({ prompt: "login", max_age: "600" });
  stage.server.claims = { ...stage.honest.claims, auth_time: nowSeconds() - 3_600 };
  const page = await stage.signIn("oidc");
  expect([page.status, page.html]).toEqual([
    403,
    expect.stringContaining("did not ask you to sign in again"),
  ]);
});

test("a provider that does not say when the user signed in is refused, unless an administrator believes it", async () => {
  const believe = (assume_recent_sign_in: boolean) =>
    stage.admin.send("PUT", `${PROVIDERS}/${stage.providers.oidc.id}`, { assume_recent_sign_in });
  stage.server.claims = { ...stage.honest.claims, auth_time: undefined };
  const page = await stage.signIn("oidc");
  expect([page.status, page.html]).toEqual([403, expect.stringContaining("does not say when you signed in")]);
  expect((await believe(true)).status).toBe(200);
  expect(isSignedIn(await stage.signIn("oidc"))).toBe(true);
  await believe(false);
  expect((await stage.signIn("oidc")).status).toBe(403);
});
