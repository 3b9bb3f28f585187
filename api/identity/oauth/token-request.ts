import { z } from "zod";
import type { OauthClient } from "../../../domain/identity/oauth-client.entity.ts";
import type { TokenAudience } from "../../../platform/crypto/access-token.ts";
import type { RouteContext } from "../../route.ts";
import type { SigningKeys } from "../../../runtime/identity/signing-keys.ts";
import { defineView } from "../../define-schemas.ts";

const text = z.string().max(2_000).optional();

/** Parameters with which a client can authenticate. */
export const clientFields = { client_id: text, client_secret: text };

/** The token request of contract 4.1 and RFC 7636. Unknown parameters are ignored (RFC 6749, 3.2). */
export const TokenBody = defineView("TokenBody", {
  ...clientFields,
  grant_type: z
    .string()
    .max(200)
    .meta({ description: "authorization_code, client_credentials, refresh_token" }),
  code: text,
  redirect_uri: text,
  code_verifier: text,
  refresh_token: text,
  device_code: text,
  scope: text,
});

export interface OauthDeps {
  keys: SigningKeys;
  tokens: TokenAudience;
  /** Key from which a refresh token's successor is derived. */
  rotationKey: Buffer;
}

/** A token request during the checks. */
export interface TokenRequest {
  ctx: RouteContext;
  body: z.infer<typeof TokenBody>;
  client: OauthClient;
}
