import { z } from "zod";
import { open } from "../../access.ts";
import { defineRoute, type Route } from "../../route.ts";
import { authenticateClient, claimedClient } from "./authenticate-client.ts";
import { writeOauthError } from "./oauth-error.ts";
import { clientFields, type OauthDeps } from "./token-request.ts";
import { introspectToken, revokeToken } from "./token-state.ts";
import { schemaNames } from "../../../platform/web/schema-names.ts";
import { defineView } from "../../define-schemas.ts";

const TokenStateBody = defineView("TokenStateBody", {
  ...clientFields,
  token: z.string().max(8_000),
  token_type_hint: z.string().max(100).optional(),
});

const common = {
  method: "post",
  access: open("the client authenticates in the request"),
  form: true,
  body: TokenStateBody,
  throttle: claimedClient,
  throttled: "failures",
  noStore: true,
  writeError: writeOauthError,
  answers: { 401: "Unknown client or wrong secret" },
} as const;

export const createTokenStateRoutes = (deps: OauthDeps): Route[] => [
  defineRoute({
    ...common,
    path: "/oauth/revoke",
    summary: "Revoke a token and end its session (RFC 7009)",
    answer: "raw",
    act: async (ctx, { body }) => revokeToken(ctx, deps, await authenticateClient(ctx, body), body.token),
    present: () => (response) => void response.status(200).end(),
  }),
  defineRoute({
    ...common,
    path: "/oauth/introspect",
    summary: "Introspect one of the client's own tokens (RFC 7662)",
    answer: "bare",
    output: z.looseObject({ active: z.boolean() }).register(schemaNames, { id: "TokenState" }),
    act: async (ctx, { body }) => introspectToken(ctx, deps, await authenticateClient(ctx, body), body.token),
  }),
];
