import { beforeEach, describe, expect, test } from "@jest/globals";
import { User } from "../domain/users/user.entity.ts";
import { newId } from "../platform/ids.ts";
import { eventKinds } from "./support/event-kinds.ts";
import { createBrowser, type Page } from "./support/browser.ts";
import { startOpenidProvider } from "./support/openid-provider.ts";
import { REDIRECT_URI, VERIFIER, postForm, registerClient } from "./support/oauth.ts";
import { createPerson } from "./support/people.ts";
import { untilWaiting } from "./support/until-waiting.ts";
import { PROVIDERS, authorizePath, registerProvider, signInWith } from "./support/test-providers.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const SETTINGS = {
  link_by_email: true,
  create_users: false,
  enabled: true,
  allowed_email_domains: ["acme.example"],
};
const settings = (change: object) => admin.send("PUT", `${PROVIDERS}/${acme.id}`, { ...SETTINGS, ...change });

const provider = await stopAfterAll(startOpenidProvider());
const product = await startProductForFile();
const admin = await product.signIn("admin");
const acme = await registerProvider(admin, { issuer: provider.url });
provider.redirectUris = [acme.redirect_uri];
const path = await authorizePath(admin);
beforeEach(async () => void (await settings({})));

/** A user at the provider, with one of our email addresses or another. */
const person = (email = `${newId()}@acme.example`, change: object = {}) =>
  (provider.person = { sub: `sub-${newId()}`, email, email_verified: true, name: "Ada Lovelace", ...change });

const signIn = (browser = createBrowser()): Promise<Page> => signInWith(browser, product, path);
const isConsentFor = (page: Page, email: string): void => {
  expect(page.status).toBe(200);
  expect(page.html).toContain('value="allow"');
  expect(page.html).toContain(email);
};
const userOf = (email: string) => product.orm.em.fork().findOne(User, { email });
const accountsOf = async (id: string) =>
  (await admin.get(`/api/v1/users/${id}/upstream-accounts`)).data.upstream_accounts;

describe("a sign-in at an OpenID provider", () => {
  test("links the user with the verified address and continues to consent, a code and tokens", async () => {
    const user = await createPerson(product.orm, "customer");
    const { sub } = person(user.email.toUpperCase());
    const browser = createBrowser();
    const consent = await signIn(browser);
    isConsentFor(consent, user.email);
    expect(browser.cookies.get("upstream")).toBe("");
    const answer = await browser.press(consent, { action: "allow" });
    const { searchParams } = new URL(answer.location!);
    expect(searchParams.get("state")).toBe("app state");
    const [account, ...others] = await accountsOf(user.id);
    expect(others).toEqual([]);
    expect(account).toMatchObject({
      issuer: provider.url,
      subject: sub,
      provider: { id: acme.id, name: "Acme" },
    });
    expect(await eventKinds(product, user.id)).toContain("user.upstream_linked");
    expect((await userOf(user.email))!.lastLogin).not.toBeNull();
  });

  test("ends with a token of the user for the application", async () => {
    const user = await createPerson(product.orm, "customer");
    person(user.email);
    const client = await registerClient(admin, { type: "public", grants: ["authorization_code"] });
    const browser = createBrowser();
    const mine = path.replace(/client_id=[^&]*/, `client_id=${client.client_id}`);
    const answer = await browser.press(await signInWith(browser, product, mine), { action: "allow" });
    const { body } = await postForm(product, "/oauth/token", {
      grant_type: "authorization_code",
      code: new URL(answer.location!).searchParams.get("code")!,
      redirect_uri: REDIRECT_URI,
      client_id: client.client_id,
      code_verifier: VERIFIER,
    });
    const headers = { authorization: `Bearer ${body.access_token}` };
    expect((await product.anonymous.get("/api/v1/users/me", headers)).data.id).toBe(user.id);
  });

  test("uses issuer and subject from then on, whatever the address", async () => {
    const user = await createPerson(product.orm, "customer");
    const known = person(user.email);
    await signIn();
    await settings({ link_by_email: false });
    provider.person = { sub: known.sub, email: "new-name@acme.example", email_verified: false };
    isConsentFor(await signIn(), user.email);
    const otherPerson = person(user.email);
    expect(otherPerson.sub).not.toBe(known.sub);
    expect((await signIn()).status).toBe(403);
  });

  test("works for the page of a device", async () => {
    const user = await createPerson(product.orm, "customer");
    person(user.email);
    const page = await signInWith(createBrowser(), product, "/device");
    expect(page.html).toContain('name="user_code"');
  });
});

describe("an unknown account", () => {
  const refused = async (): Promise<void> => {
    const page = await signIn();
    expect(page.status).toBe(403);
    expect(page.html).toContain("ask your administrator");
    expect(page.html).toContain('href="/oauth/authorize?');
  };

  test("with the address of a user is refused if linking is off", async () => {
    await settings({ link_by_email: false, create_users: true });
    person((await createPerson(product.orm, "customer")).email);
    await refused();
  });

  test.each([
    ["reported as unverified", { email_verified: false }],
    ["without any claim about its verification", { email_verified: undefined }],
    ["reported as verified in another form", { email_verified: "true" }],
  ])("with an address %s is refused", async (_name, change) => {
    await settings({ create_users: true });
    person((await createPerson(product.orm, "customer")).email, change);
    await refused();
    person(undefined, change);
    await refused();
  });

  test("is refused if users are not created", async () => {
    const { email } = person();
    await refused();
    expect(await userOf(email)).toBeNull();
  });

  test("becomes a user of the configured role once, if enabled", async () => {
    await settings({ create_users: true, default_role: "auditor" });
    const { email } = person();
    isConsentFor(await signIn(), email);
    const user = (await userOf(email))!;
    expect(user).toMatchObject({ role: "auditor", name: "Ada Lovelace", active: true });
    expect(await eventKinds(product, user.id)).toEqual(["user.created", "user.upstream_linked"]);
    isConsentFor(await signIn(), email);
    expect(await accountsOf(user.id)).toHaveLength(1);
  });

  test("becomes one user in simultaneous sign-ins", async () => {
    await settings({ create_users: true });
    const { email } = person();
    const pages = await Promise.all([signIn(), signIn(), signIn()]);
    for (const page of pages) isConsentFor(page, email);
    expect(await accountsOf((await userOf(email))!.id)).toHaveLength(1);
  });

  test.each(["ada@other.example", "ada@sub.acme.example", "ada@acme.example.org", "acme.example@x.example"])(
    "as %s is refused: not an allowed domain",
    async (email) => {
      await settings({ create_users: true });
      person(email);
      await refused();
    },
  );

  test("does not match a user with another account there, because addresses are reassigned", async () => {
    const user = await createPerson(product.orm, "customer");
    person(user.email);
    await signIn();
    person(user.email);
    await refused();
  });
});

describe("a sign-in is refused to", () => {
  test("a deactivated user, linked or not", async () => {
    const user = await createPerson(product.orm, "customer");
    person(user.email);
    await signIn();
    await product.orm.em.fork().nativeUpdate(User, { id: user.id }, { active: false });
    const page = await signIn();
    expect(page.status).toBe(403);
    expect(page.html).toContain("deactivated");
    person((await createPerson(product.orm, "customer", { active: false })).email);
    expect((await signIn()).status).toBe(403);
  });

  test("a person who refuses at the provider, with a link back", async () => {
    provider.person = null;
    const page = await signIn();
    expect(page.status).toBe(403);
    expect(page.html).toContain("Acme did not sign you in: you cancelled it, or Acme does not let you");
  });

  test("an unlinked account that may not be linked again", async () => {
    const user = await createPerson(product.orm, "customer");
    person(user.email);
    await signIn();
    const [account] = await accountsOf(user.id);
    const unlinked = await admin.send("DELETE", `/api/v1/users/${user.id}/upstream-accounts/${account!.id}`);
    expect(unlinked.status).toBe(200);
    expect(await eventKinds(product, user.id)).toContain("user.upstream_unlinked");
    await settings({ link_by_email: false });
    expect((await signIn()).status).toBe(403);
  });

  test("anyone through a provider disabled or removed in the meantime", async () => {
    const page = await createBrowser().open(`${product.config.publicUrl}${path}`);
    await settings({ enabled: false });
    expect((await createBrowser().open(page.url)).html).not.toContain("Acme");
    const query = new URLSearchParams({ return_to: path }).toString();
    const started = await createBrowser().open(
      `${product.config.publicUrl}/auth/upstream/${acme.id}?${query}`,
    );
    expect(started.status).toBe(404);
    expect(started.html).toContain("no longer offered");
  });
});

test("a user whom an administrator creates during their first sign-in at a provider exists once", async () => {
  await settings({ create_users: true, link_by_email: true });
  const { email } = person();
  const { pending } = await product.orm.em.fork().transactional(async (em) => {
    // The sign-in has found no user, and waits to create one.
    await em.execute("lock table upstream_accounts in share mode");
    await em.execute("lock table users in share mode");
    const signingIn = signIn();
    await untilWaiting(product, 1);
    const body = { email, name: "Ada Lovelace", role: "customer", password: "correct horse battery staple" };
    const creating = admin.send("POST", "/api/v1/users", body);
    await untilWaiting(product, 2);
    return { pending: [signingIn, creating] as const };
  });
  const [page, { status }] = await Promise.all(pending);
  expect([
    [200, 409],
    [409, 201],
  ]).toContainEqual([page.status, status]);
});

test("a user who is being deactivated is refused", async () => {
  const user = await createPerson(product.orm, "customer");
  person(user.email);
  isConsentFor(await signIn(), user.email);
  const { pending } = await product.orm.em.fork().transactional(async (em) => {
    await em.execute("select 1 from users where id = ? for update", [user.id]);
    const deactivating = admin.send("DELETE", `/api/v1/users/${user.id}`);
    await untilWaiting(product, 1);
    const signingIn = signIn();
    await untilWaiting(product, 2);
    return { pending: [deactivating, signingIn] as const };
  });
  const [deactivated, page] = await Promise.all(pending);
  expect([deactivated.status, page.status]).toEqual([200, 403]);
});
