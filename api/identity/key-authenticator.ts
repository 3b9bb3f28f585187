import type { MikroORM } from "@mikro-orm/postgresql";
import type { Request } from "express";
import { isSecretOf } from "../../domain/identity/secret-hash.ts";
import { ApiKey } from "../../domain/api-keys/api-key.entity.ts";
import { parseKey } from "../../domain/api-keys/api-key.rules.ts";
import { refusalOf, type KeyRefusal } from "../../domain/api-keys/restrictions.rules.ts";
import { scopesOfRole } from "../../domain/users/user.rules.ts";
import type { Clock } from "../../platform/clock.ts";
import { forbidden, unauthorized } from "../../platform/errors.ts";
import { inIpRanges } from "../../platform/ip-ranges.ts";
import type { Caller } from "../gateway/authenticator.ts";
import type { KeyUsage } from "./key-usage.ts";
import { perRequest } from "./per-request.ts";

export interface KeyAuthenticatorDeps {
  orm: MikroORM;
  clock: Clock;
  usage: KeyUsage;
}

const REFUSALS: Record<KeyRefusal, () => Error> = {
  revoked: () => unauthorized("The API key was revoked"),
  expired: () => unauthorized("The API key has expired"),
  address: () => forbidden("The API key does not work from this address"),
  time: () => forbidden("The API key does not work at this time"),
};

/** API keys, read anew for every request, so that a revoked one stops at once in every process. */
export function createKeyAuthenticator({ orm, clock, usage }: KeyAuthenticatorDeps) {
  /** The row of the key a request carries; null when no such key was ever issued. */
  const findAnew = async (request: Request): Promise<ApiKey | null> => {
    const text = request.get("x-api-key") ?? "";
    const id = parseKey(text);
    if (id === null) return null;
    const key = await orm.em.fork().findOne(ApiKey, { id }, { populate: ["owner"] });
    return key !== null && isSecretOf(key.hash, text) ? key : null;
  };
  const find = perRequest(findAnew, { holds: "for the moment" });
  /** The key's owner as they are now, narrowed to the key. UNAUTHORIZED for a key that ended, FORBIDDEN where it is not to be used. */
  const callerOf = (request: Request, key: ApiKey | null): Caller => {
    if (key === null || !key.owner.active) throw unauthorized("The API key is not valid");
    const { id, owner, restrictions } = key;
    const refusal = refusalOf(key, { now: clock.now(), address: request.ip, inRanges: inIpRanges });
    if (refusal !== null) throw REFUSALS[refusal]();
    usage.note(id);
    const actor = {
      id: owner.id,
      role: owner.role,
      managerId: owner.manager?.id ?? null,
      demoAllowed: owner.demoAllowed,
      scopes: scopesOfRole(owner.role).filter((scope) => key.scopes.includes(scope)),
      projectIds: restrictions.projectIds ?? null,
      apiKeyId: id,
      via: null,
    };
    return { actor, sessionId: "" };
  };
  return {
    find,
    authenticate: async (request: Request) => callerOf(request, await find(request)),
    authenticateAnew: async (request: Request) => callerOf(request, await findAnew(request)),
  };
}
