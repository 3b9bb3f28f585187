import { createHmac } from "node:crypto";
import { isSameText } from "../../../platform/crypto/crypto.ts";

const ALGORITHM = "sha256";

/** The value of `X-Hub-Signature-256` for this body. */
export const signatureOf = (body: Uint8Array, appSecret: string): string =>
  `${ALGORITHM}=${createHmac(ALGORITHM, appSecret).update(body).digest("hex")}`;

/** Whether Meta sent exactly these bytes. */
export const isSigned = (body: Uint8Array, signature: string | undefined, appSecret: string): boolean =>
  signature !== undefined && isSameText(signature.toLowerCase(), signatureOf(body, appSecret));
