import type { MikroORM } from "@mikro-orm/postgresql";
import { createLocalJWKSet, type CryptoKey, type JWK, type JWTVerifyGetKey } from "jose";
import { ensureSigningKeys } from "../../domain/identity/signing-key.commands.ts";
import { findPublishedKeys } from "../../domain/identity/signing-key.queries.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Logger } from "../../platform/logger.ts";
import { makeSigningKeyPair, openSigningKey } from "../../platform/signing-key-pair.ts";

/** A rotation reaches every process this soon. */
const RELOAD_MS = 1_000;
/** A token with an unknown kid makes the keys load at once, but this often at most: forged ones must not cost a query each. */
const UNKNOWN_KID_MS = 100;

export interface SigningKeys {
  /** The key that signs now. */
  current(): Promise<{ kid: string; privateKey: CryptoKey }>;
  /** Finds the public key of a token. */
  find: JWTVerifyGetKey;
  /** What `/.well-known/jwks.json` publishes. */
  published(): Promise<{ keys: JWK[] }>;
  stop(): Promise<void>;
}

interface KeyDeps {
  orm: MikroORM;
  encryptionKey: Buffer;
  clock: Clock;
  logger: Logger;
}

/** The keys at one moment. */
interface KeySet {
  signing: { kid: string; privateKey: CryptoKey };
  jwks: { keys: JWK[] };
  find: JWTVerifyGetKey;
}

async function loadKeys({ orm, encryptionKey, clock }: KeyDeps): Promise<KeySet> {
  const read = () => findPublishedKeys(orm.em.fork(), clock.now());
  let keys = await read();
  if (!["current", "next"].every((status) => keys.some((key) => key.status === status))) {
    const make = () => makeSigningKeyPair(encryptionKey);
    await orm.em
      .fork()
      .transactional((em) => ensureSigningKeys({ em, actor: null, clock, events: [] }, make));
    keys = await read();
  }
  const { id: kid, sealedPrivateJwk } = keys.find(({ status }) => status === "current")!;
  const jwks = { keys: keys.map(({ publicJwk }) => publicJwk as JWK) };
  const privateKey = await openSigningKey(encryptionKey, kid, sealedPrivateJwk!);
  return { signing: { kid, privateKey }, jwks, find: createLocalJWKSet(jwks) };
}

/**
 * The signing keys of the database, kept in memory and read again every second, in the background: no request waits for
 * it. While the database is away the last ones serve; nothing that a token opens can be read then anyway.
 */
export function createSigningKeys(deps: KeyDeps): SigningKeys {
  let known: KeySet | null = null;
  let reading: Promise<KeySet> | null = null;
  let readAt = 0;
  const read = (): Promise<KeySet> => {
    reading ??= loadKeys(deps)
      .then((keys) => (known = keys))
      .finally(() => {
        reading = null;
        readAt = performance.now();
      });
    return reading;
  };
  const keys = async (): Promise<KeySet> => known ?? read();
  const refresh = (): void =>
    void read().catch((err: unknown) => deps.logger.warn({ err }, "signing keys not read; it tries again"));
  const timer = setInterval(refresh, RELOAD_MS).unref();

  const find: JWTVerifyGetKey = async (header, token) => {
    const { jwks } = await keys();
    const isKnown = jwks.keys.some(({ kid }) => kid === header?.kid);
    if (!isKnown && performance.now() - readAt > UNKNOWN_KID_MS) await read();
    return (await keys()).find(header, token);
  };
  return {
    current: async () => (await keys()).signing,
    find,
    published: async () => (await keys()).jwks,
    stop: async () => {
      clearInterval(timer);
      await reading?.catch(() => undefined);
    },
  };
}
