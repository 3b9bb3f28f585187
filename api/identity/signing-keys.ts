import type { MikroORM } from "@mikro-orm/postgresql";
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
  type JWTVerifyGetKey,
} from "jose";
import { SigningKey } from "../../domain/identity/signing-key.entity.ts";
import type { Clock } from "../../platform/clock.ts";
import { open, seal } from "../../platform/crypto.ts";
import { newId } from "../../platform/ids.ts";

const ALGORITHM = "RS256";
const MODULUS_BITS = 2048;
/** A token with an unknown kid makes the keys load again, at most this often: forged ones must not cost a query each. */
const RELOAD_AFTER_MS = 5_000;
/** Any number no other part of the product uses for an advisory lock. */
const CREATION_LOCK = 7_011;

export interface SigningKeys {
  /** The key that signs now. */
  current(): Promise<{ kid: string; privateKey: CryptoKey }>;
  /** Finds the public key of a token. */
  find: JWTVerifyGetKey;
  /** What `/.well-known/jwks.json` publishes. */
  published(): Promise<{ keys: JWK[] }>;
}

interface KeyDeps {
  orm: MikroORM;
  encryptionKey: Buffer;
  clock: Clock;
}

const contextOf = (kid: string): string => `signing-key:${kid}`;

async function generate(
  deps: KeyDeps,
): Promise<{ id: string; publicJwk: Record<string, unknown>; sealedPrivateJwk: string; createdAt: Date }> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, {
    modulusLength: MODULUS_BITS,
    extractable: true,
  });
  const id = newId();
  const publicJwk = { ...(await exportJWK(publicKey)), kid: id, use: "sig", alg: ALGORITHM };
  const sealedPrivateJwk = seal(
    deps.encryptionKey,
    JSON.stringify(await exportJWK(privateKey)),
    contextOf(id),
  );
  return { id, publicJwk, sealedPrivateJwk, createdAt: deps.clock.now() };
}

/** All keys; makes the first one under a lock, so that processes that start together agree on it. */
async function loadKeys(deps: KeyDeps): Promise<SigningKey[]> {
  const em = deps.orm.em.fork();
  const newestFirst = { orderBy: { createdAt: "desc" } } as const;
  const known = await em.find(SigningKey, {}, newestFirst);
  if (known.length > 0) return known;
  return em.transactional(async (tx) => {
    await tx.execute("select pg_advisory_xact_lock(?)", [CREATION_LOCK]);
    const meanwhile = await tx.find(SigningKey, {}, newestFirst);
    if (meanwhile.length > 0) return meanwhile;
    const key = tx.create(SigningKey, await generate(deps));
    await tx.persist(key).flush();
    return [key];
  });
}

/** The signing keys of the database, kept in memory; see RELOAD_AFTER_MS for when they load again. */
export function createSigningKeys(deps: KeyDeps): SigningKeys {
  let loaded: Promise<SigningKey[]> | null = null;
  let loadedAt = 0;
  const keys = (): Promise<SigningKey[]> => {
    if (loaded !== null) return loaded;
    loadedAt = deps.clock.now().getTime();
    loaded = loadKeys(deps).catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
  const published = async () => ({ keys: (await keys()).map((key) => key.publicJwk as JWK) });

  async function current() {
    const key = (await keys()).find(({ retiredAt }) => !retiredAt);
    if (key === undefined) throw new Error("every signing key is retired: rotate the keys");
    const jwk = JSON.parse(open(deps.encryptionKey, key.sealedPrivateJwk, contextOf(key.id))) as JWK;
    return { kid: key.id, privateKey: (await importJWK(jwk, ALGORITHM)) as CryptoKey };
  }

  const find: JWTVerifyGetKey = async (header, token) => {
    const known = (await keys()).some((key) => key.id === header?.kid);
    if (!known && deps.clock.now().getTime() - loadedAt > RELOAD_AFTER_MS) loaded = null;
    return createLocalJWKSet(await published())(header, token);
  };

  return { current, find, published };
}
