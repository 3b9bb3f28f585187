import { LRUCache } from "lru-cache";
import * as openid from "openid-client";
import type { Strategy } from "passport";
import type { SecretSealer } from "../../domain/identity-providers/identity-provider.commands.ts";
import type { IdentityProvider } from "../../domain/identity-providers/identity-provider.entity.ts";
import { secretContextOf } from "../../domain/identity-providers/identity-provider.rules.ts";
import { open, seal } from "../../platform/crypto/crypto.ts";
import { OutboundError } from "../../platform/http/outbound-error.ts";
import type { Outbound } from "../../platform/http/outbound.ts";
import type { Flow } from "./flow-cookie.ts";
import { UserinfoStrategy } from "./oauth2-strategy.ts";
import { OpenidStrategy } from "./openid-strategy.ts";

/** A provider's metadata and keys are cached for a while. */
const DESCRIPTIONS = { max: 100, ttl: 5 * 60_000 };

interface ProviderSignInDeps {
  outbound: Outbound;
  encryptionKey: Buffer;
  /** Our own address, as browsers see it. */
  issuer: string;
}

/** Connects to identity providers. */
export interface ProviderSignIn {
  secrets: SecretSealer;
  callbackUrl(providerId: string): string;
  /** A Passport strategy for one sign-in of one browser. */
  strategy(provider: IdentityProvider, flow: Flow): Strategy;
  /** Checks whether the provider is reachable; returns null, or a message about what is wrong. */
  check(provider: IdentityProvider): Promise<string | null>;
}

/**
 * The client authentication method that the provider supports; Basic if it does not say (OpenID Connect
 * Discovery, 3).
 */
const clientAuth =
  (secret: string): openid.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const choose = methods.includes("client_secret_basic")
      ? openid.ClientSecretBasic
      : openid.ClientSecretPost;
    choose(secret)(server, ...rest);
  };

export function createProviderSignIn({
  outbound,
  encryptionKey,
  issuer,
}: ProviderSignInDeps): ProviderSignIn {
  const descriptions = new LRUCache<string, openid.Configuration>(DESCRIPTIONS);
  const secretOf = (provider: IdentityProvider): string =>
    open(encryptionKey, provider.sealedClientSecret, secretContextOf(provider.id));

  async function fetchWhole(address: string | URL, init?: RequestInit): Promise<Response> {
    const response = await outbound.fetch(address, init);
    if (response.status >= 500) throw new OutboundError(new URL(address), `answered ${response.status}`);
    return response;
  }

  const discover = (provider: IdentityProvider): Promise<openid.Configuration> =>
    openid.discovery(
      new URL(provider.issuer!),
      provider.clientId,
      undefined,
      clientAuth(secretOf(provider)),
      {
        [openid.customFetch]: fetchWhole,
        // The outbound client decides where plain http is allowed. The signature is checked although TLS
        // vouches for the sender.
        // eslint-disable-next-line typescript/no-deprecated
        execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
      },
    );

  async function describe(provider: IdentityProvider): Promise<openid.Configuration> {
    const version = `${provider.id} ${provider.updatedAt.getTime()}`;
    const kept = descriptions.get(version);
    if (kept !== undefined) return kept;
    const config = await discover(provider);
    descriptions.set(version, config);
    return config;
  }

  const callbackUrl = (providerId: string): string => `${issuer}/auth/upstream/${providerId}/callback`;

  return {
    secrets: { seal: (plain, context) => seal(encryptionKey, plain, context) },
    callbackUrl,
    strategy(provider, flow) {
      const trip = { flow, callbackUrl: callbackUrl(provider.id) };
      return provider.kind === "oidc"
        ? new OpenidStrategy({ ...trip, discover: () => describe(provider), scopes: provider.scopes })
        : new UserinfoStrategy({ ...trip, provider, clientSecret: secretOf(provider), fetch: fetchWhole });
    },
    async check(provider) {
      try {
        if (provider.kind === "oidc") await discover(provider);
        else await Promise.all([fetchWhole(provider.tokenUrl!), fetchWhole(provider.userinfoUrl!)]);
        return null;
      } catch (error) {
        return sentenceOf(error);
      }
    },
  };
}

/** The innermost error with a message. */
function sentenceOf(error: unknown): string {
  const { message, cause } = error as Error;
  return error instanceof OutboundError || !(cause instanceof Error) ? message : sentenceOf(cause);
}
