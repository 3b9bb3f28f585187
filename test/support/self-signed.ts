import { generateKeyPairSync, sign } from "node:crypto";

/** One value in ASN.1's DER encoding. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const SEQUENCE = 0x30;
const ED25519 = der(SEQUENCE, der(6, Buffer.from("2b6570", "hex")));
const COMMON_NAME = der(6, Buffer.from("550403", "hex"));
const NAME = der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from("127.0.0.1")))));
const VALIDITY = der(
  SEQUENCE,
  der(0x17, Buffer.from("200101000000Z")),
  der(0x17, Buffer.from("491231000000Z")),
);

const pem = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${bytes.toString("base64")}\n-----END ${label}-----\n`;

/** A self-signed certificate, which no client should accept. */
export function selfSigned(): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const version = der(0xa0, der(2, Buffer.from([2])));
  const serial = der(2, Buffer.from([1]));
  const key = publicKey.export({ type: "spki", format: "der" });
  const body = der(SEQUENCE, version, serial, ED25519, NAME, VALIDITY, NAME, key);
  const signature = der(3, Buffer.from([0]), sign(null, body, privateKey));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: pem("CERTIFICATE", der(SEQUENCE, body, ED25519, signature)),
  };
}
