import { z } from "zod";
import type { ClientWithSecret } from "../../domain/identity/oauth-client.commands.ts";
import type { OauthClient } from "../../domain/identity/oauth-client.entity.ts";
import { CLIENT_TYPES, GRANTS } from "../../domain/identity/oauth-client.rules.ts";
import { SCOPES } from "../../domain/users/user.rules.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { Id, PageOf, Timestamp, listQuery } from "../common.contract.ts";
import { PersonOf } from "../people.contract.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineView } from "../define-schemas.ts";

const unique = <T>(items: readonly T[]): boolean => new Set(items).size === items.length;

const fields = {
  name: z.string().trim().min(1).max(200),
  redirect_uris: z
    .array(z.string().min(1).max(2_000))
    .max(20)
    .refine(unique, "lists an address twice")
    .meta({ description: "Matched exactly; https, or http on a loopback address" }),
  grants: z.array(z.enum(GRANTS)).min(1).refine(unique, "lists a grant twice"),
  scopes: z.array(z.enum(SCOPES)).min(1).refine(unique, "lists a scope twice"),
  require_pkce: z.boolean().meta({
    description:
      "Whether PKCE is required. Always true for public clients; false by default for others. A challenge is always verified when sent",
  }),
  owner_id: Id.meta({ description: "The user whose rights limit the client when it acts on its own behalf" }),
};

export const CreateOauthClientBody = z
  .strictObject({
    ...fields,
    type: z.enum(CLIENT_TYPES),
    redirect_uris: fields.redirect_uris.optional(),
    require_pkce: fields.require_pkce.optional(),
    owner_id: fields.owner_id.optional(),
  })
  .meta({
    examples: [
      {
        name: "Compliance dashboard",
        type: "public",
        redirect_uris: ["https://dashboard.example.com/callback"],
        grants: ["authorization_code", "refresh_token"],
        scopes: ["read"],
      },
    ],
  })
  .register(schemaNames, { id: "CreateOauthClientBody" });

export const UpdateOauthClientBody = z
  .strictObject(fields)
  .partial()
  .register(schemaNames, { id: "UpdateOauthClientBody" });
export const OauthClientQuery = z.strictObject(listQuery);

export const OauthClientView = defineView("OauthClient", {
  client_id: Id,
  name: z.string(),
  type: z.enum(CLIENT_TYPES),
  redirect_uris: z.array(z.string()),
  grants: z.array(z.string()),
  scopes: z.array(z.string()),
  require_pkce: z.boolean(),
  owner_id: Id,
  owner: PersonOf("owner_id"),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** The only response that contains the secret. */
export const OauthClientWithSecret = OauthClientView.extend({
  client_secret: z.string().optional(),
}).register(schemaNames, { id: "OauthClientWithSecret" });
export const OauthClientList = PageOf("oauth_clients", OauthClientView, "OauthClientList");

export const presentOauthClient = (client: Row<OauthClient>): z.infer<typeof OauthClientView> => ({
  client_id: client.id,
  name: client.name,
  type: client.type,
  redirect_uris: client.redirectUris,
  grants: client.grants,
  scopes: client.scopes,
  require_pkce: client.requirePkce,
  owner_id: client.owner.id,
  created_at: client.createdAt.toISOString(),
  updated_at: client.updatedAt.toISOString(),
});

export const presentWithSecret = ({
  client,
  secret,
}: ClientWithSecret): z.infer<typeof OauthClientWithSecret> => ({
  ...presentOauthClient(client),
  ...(secret === null ? {} : { client_secret: secret }),
});
