import { lockIfKept } from "../../platform/database/lock-row.ts";
import { randomSecret } from "../random-secret.ts";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Clock } from "../../platform/clock.ts";
import type { SystemContext } from "../context.ts";
import { lockUser } from "../users/lock-user.ts";
import type { User } from "../users/user.entity.ts";
import { AuthorizationCode } from "./authorization-code.entity.ts";
import type { OauthClient } from "./oauth-client.entity.ts";
import { endSession } from "./session-end.commands.ts";
import { secretHash } from "../secret-hash.ts";

const CODE_SECONDS = 60;

interface CodeContext {
  em: EntityManager;
  clock: Clock;
}

export interface Consent {
  client: OauthClient;
  user: User;
  scopes: string[];
  /** As in the request, or null. */
  redirectUri: string | null;
  codeChallenge: string | null;
}

/** A code for the user's consent, valid for one exchange within 60 s. */
export async function issueCode(ctx: CodeContext, consent: Consent): Promise<string> {
  const code = randomSecret();
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + CODE_SECONDS * 1_000);
  ctx.em.create(AuthorizationCode, { ...consent, hash: secretHash(code), createdAt, expiresAt });
  return code;
}

/** Whether it is the address of the authorization request, which may omit it if only one is registered. */
const isSameRedirectUri = (row: AuthorizationCode, client: OauthClient, given: string | undefined): boolean =>
  row.redirectUri === null
    ? given === undefined || (client.redirectUris.length === 1 && given === client.redirectUris[0])
    : given === row.redirectUri;

/**
 * Consumes a code and returns its consent. Null if it is unknown, another client's, expired, or comes with
 * another redirect URI; also null if it was used before, in which case its session has been ended (RFC 6749,
 * 4.1.2). Needs a transaction, which must commit on null too.
 */
export async function takeCode(
  ctx: Omit<SystemContext, "actor">,
  code: string,
  client: OauthClient,
  redirectUri: string | undefined,
): Promise<AuthorizationCode | null> {
  const now = ctx.clock.now();
  const row = await ctx.em.findOne(AuthorizationCode, { hash: secretHash(code), client: client.id });
  if (row === null) return null;
  // The user first, as in every change of a sign-in that ends codes: another order would deadlock.
  await lockUser(ctx, row.user.id);
  if (!(await lockIfKept(ctx.em, row))) return null;
  await ctx.em.populate(row, ["user", "session"]);
  if (row.usedAt) {
    if (row.session) await endSession({ ...ctx, actor: null }, row.session, "reused");
    return null;
  }
  row.usedAt = now;
  return row.expiresAt > now && row.user.active && isSameRedirectUri(row, client, redirectUri) ? row : null;
}
