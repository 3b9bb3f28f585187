import { hash } from "node:crypto";
import type { Request } from "express";
import OAuth2Strategy from "passport-oauth2";
import { z } from "zod";
import type { IdentityProvider } from "../../domain/identity-providers/identity-provider.entity.ts";
import { readIdentity, type ProviderAnswer } from "../../domain/identity-providers/upstream-account.rules.ts";
import type { Outbound } from "../../platform/http/outbound.ts";
import type { Flow } from "./flow-cookie.ts";

type Verified = (error: Error | null, ok: boolean, state: null) => void;
type Done = (error: unknown, result?: string) => void;

/** What the provider says about a person; the provider's settings name the fields. */
const Attributes = z.record(z.string(), z.unknown());

/** The library's HTTP method that all others use. */
interface Transport {
  _request(
    method: string,
    url: string,
    headers: Record<string, string> | null,
    body: string | null,
    accessToken: string | null,
    done: Done,
  ): void;
}

export interface OAuth2Options {
  provider: IdentityProvider;
  clientSecret: string;
  flow: Flow;
  callbackUrl: string;
  fetch: Outbound["fetch"];
}

/** An OAuth 2.0 provider has no issuer; ours is a URN that cannot collide with a real one. */
const issuerOf = (provider: IdentityProvider): string => `urn:uuid:${provider.id}`;

/** RFC 9207: a response that names another server than the one contacted belongs to another sign-in. */
function mixUp({ query: { iss } }: Request, provider: IdentityProvider): Error | null {
  const issuer = typeof iss === "string" && URL.canParse(iss) ? new URL(iss).origin : iss;
  if (issuer === undefined || issuer === new URL(provider.authorizationUrl!).origin) return null;
  return new Error("the answer has a different issuer");
}

/**
 * Stores in the browser what others store in a session. The library selects an overload by the number of
 * parameters.
 */
const stateOf = (flow: Flow, provider: IdentityProvider) =>
  ({
    store: (_request: Request, stored: (error: null, state: string) => void) => stored(null, flow.state),
    verify: (request: Request, state: string, verified: Verified) =>
      verified(mixUp(request, provider), state === flow.state, null),
  }) as unknown as OAuth2Strategy.StateStore;

/** An unsuccessful response, in the form in which the library looks for the error code. */
class AnswerError extends Error {
  readonly statusCode: number;
  readonly data: string;

  constructor(statusCode: number, data: string) {
    super(`the provider answered ${statusCode}`);
    this.name = "AnswerError";
    this.statusCode = statusCode;
    this.data = data;
  }
}

/**
 * Signs in at a plain OAuth 2.0 provider with a code, PKCE and state, and reads the user from its userinfo
 * endpoint.
 */
export class UserinfoStrategy extends OAuth2Strategy {
  readonly #options: OAuth2Options;

  constructor(options: OAuth2Options) {
    const { provider, clientSecret, callbackUrl, flow } = options;
    super(
      {
        authorizationURL: provider.authorizationUrl!,
        tokenURL: provider.tokenUrl!,
        clientID: provider.clientId,
        clientSecret,
        callbackURL: callbackUrl,
        scope: provider.scopes,
        store: stateOf(flow, provider),
      },
      (
        _accessToken: string,
        _refreshToken: string,
        identity: ProviderAnswer,
        verified: OAuth2Strategy.VerifyCallback,
      ) => verified(null, identity),
    );
    this.#options = options;
    (this._oauth2 as unknown as Transport)._request = (method, url, headers, body, _token, answer) =>
      void this.#send(method, url, headers ?? {}, body).then((text) => answer(null, text), answer);
  }

  async #send(method: string, url: string, headers: Record<string, string>, body: string | null) {
    const response = await this.#options.fetch(url, {
      method,
      headers: { accept: "application/json", ...headers },
      body: body === "" ? null : body,
    });
    const text = await response.text();
    if (!response.ok) throw new AnswerError(response.status, text);
    return text;
  }

  override authorizationParams(): object {
    const { verifier, again } = this.#options.flow;
    const challenge = hash("sha256", verifier, "base64url");
    // Many providers know this parameter of OpenID Connect; OAuth 2.0 has none.
    const prompt = again ? { prompt: "login" } : {};
    return { code_challenge: challenge, code_challenge_method: "S256", ...prompt };
  }

  override tokenParams(): object {
    return { code_verifier: this.#options.flow.verifier };
  }

  override userProfile(
    accessToken: string,
    answer: (error?: unknown, profile?: ProviderAnswer) => void,
  ): void {
    this.#identify(accessToken).then((identity) => answer(null, identity), answer);
  }

  async #identify(accessToken: string): Promise<ProviderAnswer> {
    const { provider } = this.#options;
    const headers = { authorization: `Bearer ${accessToken}` };
    const text = await this.#send("GET", provider.userinfoUrl!, headers, null);
    const attributes = Attributes.parse(JSON.parse(text));
    const identity = readIdentity(issuerOf(provider), attributes, provider.attributes);
    if (identity === null) throw new Error("the provider returned no usable subject");
    return { ...identity, authenticatedAt: null };
  }
}
