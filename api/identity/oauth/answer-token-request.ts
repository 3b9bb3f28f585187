import OAuth2Server from "oauth2-server";
import { ACCESS_TOKEN_SECONDS } from "../../../platform/crypto/access-token.ts";
import { REFRESH_TOKEN_DAYS } from "../../../domain/identity/session.commands.ts";
import { DEVICE_GRANT } from "../../../domain/identity/oauth-client.rules.ts";
import type { OauthErrorName } from "../../../domain/identity/oauth-problem.rules.ts";
import { describeTokenRefusal } from "../../../domain/identity/token-refusal.rules.ts";
import { tokenRequestProblem } from "../../../domain/identity/token-request.rules.ts";
import { refusedCredential } from "../../../domain/audit-log/failed-authentication.ts";
import type { OauthClient } from "../../../domain/identity/oauth-client.entity.ts";
import type { RouteContext } from "../../route.ts";
import type { SigningKeyPair } from "../../../runtime/identity/sign-session-token.ts";
import { authenticateClient } from "./authenticate-client.ts";
import { OauthError, refuseProblem } from "./oauth-error.ts";
import { createTokenModel } from "./token-model.ts";
import type { OauthDeps, TokenRequest } from "./token-request.ts";

const DAY_SECONDS = 86_400;

/** The body of a successful response (RFC 6749, 5.1). */
export interface TokenAnswer {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token?: string;
  scope: string;
}

/**
 * The request without credentials: the client is already authenticated, and the library does not support all
 * of our methods.
 */
function libraryRequest({ body, client }: TokenRequest): OAuth2Server.Request {
  const { client_secret: _, ...rest } = body;
  return new OAuth2Server.Request({
    method: "POST",
    query: {},
    headers: { "content-type": "application/x-www-form-urlencoded", "content-length": "1" },
    body: { ...rest, client_id: client.id },
  });
}

/** The library wraps unexpected errors; report the original error. */
function translate(error: unknown): unknown {
  if (!(error instanceof OAuth2Server.OAuthError)) return error;
  if (error.name === "server_error") return (error as { inner?: unknown }).inner ?? error;
  return new OauthError(error.name as OauthErrorName, describeTokenRefusal(error.message));
}

/**
 * Returns the tokens, or the error if its effects must be committed. Throws any other failure, which rolls
 * back the transaction.
 */
async function runLibrary(
  request: TokenRequest,
  deps: OauthDeps,
  key: SigningKeyPair,
): Promise<OAuth2Server.Token | OauthError> {
  const { model, mustCommit, deviceGrantType } = createTokenModel(request, deps, key);
  const server = new OAuth2Server({
    model,
    extendedGrantTypes: { [DEVICE_GRANT]: deviceGrantType },
    accessTokenLifetime: ACCESS_TOKEN_SECONDS,
    refreshTokenLifetime: REFRESH_TOKEN_DAYS * DAY_SECONDS,
    requireClientAuthentication: {
      authorization_code: false,
      refresh_token: false,
      client_credentials: false,
      [DEVICE_GRANT]: false,
    },
  });
  try {
    return await server.token(libraryRequest(request), new OAuth2Server.Response());
  } catch (thrown) {
    const error = translate(thrown);
    if (error instanceof OauthError && mustCommit()) return error;
    throw error;
  }
}

/** Returns an OAuth error whose transaction was rolled back; rethrows anything else. */
function refusalOf(error: unknown): OauthError {
  if (error instanceof OauthError) return error;
  throw error;
}

/** Records in the audit log that a client presented an unknown code or token, or one of another client. */
function noted(ctx: RouteContext, { id: subjectId }: OauthClient, refusal: OauthError): OauthError {
  const about = { subjectKind: "oauth_client", subjectId } as const;
  const shown = { credential: "code_or_refresh_token", reason: refusal.message } as const;
  if (refusal.error === "invalid_grant") ctx.recordFailure(refusedCredential(shown, about));
  return refusal;
}

/**
 * Exchanges a code, a refresh token or the client's own credentials for tokens; throws OauthError otherwise.
 */
export async function answerTokenRequest(
  ctx: RouteContext,
  body: TokenRequest["body"],
  deps: OauthDeps,
): Promise<TokenAnswer> {
  const client = await authenticateClient(ctx, body);
  // The library does not check these. Duplicate parameters and the media type are checked earlier.
  refuseProblem(tokenRequestProblem(body, client));
  // Loading keys inside the transaction could deadlock: it waits for a connection, while those that hold one
  // wait for our row.
  const key = await deps.keys.current();
  const result = await ctx.em
    .transactional((em) => runLibrary({ ctx: { ...ctx, em }, body, client }, deps, key))
    .catch(refusalOf);
  if (result instanceof OauthError) throw noted(ctx, client, result);
  return {
    access_token: result.accessToken,
    token_type: "Bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
    ...(result.refreshToken === undefined ? {} : { refresh_token: result.refreshToken }),
    scope: (result.scope ?? []).join(" "),
  };
}
