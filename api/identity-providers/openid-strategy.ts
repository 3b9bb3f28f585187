import type { Request } from "express";
import * as openid from "openid-client";
import passport from "passport";
import { STANDARD_ATTRIBUTES } from "../../domain/identity-providers/identity-provider.rules.ts";
import { readIdentity, type ProviderAnswer } from "../../domain/identity-providers/upstream-account.rules.ts";
import { FRESH_MS } from "../../domain/identity/session-actor.rules.ts";
import type { Flow } from "./flow-cookie.ts";

export interface OpenidOptions {
  discover: () => Promise<openid.Configuration>;
  flow: Flow;
  callbackUrl: string;
  scopes: readonly string[];
}

/** OpenID Connect Core, 3.1.2.1. With `max_age`, the ID token states when the user authenticated. */
const AGAIN = { prompt: "login", max_age: String(FRESH_MS / 1_000) };

/**
 * Signs in at an OpenID provider with a code, PKCE, state and nonce; `openid-client` validates the response.
 */
export class OpenidStrategy extends passport.Strategy {
  readonly #options: OpenidOptions;

  constructor(options: OpenidOptions) {
    super();
    this.#options = options;
  }

  override authenticate(request: Request): void {
    const isBack = "state" in request.query;
    const work = isBack
      ? this.#identify(request).then((identity) => this.success(identity))
      : this.#address().then((url) => this.redirect(url.href));
    work.catch((error: unknown) => this.error(error));
  }

  async #address(): Promise<URL> {
    const { discover, flow, callbackUrl, scopes } = this.#options;
    return openid.buildAuthorizationUrl(await discover(), {
      redirect_uri: callbackUrl,
      scope: scopes.join(" "),
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: "S256",
      ...(flow.again ? AGAIN : {}),
    });
  }

  async #identify(request: Request): Promise<ProviderAnswer> {
    const { discover, flow, callbackUrl } = this.#options;
    const config = await discover();
    const back = new URL(callbackUrl);
    back.search = request.originalUrl.split("?").slice(1).join("?");
    const tokens = await openid.authorizationCodeGrant(config, back, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims()!;
    const hasMore = claims["email"] === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
    const attributes = hasMore ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub) : claims;
    const identity = readIdentity(claims.iss, attributes, STANDARD_ATTRIBUTES);
    if (identity === null) throw new Error("the provider returned no usable subject");
    const { auth_time: seconds } = claims;
    return { ...identity, authenticatedAt: typeof seconds === "number" ? seconds * 1_000 : null };
  }
}
