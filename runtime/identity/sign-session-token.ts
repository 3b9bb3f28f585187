import type { Session } from "../../domain/identity/session.entity.ts";
import { signAccessToken, type TokenAudience } from "../../platform/crypto/access-token.ts";
import type { SigningKeys } from "./signing-keys.ts";

export type SigningKeyPair = Awaited<ReturnType<SigningKeys["current"]>>;

export interface TokenSubject {
  /** The user, or the client if it acts for itself. */
  subject: string;
  clientId: string;
  scopes: readonly string[];
}

/** An access token for the session, with its own expiry; every request also checks that the session lives. */
export const signSessionToken = (
  key: SigningKeyPair,
  to: TokenAudience,
  session: Session,
  { subject, clientId, scopes }: TokenSubject,
  now: Date,
): Promise<string> =>
  signAccessToken(
    key,
    to,
    {
      sub: subject,
      user_id: session.user.id,
      sid: session.id,
      client_id: clientId,
      scope: scopes.join(" "),
      role: session.user.role,
    },
    now,
  );
