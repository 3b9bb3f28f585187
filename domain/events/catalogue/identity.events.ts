import { z } from "zod";
import { event, exampleId } from "./event-definition.ts";

const userRef = z.object({ id: z.string(), email: z.string() });
const personRef = userRef.extend({ name: z.string(), role: z.string() });
const apiKeyRef = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  prefix: z.string(),
  owner_id: z.string(),
});
const oauthClientRef = z.object({ id: z.string(), name: z.string(), type: z.string(), owner_id: z.string() });
const identityProviderRef = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  enabled: z.boolean(),
  link_by_email: z.boolean(),
  create_users: z.boolean(),
});
const upstreamAccountRef = z.object({
  id: z.string(),
  issuer: z.string(),
  subject: z.string(),
  user_id: z.string(),
  provider_id: z.string(),
});
const changed = z.array(z.string());

const user = { id: exampleId(4), email: "kim@example.com" };
const person = { ...user, name: "Kim", role: "customer" };
const api_key = {
  id: exampleId(1),
  name: "Nightly scanner",
  kind: "Production",
  prefix: "cmk_prod_0199a0de",
  owner_id: exampleId(4),
};
const oauth_client = { id: exampleId(1), name: "Console", type: "public", owner_id: exampleId(4) };
const identity_provider = {
  id: exampleId(1),
  name: "Company sign-in",
  kind: "oidc",
  enabled: true,
  link_by_email: false,
  create_users: true,
};
const upstream_account = {
  id: exampleId(1),
  issuer: "https://login.example.com",
  subject: "248289761001",
  user_id: exampleId(4),
  provider_id: exampleId(5),
};

export const keyEvents = {
  "api_key.created": event("An API key was created", z.object({ api_key: apiKeyRef }), { api_key }),
  "api_key.rotation_due": event(
    "An API key must be rotated within 14, 7 or 1 days",
    z.object({ api_key: apiKeyRef, days_left: z.int() }),
    { api_key, days_left: 14 },
  ),
  "api_key.rotated": event(
    "An API key was rotated and has a successor",
    z.object({ api_key: apiKeyRef, successor: apiKeyRef }),
    { api_key, successor: { ...api_key, id: exampleId(2) } },
  ),
  "api_key.revoked": event(
    "An API key stopped working",
    z.object({
      api_key: apiKeyRef,
      reason: z.enum(["revoked", "not_rotated", "owner_deactivated", "client_removed"]),
    }),
    { api_key, reason: "revoked" },
  ),
};

export const userEvents = {
  "user.created": event("A user was created", z.object({ user: personRef }), { user: person }),
  "user.updated": event(
    "A user changed; `changed` has the names of the API fields, `previous_email` the old address if it is one of them",
    z.object({ user: personRef, changed, previous_email: z.string().optional() }),
    { user: person, changed: ["name"] },
  ),
  "user.deactivated": event("A user was deactivated", z.object({ user: personRef }), { user: person }),
  "user.reactivated": event("A user may sign in again", z.object({ user: personRef }), { user: person }),
  "user.totp_enabled": event("A user turned on a second factor", z.object({ user: userRef }), { user }),
  "user.totp_disabled": event(
    "The second factor of a user was turned off",
    z.object({ user: userRef, by: z.enum(["user", "admin"]) }),
    { user, by: "user" },
  ),
  "user.recovery_codes_replaced": event("A user has new recovery codes", z.object({ user: userRef }), {
    user,
  }),
  "user.recovery_code_used": event(
    "A user signed in with a recovery code",
    z.object({ user: userRef, left: z.int() }),
    { user, left: 9 },
  ),
  "user.password_reset_requested": event(
    "A password reset link was requested; the address has not been looked up yet",
    z.object({ request: z.object({ id: z.string() }) }),
    { request: { id: exampleId(1) } },
  ),
  "user.password_reset_issued": event(
    "A password reset link was created",
    z.object({ user: userRef, by: z.enum(["mail", "admin"]) }),
    { user, by: "mail" },
  ),
  "user.password_changed": event(
    "A password was changed",
    z.object({ user: userRef, how: z.enum(["changed", "reset"]) }),
    { user, how: "changed" },
  ),
  "user.upstream_linked": event(
    "An account at an identity provider was linked to a user",
    z.object({ upstream_account: upstreamAccountRef }),
    { upstream_account },
  ),
  "user.upstream_unlinked": event(
    "An account at an identity provider was unlinked from a user",
    z.object({ upstream_account: upstreamAccountRef }),
    { upstream_account },
  ),
};

export const identityEvents = {
  "oauth_client.created": event(
    "An OAuth client was registered",
    z.object({ oauth_client: oauthClientRef }),
    { oauth_client },
  ),
  "oauth_client.updated": event(
    "An OAuth client changed; `changed` has the names of the API fields",
    z.object({ oauth_client: oauthClientRef, changed }),
    { oauth_client, changed: ["redirect_uris"] },
  ),
  "oauth_client.secret_rotated": event(
    "An OAuth client has a new secret",
    z.object({ oauth_client: oauthClientRef }),
    { oauth_client },
  ),
  "oauth_client.deleted": event("An OAuth client was deleted", z.object({ oauth_client: oauthClientRef }), {
    oauth_client,
  }),
  "signing_key.rotated": event(
    "A new key signs access tokens",
    z.object({
      retired: z.array(z.string()),
      current: z.string(),
      next: z.string(),
      reason: z.enum(["planned", "emergency"]),
    }),
    { retired: [exampleId(1)], current: exampleId(2), next: exampleId(3), reason: "planned" },
  ),
  "identity_provider.created": event(
    "An identity provider was registered",
    z.object({ identity_provider: identityProviderRef }),
    { identity_provider },
  ),
  "identity_provider.updated": event(
    "An identity provider changed; `changed` has the names of the API fields",
    z.object({ identity_provider: identityProviderRef, changed }),
    { identity_provider, changed: ["enabled"] },
  ),
  "identity_provider.deleted": event(
    "An identity provider was removed",
    z.object({ identity_provider: identityProviderRef }),
    { identity_provider },
  ),
};
