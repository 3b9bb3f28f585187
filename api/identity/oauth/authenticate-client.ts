import type { Request } from "express";
import { refusedCredential } from "../../../domain/audit-log/failed-authentication.ts";
import type { OauthClient } from "../../../domain/identity/oauth-client.entity.ts";
import { findOauthClient } from "../../../domain/identity/oauth-client.queries.ts";
import { isSecretOf } from "../../../domain/secret-hash.ts";
import type { RouteContext } from "../../route.ts";
import { OauthError } from "./oauth-error.ts";

interface ClientFields {
  client_id?: string | undefined;
  client_secret?: string | undefined;
}

interface Credentials {
  clientId: string;
  secret: string | null;
}

const BASIC = /^basic +([A-Za-z0-9+/]+=*)$/i;

const refuse = (why: string): never => {
  throw new OauthError("invalid_client", why);
};

/** Id and secret are form-encoded before they are joined (RFC 6749, 2.3.1). */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    return refuse("The Authorization header cannot be decoded");
  }
}

function fromHeader(header: string): Credentials {
  const encoded = BASIC.exec(header)?.[1] ?? refuse("Authenticate the client with Basic, or in the body");
  const [id = "", ...secret] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  if (secret.length === 0) refuse("The Authorization header cannot be decoded");
  return { clientId: decodePart(id), secret: decodePart(secret.join(":")) };
}

/** Exactly one method (RFC 6749, 2.3): the header, the body, or only the id for a public client. */
function credentialsOf(header: string | undefined, body: ClientFields): Credentials {
  if (header === undefined) {
    const clientId = body.client_id ?? refuse("client_id is missing");
    return { clientId, secret: body.client_secret ?? null };
  }
  if (body.client_secret !== undefined)
    throw new OauthError("invalid_request", "Use only one method to authenticate the client");
  const credentials = fromHeader(header);
  if (body.client_id !== undefined && body.client_id !== credentials.clientId)
    throw new OauthError("invalid_request", "client_id differs from the Authorization header");
  return credentials;
}

/** For rate limits: the client whose secret a request presents or guesses; null if it names none. */
export function claimedClient(
  { body }: { body: ClientFields },
  _actor: unknown,
  request: Request,
): string | null {
  try {
    return credentialsOf(request.get("authorization"), body).clientId;
  } catch {
    return body.client_id ?? null;
  }
}

/** Authenticates the client, by its secret if it is confidential; `invalid_client` otherwise. */
export async function authenticateClient(ctx: RouteContext, body: ClientFields): Promise<OauthClient> {
  const { clientId, secret } = credentialsOf(ctx.request.get("authorization"), body);
  const client = await findOauthClient(ctx.em, clientId);
  const hash = client?.secretHash ?? null;
  const isProven = hash === null ? secret === null : secret !== null && isSecretOf(hash, secret);
  if (client !== null && isProven) return client;
  const reason = "The client is unknown or its secret is wrong";
  const about = { subjectKind: "oauth_client", subjectId: client?.id ?? null } as const;
  ctx.recordFailure(refusedCredential({ credential: "client_secret", reason }, about));
  return refuse(reason);
}
