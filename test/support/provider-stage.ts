import { beforeEach } from "@jest/globals";
import { createBrowser, type Browser, type Page } from "./browser.ts";
import { startIdentityServer, type IdentityServer } from "./identity-server.ts";
import { createPerson, type Person } from "./people.ts";
import type { Product, SignedIn } from "./product.ts";
import { startProductForFile } from "./product-for-file.ts";
import { stopAfterAll } from "./stop-after-all.ts";
import {
  authorizePath,
  leaveFor,
  plainProvider,
  registerProvider,
  signInWith,
  type Provider,
} from "./test-providers.ts";

export type ProviderKind = "oidc" | "oauth2";

type Honest = Pick<IdentityServer, "sign" | "back" | "claims" | "userinfo" | "failWith" | "isSilent">;

/** Shared by tests of a dishonest identity provider. It is honest again before each test. */
export interface ProviderStage {
  product: Product;
  admin: SignedIn;
  /** One server for both kinds of provider. */
  server: IdentityServer;
  honest: Honest;
  /** The user whose address the honest server reports. */
  user: Person;
  /** The URL of the authorization request. */
  path: string;
  providers: Record<ProviderKind, Provider>;
  /** The provider's name on the sign-in page. */
  nameOf(kind: ProviderKind): string;
  signIn(kind: ProviderKind, browser?: Browser): Promise<Page>;
  /** Goes to the provider and stops before the callback. */
  leave(kind: ProviderKind, browser?: Browser): Promise<{ browser: Browser; back: string }>;
}

export const isSignedIn = (page: Page): boolean => page.html.includes('value="allow"');

const honestAbout = ({ email }: Person, { sign }: IdentityServer): Honest => ({
  sign,
  back: { code: "a-code" },
  claims: { email, email_verified: true },
  userinfo: JSON.stringify({ id: 42, mail: email, confirmed: true }),
  failWith: null,
  isSilent: false,
});

/** The product and the identity server for a whole test file: call it at the top; they stop automatically. */
export async function setUpProviders(): Promise<ProviderStage> {
  const server = await stopAfterAll(startIdentityServer());
  const product = await startProductForFile();
  const admin = await product.signIn("admin");
  const user = await createPerson(product.orm, "customer");
  const path = await authorizePath(admin);
  const honest = honestAbout(user, server);
  const link = { link_by_email: true };
  const providers = {
    oidc: await registerProvider(admin, { name: "Open", issuer: server.url, ...link }),
    oauth2: await registerProvider(admin, {
      ...plainProvider(server.url),
      ...link,
      assume_recent_sign_in: true,
    }),
  };
  beforeEach(() => void Object.assign(server, honest));
  const nameOf = (kind: ProviderKind): string => (kind === "oidc" ? "Open" : "Plain");
  return {
    product,
    admin,
    server,
    honest,
    user,
    path,
    providers,
    nameOf,
    signIn: (kind, browser = createBrowser()) => signInWith(browser, product, path, nameOf(kind)),
    leave: (kind, browser = createBrowser()) =>
      leaveFor(browser, product, path, nameOf(kind), providers[kind]),
  };
}
