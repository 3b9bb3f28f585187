import { Provider, interactionPolicy, type Configuration } from "oidc-provider";
import { exportJWK, generateKeyPair } from "jose";
import { serveLocally } from "../../testkit/serve-locally.ts";
import { createMemoryAdapter } from "./memory-adapter.ts";
import { CLIENT_ID, CLIENT_SECRET } from "./identity-server.ts";

/** A user of the provider. */
export interface OpenidPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** A certified OpenID provider on real HTTP, used by one person. */
export interface OpenidProvider {
  url: string;
  /** The next user to sign in; null refuses. */
  person: OpenidPerson | null;
  /** Its registered redirect URIs. */
  redirectUris: string[];
  stop(): Promise<void>;
}

const signInOnly = (): Configuration["interactions"] => {
  const policy = interactionPolicy.base();
  policy.remove("consent");
  return { policy, url: (_context, { uid }) => `/interaction/${uid}` };
};

export async function startOpenidProvider(): Promise<OpenidProvider> {
  const { url, stop } = await serveLocally((request, response) => void answer(request, response));
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const state: OpenidProvider = { url, stop, person: null, redirectUris: [] };
  const people = new Map<string, OpenidPerson>();

  const adapter = createMemoryAdapter();
  const configuration = (): Configuration => ({
    adapter,
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: state.redirectUris,
        grant_types: ["authorization_code"],
      },
    ],
    jwks: { keys: [keys] },
    cookies: { keys: ["test"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: signInOnly(),
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...people.get(id)! }) }),
    async loadExistingGrant(context) {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client!.clientId,
        accountId: context.oidc.session!.accountId!,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const keys = { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "key-1" };

  /** Created again when the redirect URIs change, that is with each registered provider. */
  let made: { provider: Provider; for: string } | null = null;
  function provider(): Provider {
    const wanted = state.redirectUris.join();
    if (made?.for !== wanted) made = { provider: new Provider(url, configuration()), for: wanted };
    return made.provider;
  }

  async function answer(...[request, response]: Parameters<ReturnType<Provider["callback"]>>): Promise<void> {
    const op = provider();
    if (!request.url!.startsWith("/interaction/")) return op.callback()(request, response);
    const { person } = state;
    if (person !== null) people.set(person.sub, person);
    const result =
      person === null
        ? { error: "access_denied", error_description: "The person said no" }
        : { login: { accountId: person.sub, remember: false } };
    await op.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  return state;
}
