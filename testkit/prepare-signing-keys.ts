import type { EntityManager } from "@mikro-orm/postgresql";
import { ensureSigningKeys, type NewKeyPair } from "../domain/identity/signing-key.commands.ts";
import { systemClock } from "../platform/clock.ts";
import { makeSigningKeyPair } from "../platform/crypto/signing-key-pair.ts";

/** The current and the next key, for each encryption key. */
const made = new Map<string, Promise<NewKeyPair[]>>();

function keptPairs(encryptionKey: Buffer): Promise<NewKeyPair[]> {
  const name = encryptionKey.toString("base64");
  const pairs =
    made.get(name) ?? Promise.all([makeSigningKeyPair(encryptionKey), makeSigningKeyPair(encryptionKey)]);
  made.set(name, pairs);
  return pairs;
}

/**
 * Writes signing keys to a new database before its first sign-in. The databases of a process have the same ones: to
 * make them takes a tenth of a second of processor time.
 */
export async function prepareSigningKeys(em: EntityManager, encryptionKey: Buffer): Promise<void> {
  const pairs = [...(await keptPairs(encryptionKey))];
  await em.transactional((inner) =>
    ensureSigningKeys({ em: inner, actor: null, clock: systemClock, events: [] }, async () => pairs.shift()!),
  );
}
