import {
  ensureSigningKeys,
  rotateSigningKeys,
  type Rotation,
} from "../../domain/identity/signing-key.commands.ts";
import { loadCurrentKey } from "../../domain/identity/signing-key.queries.ts";
import { ACCESS_TOKEN_SECONDS } from "../../platform/crypto/access-token.ts";
import { makeSigningKeyPair } from "../../platform/crypto/signing-key-pair.ts";
import { runAsSystem, type SystemDeps } from "../run-as-system.ts";

export interface SigningKeyDeps extends SystemDeps {
  encryptionKey: Buffer;
}

/** The steps of a rotation of the signing keys, each idempotent. */
export function createSigningKeyActivities(deps: SigningKeyDeps) {
  const make = () => makeSigningKeyPair(deps.encryptionKey);
  return {
    /** The kid of the current signing key. */
    currentSigningKey: (): Promise<string> =>
      runAsSystem(deps, async (ctx) => {
        await ensureSigningKeys(ctx, make);
        return (await loadCurrentKey(ctx.em)).id;
      }),
    /** Null if `kid` was retired in the meantime. */
    rotateSigningKey: (kid: string): Promise<Rotation | null> =>
      runAsSystem(deps, (ctx) => rotateSigningKeys(ctx, { make, tokenSeconds: ACCESS_TOKEN_SECONDS, kid })),
  };
}
