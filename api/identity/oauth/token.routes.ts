import { z } from "zod";
import { open } from "../../access.ts";
import { defineRoute, type Route } from "../../route.ts";
import { answerTokenRequest } from "./answer-token-request.ts";
import { claimedClient } from "./authenticate-client.ts";
import { OauthError, writeOauthError } from "./oauth-error.ts";
import { TokenBody, type OauthDeps } from "./token-request.ts";
import { defineView } from "../../define-schemas.ts";

const Tokens = defineView("OauthTokens", {
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int(),
  refresh_token: z.string().optional(),
  scope: z.string(),
});

export const createTokenRoutes = (deps: OauthDeps): Route[] => [
  defineRoute({
    method: "post",
    path: "/oauth/token",
    summary: "Token endpoint: exchange a code, a refresh token or client credentials for tokens",
    access: open("the client authenticates in the request"),
    form: true,
    body: TokenBody,
    answer: "bare",
    output: Tokens,
    throttle: claimedClient,
    throttled: "failures",
    isWrongCode: (error) => error instanceof OauthError && error.error === "invalid_grant",
    noStore: true,
    writeError: writeOauthError,
    answers: { 401: "Unknown client or wrong secret" },
    // A redeemed code and a revoked token family must stay so even if the request is refused.
    transaction: "own",
    act: (ctx, { body }) => answerTokenRequest(ctx, body, deps),
  }),
];
