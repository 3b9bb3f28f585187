import { identityEvents } from "../events/catalogue/identity.events.ts";
import type { Feature } from "../feature.ts";
import { onAddressChanged, onStandingChanged } from "../users/user.moments.ts";
import { AuthorizationCode } from "./authorization-code.entity.ts";
import { DeviceGrant } from "./device-grant.entity.ts";
import { endAccessOf, removeResetsOf } from "./end-access.ts";
import { identityStarts, identityInProgress } from "./identity.starts.ts";
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
  inProgress: identityInProgress,
  hooks: [onStandingChanged.do(endAccessOf), onAddressChanged.do(removeResetsOf)],
} satisfies Feature;
