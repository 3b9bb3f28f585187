import type OAuth2Server from "oauth2-server";
import { takeCode } from "../../../domain/identity/authorization-code.commands.ts";
import type { AuthorizationCode } from "../../../domain/identity/authorization-code.entity.ts";
import { pollDeviceGrant } from "../../../domain/identity/device-grant.commands.ts";
import type { DeviceGrant } from "../../../domain/identity/device-grant.entity.ts";
import type { OauthClient } from "../../../domain/identity/oauth-client.entity.ts";
import {
  createSession,
  openSession,
  rotateRefreshToken,
  type NewSession,
  type OpenSession,
  type TokenContext,
} from "../../../domain/identity/session.commands.ts";
import type { Session } from "../../../domain/identity/session.entity.ts";
import type { User } from "../../../domain/users/user.entity.ts";
import { grantableScopes } from "../../../domain/identity/oauth-client.rules.ts";
import { ACCESS_TOKEN_SECONDS } from "../../../platform/crypto/access-token.ts";
import { signSessionToken, type SigningKeyPair } from "../../../runtime/identity/sign-session-token.ts";
import { createDeviceGrantType, refuseDevice } from "./device-grant-type.ts";
import type { OauthDeps, TokenRequest } from "./token-request.ts";

type Model = OAuth2Server.AuthorizationCodeModel &
  OAuth2Server.ClientCredentialsModel &
  OAuth2Server.RefreshTokenModel;

type Lookups = Pick<Model, "getUserFromClient" | "getAuthorizationCode" | "getRefreshToken">;

/** What has been determined so far for one request. */
interface Progress {
  code: AuthorizationCode | null;
  device: DeviceGrant | null;
  rotated: OpenSession | null;
  mustCommit: boolean;
}

interface Issued {
  session: Session;
  /** The user, or the client if it acts for itself. */
  subject: string;
  refreshToken?: string;
}

export interface TokenModel {
  model: Model;
  /** Whether an error has effects that must be committed: a redeemed code, or a revoked token family. */
  mustCommit(): boolean;
  deviceGrantType: ReturnType<typeof createDeviceGrantType>;
}

const libraryClient = ({ id, grants }: OauthClient) => ({ id, grants });

/** Finds the code or token and redeems it in one step; the library would use two. */
function createLookups({ client, body }: TokenRequest, ctx: TokenContext, progress: Progress): Lookups {
  return {
    getUserFromClient: async () => client.owner.active && client.owner,
    async getAuthorizationCode(authorizationCode) {
      progress.mustCommit = true;
      progress.code = await takeCode(ctx, authorizationCode, client, body.redirect_uri);
      if (progress.code === null) return null;
      const { user, scopes, expiresAt, codeChallenge } = progress.code;
      const pkce = codeChallenge ? { codeChallenge, codeChallengeMethod: "S256" } : {};
      const known = { authorizationCode, expiresAt, scope: scopes, client: libraryClient(client), user };
      // The redirect URI was compared when the code was redeemed.
      return { ...known, ...pkce, redirectUri: "" };
    },
    async getRefreshToken(refreshToken) {
      progress.rotated = await rotateRefreshToken(ctx, refreshToken, client.id);
      progress.mustCommit = progress.rotated === null;
      if (progress.rotated === null) return null;
      const { session, user } = progress.rotated;
      return { refreshToken, scope: session.scopes, client: libraryClient(client), user };
    },
  };
}

const takeDevice =
  (ctx: TokenContext, client: OauthClient, progress: Progress) =>
  async (deviceCode: string): Promise<DeviceGrant> => {
    progress.mustCommit = true;
    const { outcome, grant } = await pollDeviceGrant(ctx, deviceCode, client);
    if (outcome !== "allowed" || grant === null)
      return refuseDevice(outcome === "allowed" ? "unknown" : outcome);
    progress.device = grant;
    return grant;
  };

/**
 * The session for the tokens: the existing one after rotation, a new one for a code, or one of an hour for
 * the client itself.
 */
async function issue(
  ctx: TokenContext,
  { code, device, rotated }: Progress,
  input: NewSession & { client: OauthClient },
): Promise<Issued> {
  const { client, user } = input;
  if (rotated !== null) return { ...rotated, subject: user.id };
  const isForUser = code !== null || device !== null;
  if (isForUser && client.grants.includes("refresh_token")) {
    const opened = await openSession(ctx, input);
    if (code !== null) code.session = opened.session;
    return { ...opened, subject: user.id };
  }
  const session = createSession(ctx, input, ACCESS_TOKEN_SECONDS);
  if (code !== null) code.session = session;
  return { session, subject: isForUser ? user.id : client.id };
}

/** The library's model for one token request. Runs in the request's transaction, after the checks. */
export function createTokenModel(
  request: TokenRequest,
  { tokens, rotationKey }: OauthDeps,
  key: SigningKeyPair,
): TokenModel {
  const { client } = request;
  const { em, clock, events, origin } = request.ctx;
  const ctx = { em, clock, events, origin, rotationKey };
  const progress: Progress = { code: null, device: null, rotated: null, mustCommit: false };
  const allowed = (scopes: readonly string[], user: User): string[] => grantableScopes(scopes, client, user);
  const model: Model = {
    ...createLookups(request, ctx, progress),
    // Already authenticated, and by stricter rules than the library's.
    getClient: async () => libraryClient(client),
    getAccessToken: async () => null,
    saveAuthorizationCode: async () => null,
    // Tokens are created in saveToken, because they name the session.
    generateAccessToken: async () => "created once the session is known",
    generateRefreshToken: async () => "created once the session is known",
    validateScope: async (user, _client, scopes = client.scopes) => {
      const granted = allowed(scopes, user as User);
      return granted.length > 0 && granted;
    },
    // The lookup did both under one lock.
    revokeAuthorizationCode: async () => true,
    revokeToken: async () => true,
    async saveToken({ scope = [] }, _client, user) {
      const scopes = allowed(scope, user as User);
      const { session, subject, refreshToken } = await issue(ctx, progress, {
        user: user as User,
        client,
        scopes,
      });
      const about = { subject, clientId: client.id, scopes };
      const accessToken = await signSessionToken(key, tokens, session, about, ctx.clock.now());
      const token = { accessToken, scope: scopes, client: libraryClient(client), user };
      return refreshToken === undefined ? token : { ...token, refreshToken };
    },
  };
  const deviceGrantType = createDeviceGrantType(takeDevice(ctx, client, progress), model.saveToken);
  return { model, mustCommit: () => progress.mustCommit, deviceGrantType };
}
