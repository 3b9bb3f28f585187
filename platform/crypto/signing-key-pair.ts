import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from "jose";
import { open, seal } from "./crypto.ts";
import { newId } from "../ids.ts";

const ALGORITHM = "RS256";
const MODULUS_BITS = 2048;

export const signingKeyContext = (kid: string): string => `signing-key:${kid}`;

/**
 * A new key pair for access tokens: the public half for publishing, the private half encrypted. `id` is its
 * kid.
 */
export async function makeSigningKeyPair(
  encryptionKey: Buffer,
): Promise<{ id: string; publicJwk: Record<string, unknown>; sealedPrivateJwk: string }> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, {
    modulusLength: MODULUS_BITS,
    extractable: true,
  });
  const id = newId();
  const publicJwk = { ...(await exportJWK(publicKey)), kid: id, use: "sig", alg: ALGORITHM };
  const privateJwk = JSON.stringify(await exportJWK(privateKey));
  return { id, publicJwk, sealedPrivateJwk: seal(encryptionKey, privateJwk, signingKeyContext(id)) };
}

/** A signing key was encrypted with another ENCRYPTION_KEY, or is damaged: someone must act. */
export class UnopenableKeyError extends Error {
  override name = "UnopenableKeyError";

  constructor(kid: string, cause: unknown) {
    super(`the signing key ${kid} cannot be decrypted: ENCRYPTION_KEY is not the key it is sealed with`, {
      cause,
    });
  }
}

/** The private half of the key `kid`, for signing. Throws UnopenableKeyError. */
export async function openSigningKey(
  encryptionKey: Buffer,
  kid: string,
  sealedPrivateJwk: string,
): Promise<CryptoKey> {
  try {
    const jwk = JSON.parse(open(encryptionKey, sealedPrivateJwk, signingKeyContext(kid))) as JWK;
    return (await importJWK(jwk, ALGORITHM)) as CryptoKey;
  } catch (error) {
    throw new UnopenableKeyError(kid, error);
  }
}
