import { startApi } from "../../api/start-api.ts";
import { newId } from "../../platform/ids.ts";
import { issueCode } from "../../domain/identity/authorization-code.commands.ts";
import { OauthClient } from "../../domain/identity/oauth-client.entity.ts";
import { User } from "../../domain/users/user.entity.ts";
import { systemClock } from "../../platform/clock.ts";
import { createLogger } from "../../platform/logger.ts";
import { createApiClient, type AnswerTo, type ApiClient } from "./api-client.ts";
import { exactCounts } from "./exact-counts.ts";
import type { Product, SignedIn } from "./product.ts";
import { startProductForFile } from "./product-for-file.ts";
import { stopAfterAll } from "./stop-after-all.ts";

export interface RegisteredClient {
  client_id: string;
  client_secret: string;
}

export const REDIRECT_URI = "https://app.example.com/callback";

/** RFC 7636, appendix B. */
export const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
export const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/** Registers a client through the API: confidential with every grant, as modified by `change`. */
export async function registerClient(admin: SignedIn, change: object = {}): Promise<RegisteredClient> {
  const { status, data, body } = await admin.send<RegisteredClient>("POST", "/api/v1/oauth-clients", {
    name: `Client ${newId()}`,
    type: "confidential",
    redirect_uris: [REDIRECT_URI],
    grants: ["authorization_code", "refresh_token", "client_credentials"],
    scopes: ["read", "write"],
    ...change,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return data;
}

/** Registers an application that acts for itself, and returns its path in the API and its address in the console. */
export async function registerApplication(
  admin: SignedIn,
  name: string,
): Promise<{ path: `/api/v1/oauth-clients/${string}`; address: string }> {
  const settings = { name, redirect_uris: [], grants: ["client_credentials"], scopes: ["read"] };
  const { client_id: id } = await registerClient(admin, settings);
  return { path: `/api/v1/oauth-clients/${id}`, address: `/settings/oauth-clients?client=${id}` };
}

export interface CodeOptions {
  scopes?: string[];
  redirectUri?: string | null;
  codeChallenge?: string | null;
}

/** A code, as issued by the consent page. */
export async function codeFor(
  product: Product,
  clientId: string,
  userId: string,
  options: CodeOptions = {},
): Promise<string> {
  const em = product.orm.em.fork();
  const code = await issueCode(
    { em, clock: systemClock },
    {
      client: await em.findOneOrFail(OauthClient, { id: clientId }),
      user: await em.findOneOrFail(User, { id: userId }),
      scopes: options.scopes ?? ["read", "write"],
      redirectUri: options.redirectUri === undefined ? REDIRECT_URI : options.redirectUri,
      codeChallenge: options.codeChallenge === undefined ? CHALLENGE : options.codeChallenge,
    },
  );
  await em.flush();
  return code;
}

/** What the endpoints of OAuth return: each of them some of these. */
export interface OauthBody {
  access_token: string;
  refresh_token: string;
  token_type: string;
  scope: string;
  expires_in: number;
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  active: boolean;
  exp: number;
  iat: number;
  error: string;
  error_description: string;
}

export interface FormAnswer {
  status: number;
  headers: Headers;
  body: OauthBody;
}

export const basic = (id: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`,
});

/** Posts a form; pairs instead of an object allow repeated fields. */
export async function postForm(
  product: Product,
  path: string,
  fields: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
): Promise<FormAnswer> {
  const response = await fetch(`${product.config.backendUrl}${path}`, {
    method: "POST",
    headers,
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const body = (isJson ? JSON.parse(text) : text) as OauthBody;
  return { status: response.status, headers: response.headers, body };
}

type Fields = Record<string, string>;

/** Shared by tests of the token endpoint: users, a client with every grant, and its calls. */
export interface OauthStage {
  product: Product;
  admin: SignedIn;
  customer: SignedIn;
  client: RegisteredClient;
  /** Posts a form as the client, unless `headers` name another. */
  post(path: string, fields: Fields | [string, string][], headers?: Fields): Promise<FormAnswer>;
  token(fields: Fields | [string, string][], headers?: Fields): Promise<FormAnswer>;
  /** A code with the customer's consent. */
  newCode(options?: CodeOptions, clientId?: string): Promise<string>;
  exchange(code: string, change?: Fields, headers?: Fields): Promise<FormAnswer>;
  refresh(refreshToken: string, change?: Fields, headers?: Fields): Promise<FormAnswer>;
  /** The user of the token, according to the API. */
  me(accessToken: string): Promise<AnswerTo<"get", "/api/v1/users/me">>;
  /** A second API process on the same database; it stops with the first. */
  startSecond(): Promise<ApiClient>;
}

/** The product with the stage, for a whole test file: call it at the top; it stops automatically. */
export async function setUpOauth(environment: Fields = {}): Promise<OauthStage> {
  const product = await startProductForFile({ environment, counts: exactCounts });
  const [admin, customer] = [await product.signIn("admin"), await product.signIn("customer")];
  const client = await registerClient(admin);
  const asClient = basic(client.client_id, client.client_secret);
  const post: OauthStage["post"] = (path, fields, headers = asClient) =>
    postForm(product, path, fields, headers);
  const token: OauthStage["token"] = (fields, headers) => post("/oauth/token", fields, headers);
  const exchange: OauthStage["exchange"] = (code, change = {}, headers) => {
    const known = { grant_type: "authorization_code", redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
    return token({ ...known, code, ...change }, headers);
  };
  return {
    product,
    admin,
    customer,
    client,
    post,
    token,
    exchange,
    newCode: (options, clientId = client.client_id) => codeFor(product, clientId, customer.id, options),
    refresh: (refreshToken, change = {}, headers) =>
      token({ grant_type: "refresh_token", refresh_token: refreshToken, ...change }, headers),
    startSecond: async () => {
      const [config, logger] = [{ ...product.config, PORT: 0 }, createLogger("test", "silent")];
      const counts = exactCounts(config, logger);
      const second = await stopAfterAll(startApi(config, logger, systemClock, counts));
      return createApiClient(`http://127.0.0.1:${second.port}`);
    },
    me: (accessToken) => createApiClient(product.config.backendUrl, accessToken).get("/api/v1/users/me"),
  };
}
