import type { MikroORM } from "@mikro-orm/postgresql";
import { createLocalJWKSet, type CryptoKey, type JWK, type JWTVerifyGetKey } from "jose";
import { ensureSigningKeys } from "../../domain/identity/signing-key.commands.ts";
import { findPublishedKeys } from "../../domain/identity/signing-key.queries.ts";
import type { Clock } from "../../platform/clock.ts";
import { AppError } from "../../platform/errors.ts";
import type { Logger } from "../../platform/logger.ts";
import { makeSigningKeyPair, openSigningKey } from "../../platform/signing-key-pair.ts";
import { UnopenableKeyError } from "../../platform/unopenable-key-error.ts";

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
  /** Throws while there is no key to sign with. */
  check(): Promise<void>;
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

type KeyState = "open" | "away" | "sealed";

/** Expected, because the log has it already, once and as an error. */
const keysAreSealed = (cause: UnopenableKeyError): AppError =>
  new AppError("SERVICE_UNAVAILABLE", "Access tokens cannot be signed or verified now", {
    cause,
    expected: true,
  });

/** Says each change once: the keys are read every second. What heals by itself is a warning. */
function tellStates(logger: Logger): (state: KeyState, err?: unknown) => void {
  let told: KeyState = "open";
  return (state, err) => {
    if (state === told) return;
    told = state;
    if (state === "open") logger.info("signing keys can be read again");
    if (state === "away") logger.warn({ err }, "signing keys not read; it tries again");
    if (state === "sealed")
      logger.error(
        { err },
        "nobody can sign in: start with the ENCRYPTION_KEY of the signing keys, or see docs/operations.md when it is lost",
      );
  };
}

/**
 * The signing keys of the database, kept in memory and read again every second, in the background: no request waits for
 * it. While the database is away the last ones serve; nothing that a token opens can be read then anyway. Keys that do
 * not open take the place of the last ones all the same: those may have been replaced because they leaked.
 */
export function createSigningKeys(deps: KeyDeps): SigningKeys {
  let known: KeySet | null = null;
  let sealed: AppError | null = null;
  let reading: Promise<KeySet> | null = null;
  let readAt = 0;
  const tell = tellStates(deps.logger);
  const accept = (keys: KeySet): KeySet => {
    [known, sealed] = [keys, null];
    tell("open");
    return keys;
  };
  const fail = (error: unknown): never => {
    if (error instanceof UnopenableKeyError) [known, sealed] = [null, keysAreSealed(error)];
    tell(sealed === null ? "away" : "sealed", error);
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
