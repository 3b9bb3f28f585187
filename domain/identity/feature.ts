import { z } from "zod";
import { event, exampleId } from "../events/event-definition.ts";
import type { Feature } from "../feature.ts";
import { onAddressChanged, onStandingChanged } from "../users/user.moments.ts";
import { AuthorizationCode } from "./authorization-code.entity.ts";
import { DeviceGrant } from "./device-grant.entity.ts";
import { endAccessOf, removeResetsOf } from "./password-reset.commands.ts";
import { identityStarts, identityWorkflows } from "./identity.workflows.ts";
import { oauthClientAccess } from "./oauth-client.access.ts";
import { OauthClient } from "./oauth-client.entity.ts";
import { PasswordReset } from "./password-reset.entity.ts";
import { RecoveryCode, TotpFactor } from "./second-factor.entity.ts";
import { RefreshToken, Session } from "./session.entity.ts";
import { signInAccess } from "./sign-in.access.ts";
import { SigningKey } from "./signing-key.entity.ts";

const oauthClientRef = z.object({ id: z.string(), name: z.string(), type: z.string(), owner_id: z.string() });

const oauth_client = { id: exampleId(1), name: "Console", type: "public", owner_id: exampleId(4) };

const events = {
  "oauth_client.created": event(
    "An OAuth client was registered",
    { oauth_client: oauthClientRef },
    { oauth_client },
  ),
  "oauth_client.updated": event(
    "An OAuth client changed; `changed` has the names of the API fields",
    { oauth_client: oauthClientRef, changed: z.array(z.string()) },
    { oauth_client, changed: ["redirect_uris"] },
  ),
  "oauth_client.secret_rotated": event(
    "An OAuth client has a new secret",
    { oauth_client: oauthClientRef },
    { oauth_client },
  ),
  "oauth_client.deleted": event(
    "An OAuth client was deleted",
    { oauth_client: oauthClientRef },
    { oauth_client },
  ),
  "signing_key.rotated": event(
    "A new key signs access tokens",
    {
      retired: z.array(z.string()),
      current: z.string(),
      next: z.string(),
      reason: z.enum(["planned", "emergency"]),
    },
    { retired: [exampleId(1)], current: exampleId(2), next: exampleId(3), reason: "planned" },
  ),
};

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
  events,
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
