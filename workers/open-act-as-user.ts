import type { EntityManager } from "@mikro-orm/postgresql";
import { signSessionToken } from "../runtime/identity/sign-session-token.ts";
import { createSigningKeys } from "../runtime/identity/signing-keys.ts";
import { createSession } from "../domain/identity/session.commands.ts";
import type { User } from "../domain/users/user.entity.ts";
import type { Scope } from "../domain/users/user.rules.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/logger.ts";
import type { Orm } from "../platform/database/orm.ts";

interface TokenRequest {
  scopes: readonly Scope[];
  /** The origin or purpose that the audit log names. */
  via: string;
  /** Lifetime of the session. */
  seconds: number;
}

/** An ordinary token with which this process acts as the user. */
export type ActAsUser = (em: EntityManager, user: User, request: TokenRequest) => Promise<string>;

interface Parts {
  config: Pick<Config, "encryptionKey" | "issuer" | "audience">;
  orm: Orm;
  clock: Clock;
  logger: Logger;
}

/** Lets a process act as users; one per process, because it caches the signing keys. */
export function openActAsUser({ config, orm, clock, logger }: Parts): {
  actAs: ActAsUser;
  close(): Promise<void>;
} {
  const { encryptionKey, issuer, audience } = config;
  const keys = createSigningKeys({ orm, encryptionKey, clock, logger });
  const actAs: ActAsUser = async (em, user, { scopes, via, seconds }) => {
    // Without a refresh token, nothing is derived from the rotation key.
    const ctx = { em, clock, rotationKey: Buffer.alloc(0) };
    const session = createSession(ctx, { user, client: null, scopes, via }, seconds);
    await em.flush();
    const subject = { subject: user.id, clientId: user.id, scopes };
    return signSessionToken(await keys.current(), { issuer, audience }, session, subject, clock.now());
  };
  return { actAs, close: keys.stop };
}
