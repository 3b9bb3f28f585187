import type { MikroORM } from "@mikro-orm/postgresql";
import type { Request } from "express";
import { refusedCredential } from "../../domain/audit-log/failed-authentication.ts";
import { findOauthClient } from "../../domain/identity/oauth-client.queries.ts";
import { isSecretOf } from "../../domain/secret-hash.ts";
import { ApiKey } from "../../domain/api-keys/api-key.entity.ts";
import { actorOfKey } from "../../domain/api-keys/key-actor.rules.ts";
import { parseKey } from "../../domain/api-keys/api-key.rules.ts";
import { refusalOf, type KeyRefusal } from "../../domain/api-keys/restrictions.rules.ts";
import { SCOPES } from "../../domain/users/user.rules.ts";
import type { Clock } from "../../platform/clock.ts";
import { forbidden, unauthorized, type AppError } from "../../platform/errors.ts";
import { inIpRanges } from "../../platform/http/ip-ranges.ts";
import type { AuthenticatedCaller } from "../gateway/authenticator.ts";
import { CredentialRefused } from "../gateway/credential-refused.ts";
import type { FailureRecorder } from "../gateway/record-failures.ts";
import { originOf } from "../gateway/origin-of.ts";
import type { LastUses } from "../identity/last-uses.ts";
import { perRequest } from "../identity/per-request.ts";

export interface KeyAuthenticatorDeps {
  orm: MikroORM;
  clock: Clock;
  keyUses: LastUses;
  /** Counts a request whose credential is invalid. */
  recordFailure: FailureRecorder["note"];
}

/** The key that an X-API-Key header names, and whether its secret matches. */
interface FoundKey {
  key: ApiKey | null;
  /**
   * The scopes of the client that created the key; null if that client no longer exists, undefined if no
   * client created it.
   */
  clientScopes?: readonly string[] | null;
  isProven: boolean;
}

/** The address as the API sees it: behind a proxy, it is not always the one that the caller knows. */
const wrongAddress = (address = "unknown"): AppError =>
  forbidden(`The API key does not work from this address: ${address}`, { cause: new CredentialRefused() });

const REFUSALS: Record<KeyRefusal, (address?: string) => AppError> = {
  revoked: () => unauthorized("The API key was revoked"),
  expired: () => unauthorized("The API key has expired"),
  address: wrongAddress,
  time: () => forbidden("The API key does not work at this time", { cause: new CredentialRefused() }),
};

/**
 * Authenticates API keys. Reads them from the database on every request, so that a revoked key stops working
 * in every process at once.
 */
export function createKeyAuthenticator({ orm, clock, keyUses, recordFailure }: KeyAuthenticatorDeps) {
  /** The row of the key in a request; null if no such key was ever issued. */
  const loadKey = async (request: Request): Promise<FoundKey> => {
    const text = request.get("x-api-key") ?? "";
    const id = parseKey(text);
    const em = orm.em.fork();
    const key = id && (await em.findOne(ApiKey, { id }, { populate: ["owner"] }));
    if (!key) return { key: null, isProven: false };
    const found = { key, isProven: isSecretOf(key.hash, text) };
    if (!key.oauthClientId) return found;
    const client = await findOauthClient(em, key.oauthClientId);
    return { ...found, clientScopes: client?.scopes ?? null };
  };
  const find = perRequest(loadKey, { holds: "for now" });
  const refuse = (request: Request, { key, isProven }: FoundKey, refusal: AppError): never => {
    const shown = { credential: "api_key", reason: refusal.message } as const;
    const about = { subjectKind: "api_key", subjectId: key?.id ?? null } as const;
    const owner = key && isProven && { id: key.owner.id, role: key.owner.role };
    const actor = owner ? { ...owner, apiKeyId: key.id, via: null } : null;
    recordFailure(refusedCredential(shown, { ...about, actor }), originOf(request));
    throw refusal;
  };
  /**
   * The key's owner with current permissions, limited to those of the key. UNAUTHORIZED for a key that has
   * ended, FORBIDDEN if its restrictions do not allow the request.
   */
  const callerOf = (request: Request, found: FoundKey): AuthenticatedCaller => {
    const { key, isProven, clientScopes = SCOPES } = found;
    if (key === null || !isProven || !key.owner.active || clientScopes === null)
      return refuse(request, found, unauthorized("The API key is not valid"));
    const refusal = refusalOf(key, { now: clock.now(), address: request.ip, inRanges: inIpRanges });
    if (refusal !== null) return refuse(request, found, REFUSALS[refusal](request.ip));
    keyUses.note(key.id);
    return { actor: actorOfKey(key, clientScopes), sessionId: "" };
  };
  return {
    /** The key in a request, valid or not; null for any other text. */
    find: async (request: Request) => {
      const { key, isProven } = await find(request);
      return isProven ? key : null;
    },
    authenticate: async (request: Request) => callerOf(request, await find(request)),
    authenticateAgain: async (request: Request) => callerOf(request, await loadKey(request)),
  };
}
