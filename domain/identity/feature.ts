import type { Feature } from "../feature.ts";
import { onAddressChanged, onStandingChanged } from "../users/user.moments.ts";
import { AuthorizationCode } from "./authorization-code.entity.ts";
import { DeviceGrant } from "./device-grant.entity.ts";
import { endAccessOf, removeResetsOf } from "./password-reset.commands.ts";
import { identityEvents } from "./identity.events.ts";
import { identityStarts, identityWorkflows } from "./identity.workflows.ts";
import { oauthClientAccess } from "./oauth-client.access.ts";
import { OauthClient } from "./oauth-client.entity.ts";
import { PasswordReset } from "./password-reset.entity.ts";
import { RecoveryCode, TotpFactor } from "./second-factor.entity.ts";
import { RefreshToken, Session } from "./session.entity.ts";
import { signInAccess } from "./sign-in.access.ts";
import { SigningKey } from "./signing-key.entity.ts";

export const identity = {
  entities: [
    OauthClient,
    Session,
    RefreshToken,
    AuthorizationCode,
    DeviceGrant,
    SigningKey,
    TotpFactor,
    RecoveryCode,
    PasswordReset,
  ],
  access: { ...oauthClientAccess, ...signInAccess },
  events: identityEvents,
  starts: identityStarts,
  workflows: identityWorkflows,
  expires: {
    authorization_codes: "expires_at < ? and session_id is null",
    device_grants: "expires_at < ?",
    // Refresh tokens and codes are deleted with their session: while it exists, they reveal reuse.
    sessions: "least(expires_at, revoked_at) < ?",
    // A reset without a token was never answered: a link that arrives a day later helps no one.
    password_resets: "coalesce(expires_at, created_at) < ?",
  },
  hooks: [onStandingChanged.do(endAccessOf), onAddressChanged.do(removeResetsOf)],
} satisfies Feature;
