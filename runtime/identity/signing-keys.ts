import type { MikroORM } from "@mikro-orm/postgresql";
import { createLocalJWKSet, type CryptoKey, type JWK, type JWTVerifyGetKey } from "jose";
import { ensureSigningKeys } from "../../domain/identity/signing-key.commands.ts";
import { loadPublishedKeys } from "../../domain/identity/signing-key.queries.ts";
import type { Clock } from "../../platform/clock.ts";
import { unavailable, type AppError } from "../../platform/errors.ts";
import type { Logger } from "../../platform/logger.ts";
import {
  makeSigningKeyPair,
  openSigningKey,
  UnopenableKeyError,
} from "../../platform/crypto/signing-key-pair.ts";

/** The delay until a key rotation reaches every process. */
const RELOAD_MS = 1_000;
/**
 * A token with an unknown kid reloads the keys at once, but at most this often: forged tokens must not cost a
 * query each.
 */
const UNKNOWN_KID_MS = 100;

export interface SigningKeys {
  /** The current signing key. */
  current(): Promise<{ kid: string; privateKey: CryptoKey }>;
  /** Finds the public key for a token. */
  find: JWTVerifyGetKey;
  /** The content of `/.well-known/jwks.json`. */
  published(): Promise<{ keys: JWK[] }>;
  /** Throws if there is no key to sign with. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

interface KeyDeps {
  orm: MikroORM;
  encryptionKey: Buffer;
  clock: Clock;
  logger: Logger;
}

/** The keys at one point in time. */
interface KeySet {
  signing: { kid: string; privateKey: CryptoKey };
  jwks: { keys: JWK[] };
  find: JWTVerifyGetKey;
}

async function loadKeys({ orm, encryptionKey, clock }: KeyDeps): Promise<KeySet> {
  const read = () => loadPublishedKeys(orm.em.fork(), clock.now());
  let keys = await read();
  if (!["current", "next"].every((status) => keys.some((key) => key.status === status))) {
    const make = () => makeSigningKeyPair(encryptionKey);
    await orm.em
      .fork()
      .transactional((em) => ensureSigningKeys({ em, actor: null, clock, events: [] }, make));
    keys = await read();
  }
  const current = keys.find(({ status }) => status === "current");
  if (!current?.sealedPrivateJwk) throw new Error("no current signing key has its private part");
  const { id: kid, sealedPrivateJwk } = current;
  const jwks = { keys: keys.map(({ publicJwk }) => publicJwk as JWK) };
  const privateKey = await openSigningKey(encryptionKey, kid, sealedPrivateJwk);
  return { signing: { kid, privateKey }, jwks, find: createLocalJWKSet(jwks) };
}

type KeyState = "open" | "away" | "sealed";

/** An expected error, because the cause has already been logged once as an error. */
const keysAreSealed = (cause: UnopenableKeyError): AppError =>
  unavailable("Access tokens cannot be signed or verified now: try again shortly", {
    cause,
    expected: true,
  });

/**
 * Logs each change of state once, because keys are read every second. States that recover without
 * intervention are warnings.
 */
function logStates(logger: Logger): (state: KeyState, err?: unknown) => void {
  let reported: KeyState = "open";
  return (state, err) => {
    if (state === reported) return;
    reported = state;
    if (state === "open") logger.info("signing keys can be read again");
    if (state === "away") logger.warn({ err }, "could not read the signing keys; will retry");
    if (state === "sealed")
      logger.error(
        { err },
        "no one can sign in: start with the ENCRYPTION_KEY of the signing keys or, if it is lost, see docs/operations.md",
      );
  };
}

/**
 * The signing keys from the database, cached in memory and reloaded every second in the background, so that
 * no request waits. While the database is down, the cached keys are used; the data that tokens protect cannot
 * be read then anyway. Keys that cannot be decrypted still replace the cached ones, which may have been
 * rotated because they leaked.
 */
export function createSigningKeys(deps: KeyDeps): SigningKeys {
  let known: KeySet | null = null;
  let sealed: AppError | null = null;
  let reading: Promise<KeySet> | null = null;
  let readAt = 0;
  const logState = logStates(deps.logger);
  const accept = (keys: KeySet): KeySet => {
    [known, sealed] = [keys, null];
    logState("open");
    return keys;
  };
  const fail = (error: unknown): never => {
    if (error instanceof UnopenableKeyError) [known, sealed] = [null, keysAreSealed(error)];
    logState(sealed === null ? "away" : "sealed", error);
    throw sealed ?? error;
  };
  const read = (): Promise<KeySet> => {
    reading ??= loadKeys(deps)
      .then(accept, fail)
      .finally(() => {
        reading = null;
        readAt = performance.now();
      });
    return reading;
  };
  const keys = async (): Promise<KeySet> => {
    if (sealed !== null) throw sealed;
    return known ?? read();
  };
  const refresh = (): void => void read().catch(() => undefined);
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
    check: async () => void (await keys()),
    stop: async () => {
      clearInterval(timer);
      await reading?.catch(() => undefined);
    },
  };
}
