import type { Browser, Page } from "./browser.ts";
import { CHALLENGE, REDIRECT_URI, registerClient } from "./oauth.ts";
import type { Product, SignedIn } from "./product.ts";
import { CLIENT_ID, CLIENT_SECRET } from "./identity-server.ts";

export interface Provider {
  id: string;
  redirect_uri: string;
}

export const PROVIDERS = "/api/v1/identity-providers";

/** Registers a provider of the kind `oidc`, as modified by `change`. */
export async function registerProvider(admin: SignedIn, change: object): Promise<Provider> {
  const { status, data, body } = await admin.send<Provider>("POST", PROVIDERS, {
    name: "Acme",
    kind: "oidc",
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    ...change,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return data;
}

/** A provider of the kind `oauth2` with its own attribute names. */
export const plainProvider = (url: string) => ({
  name: "Plain",
  kind: "oauth2",
  authorization_url: `${url}/authorize?tenant=acme`,
  token_url: `${url}/token`,
  userinfo_url: `${url}/userinfo`,
  attributes: { subject: "id", email: "mail", email_verified: "confirmed" },
  scopes: ["profile", "mail"],
});

/** The URL of an authorization request that shows the sign-in page. */
export async function authorizePath(admin: SignedIn): Promise<string> {
  const { client_id } = await registerClient(admin);
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: REDIRECT_URI,
    scope: "read",
    state: "app state",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
  });
  return `/oauth/authorize?${query.toString()}`;
}

/** Follows redirects across hosts until there is a page, or one matches `stop`. */
export async function follow(browser: Browser, page: Page, stop?: (url: string) => boolean): Promise<Page> {
  let here = page;
  while (here.location !== null && stop?.(here.location) !== true) here = await browser.open(here.location);
  return here;
}

/** The URL of a button on the sign-in page. */
export function buttonOf(page: Page, name: string): string {
  const pattern = new RegExp(`<a href="([^"]*)">Sign in with ${name}</a>`);
  const href = pattern.exec(page.html)?.[1];
  if (href === undefined) throw new Error(`no button for ${name} on ${page.url}`);
  return new URL(href.replaceAll("&amp;", "&"), page.url).href;
}

/** Presses the button and follows all redirects. */
export async function signInWith(
  browser: Browser,
  product: Product,
  path: string,
  name = "Acme",
): Promise<Page> {
  const page = await browser.open(`${product.config.publicUrl}${path}`);
  return follow(browser, await browser.open(buttonOf(page, name)));
}

/** Goes to the provider and stops before the callback; `back` is its URL. */
export async function leaveFor(
  browser: Browser,
  product: Product,
  path: string,
  name: string,
  provider: Provider,
): Promise<{ browser: Browser; back: string }> {
  const page = await browser.open(`${product.config.publicUrl}${path}`);
  const there = await browser.open(buttonOf(page, name));
  const last = await follow(browser, there, (url) => url.startsWith(provider.redirect_uri));
  return { browser, back: last.location! };
}
