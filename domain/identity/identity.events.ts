import { z } from "zod";
import { event, exampleId } from "../events/event-definition.ts";

const oauthClientRef = z.object({ id: z.string(), name: z.string(), type: z.string(), owner_id: z.string() });

const oauth_client = { id: exampleId(1), name: "Console", type: "public", owner_id: exampleId(4) };

export const identityEvents = {
  "oauth_client.created": event(
    "An OAuth client was registered",
    z.object({ oauth_client: oauthClientRef }),
    { oauth_client },
  ),
  "oauth_client.updated": event(
    "An OAuth client changed; `changed` has the names of the API fields",
    z.object({ oauth_client: oauthClientRef, changed: z.array(z.string()) }),
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
};
