import { z } from "zod";
import { SCOPES } from "../../../domain/users/user.rules.ts";
import { GRANTS } from "../../../domain/identity/oauth-client.rules.ts";
import { open } from "../../access.ts";
import { defineRoute, type Route } from "../../route.ts";
import { answerAuthorization, showAuthorization } from "./browser/authorize.ts";
import { writeAuthorizationError } from "./browser/authorization-error.ts";
import {
  createBrowserDeps,
  guessedAccount,
  type BrowserDeps,
  type BrowserRouteDeps,
} from "./browser/sign-in.ts";
import { signInBody } from "./browser/sign-in-body.ts";
import { schemaNames } from "../../../platform/web/schema-names.ts";

const PATH = "/oauth/authorize";

/**
 * For the API description only: values are checked one by one, because some errors are reported to the
 * application and others only to the user.
 */
const value = (description: string) => z.string().or(z.array(z.string())).optional().meta({ description });
const AuthorizeQuery = z.object({
  response_type: value("`code`"),
  client_id: value("The client that requests access"),
  redirect_uri: value("One of the client's registered redirect URIs"),
  scope: value("Requested scopes, separated by spaces; by default all the client may have"),
  state: value("Returned unchanged"),
  code_challenge: value("Proof Key for Code Exchange (RFC 7636)"),
  code_challenge_method: value("`S256`"),
});

const AuthorizeForm = signInBody(["sign-in", "code", "allow", "deny", "switch"]).register(schemaNames, {
  id: "AuthorizeForm",
});

const browserRoutes = (deps: BrowserDeps): Route[] => [
  defineRoute({
    method: "get",
    path: PATH,
    summary: "Authorization endpoint: the sign-in page, then the consent page",
    access: open("the page signs the user in"),
    query: AuthorizeQuery,
    answer: "raw",
    produces: "text/html",
    answers: { 302: "Redirect to the client with `error`, `state` and `iss`" },
    writeError: writeAuthorizationError,
    act: (ctx) => showAuthorization(ctx, deps),
  }),
  defineRoute({
    method: "post",
    path: PATH,
    summary: "Form post of the pages. Consent redirects to `redirect_uri` with `code`, `state` and `iss`",
    access: open("the page signs the user in"),
    query: AuthorizeQuery,
    form: true,
    body: AuthorizeForm,
    throttle: ({ body }) => guessedAccount(body),
    answer: "raw",
    produces: "text/html",
    answers: {
      303: "Redirect to the next page, or to the client with `code` or `error`, `state` and `iss`",
    },
    writeError: writeAuthorizationError,
    act: (ctx, { body }) => answerAuthorization(ctx, body, deps),
  }),
];

const SECRET_METHODS = ["client_secret_basic", "client_secret_post"];

/** Server metadata, RFC 8414. */
const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}${PATH}`,
  token_endpoint: `${issuer}/oauth/token`,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  scopes_supported: [...SCOPES],
  revocation_endpoint: `${issuer}/oauth/revoke`,
  introspection_endpoint: `${issuer}/oauth/introspect`,
  device_authorization_endpoint: `${issuer}/oauth/device_authorization`,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: [...GRANTS],
  token_endpoint_auth_methods_supported: [...SECRET_METHODS, "none"],
  revocation_endpoint_auth_methods_supported: [...SECRET_METHODS, "none"],
  introspection_endpoint_auth_methods_supported: [...SECRET_METHODS],
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
});

const metadataRoute = (issuer: string): Route =>
  defineRoute({
    method: "get",
    path: "/.well-known/oauth-authorization-server",
    summary: "Authorization server metadata (RFC 8414)",
    access: open("clients read it before they have credentials"),
    answer: "bare",
    output: z.record(z.string(), z.unknown()).register(schemaNames, { id: "AuthorizationServerMetadata" }),
    act: async () => metadata(issuer),
  });

export const createAuthorizeRoutes = (deps: BrowserRouteDeps): Route[] => [
  ...browserRoutes(createBrowserDeps(deps)),
  metadataRoute(deps.tokens.issuer),
];
