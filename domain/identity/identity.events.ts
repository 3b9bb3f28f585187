import { z } from "zod";
import { event, exampleId } from "../events/event-definition.ts";

const oauthClientRef = z.object({ id: z.string(), name: z.string(), type: z.string(), owner_id: z.string() });

const userRef = z.object({ id: z.string(), email: z.string() });

const user = { id: exampleId(4), email: "kim@example.com" };
const oauth_client = { id: exampleId(1), name: "Console", type: "public", owner_id: exampleId(4) };

export const identityEvents = {
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
  "user.session_ended": event(
    "A session of a user ended: they signed out (`signed_out`) or ended it from another one (`ended`), a new sign-in in the same browser replaced it, the application revoked its token, or a token or code was used twice (`reused`), which points to theft. `client_id` is the application; null for the user's own sign-in",
    {
      user: userRef,
      session: z.object({ id: z.string(), client_id: z.string().nullable() }),
      how: z.enum(["signed_out", "ended", "replaced", "revoked", "reused"]),
    },
    { user, session: { id: exampleId(1), client_id: null }, how: "ended" },
  ),
  "user.sessions_ended": event(
    "A user ended all their other sessions, including those of applications",
    { user: userRef },
    { user },
  ),
  "user.consent_withdrawn": event(
    "A user withdrew an application's access",
    { user: userRef, oauth_client: z.object({ id: z.string(), name: z.string() }) },
    { user, oauth_client: { id: exampleId(1), name: "Console" } },
  ),
};
