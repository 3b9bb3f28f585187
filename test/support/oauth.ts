import type { Product, SignedIn } from "./product.ts";
import { newId } from "../../platform/ids.ts";
import { issueCode } from "../../domain/identity/authorization-code.commands.ts";
import { OauthClient } from "../../domain/identity/oauth-client.entity.ts";
import { User } from "../../domain/users/user.entity.ts";
import { systemClock } from "../../platform/clock.ts";

export interface RegisteredClient {
  client_id: string;
  client_secret: string;
}

export const REDIRECT_URI = "https://app.example.com/callback";

/** RFC 7636, appendix B. */
export const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
export const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/** Registers a client through the API: confidential, every grant but what `change` says. */
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

export interface CodeOptions {
  scopes?: string[];
  redirectUri?: string | null;
  codeChallenge?: string | null;
}

/** A code as the consent page gives it out. */
export async function codeFor(
  product: Product,
  clientId: string,
  userId: string,
  options: CodeOptions = {},
): Promise<string> {
  const em = product.orm.em.fork();
  return issueCode(
    { em, clock: systemClock },
    {
      client: await em.findOneOrFail(OauthClient, { id: clientId }),
      user: await em.findOneOrFail(User, { id: userId }),
      scopes: options.scopes ?? ["read", "write"],
      redirectUri: options.redirectUri === undefined ? REDIRECT_URI : options.redirectUri,
      codeChallenge: options.codeChallenge === undefined ? CHALLENGE : options.codeChallenge,
    },
  );
}

export interface FormAnswer {
  status: number;
  headers: Headers;
  // Tests read answers as they come.
  // eslint-disable-next-line typescript/no-explicit-any
  body: any;
}

export const basic = (id: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`,
});

/** Posts a form; pairs rather than an object where a field is to appear twice. */
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
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}
