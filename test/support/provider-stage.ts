import { afterAll, beforeAll, beforeEach } from "@jest/globals";
import { createBrowser, type Browser, type Page } from "./browser.ts";
import { startIdentityServer, type IdentityServer } from "./identity-server.ts";
import { createPerson, type Person } from "./people.ts";
import { startProduct, type Product, type SignedIn } from "./product.ts";
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

/** Starts the product and the identity server before the tests of a file, and stops them after them. */
export function setUpProviders(): ProviderStage {
  const stage = {} as ProviderStage;
  beforeAll(async () => {
    stage.product = await startProduct();
    const admin = (stage.admin = await stage.product.signIn("admin"));
    stage.server = await startIdentityServer();
    stage.user = await createPerson(stage.product.orm, "customer");
    stage.path = await authorizePath(admin);
    stage.honest = honestAbout(stage.user, stage.server);
    const { url } = stage.server;
    const link = { link_by_email: true };
    stage.providers = {
      oidc: await registerProvider(admin, { name: "Open", issuer: url, ...link }),
      oauth2: await registerProvider(admin, { ...plainProvider(url), ...link }),
    };
  }, 120_000);
  afterAll(async () => {
    await stage.product.stop();
    await stage.server.stop();
  });
  beforeEach(() => void Object.assign(stage.server, stage.honest));
  const nameOf = (kind: ProviderKind): string => (kind === "oidc" ? "Open" : "Plain");
  return Object.assign(stage, {
    nameOf,
    signIn: (kind: ProviderKind, browser = createBrowser()) =>
      signInWith(browser, stage.product, stage.path, nameOf(kind)),
    leave: (kind: ProviderKind, browser = createBrowser()) =>
      leaveFor(browser, stage.product, stage.path, nameOf(kind), stage.providers[kind]),
  });
}
