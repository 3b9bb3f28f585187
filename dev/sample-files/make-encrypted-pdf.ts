import { createHash } from "node:crypto";

/*
 * The oldest standard encryption (PDF 1.7, 7.6.3, revision 2: RC4 with 40 bits). Long broken, but every
 * reader supports it, and it covers both cases: a document that opens without a password, and one that does
 * not.
 */

const PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
const FILE_ID = Buffer.alloc(16, 7);
const PERMISSIONS = -44;
const KEY_BYTES = 5;

const md5 = (...parts: Buffer[]) => createHash("md5").update(Buffer.concat(parts)).digest();
const padded = (password: string) => Buffer.concat([Buffer.from(password), PADDING]).subarray(0, 32);

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  const swap = (i: number, j: number) => ([state[i], state[j]] = [state[j] ?? 0, state[i] ?? 0]);
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) % 256;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return data.map((byte) => {
    i = (i + 1) % 256;
    j = (j + (state[i] ?? 0)) % 256;
    swap(i, j);
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) % 256] ?? 0);
  }) as Buffer;
}

function secretsOf(password: string): { key: Buffer; owner: Buffer; user: Buffer } {
  const owner = rc4(md5(padded("owner")).subarray(0, KEY_BYTES), padded(password));
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  const key = md5(padded(password), owner, permissions, FILE_ID).subarray(0, KEY_BYTES);
  return { key, owner, user: rc4(key, PADDING) };
}

function encryptFor(object: number, key: Buffer, data: Buffer): Buffer {
  const number = Buffer.from([object & 0xff, object >> 8, 0, 0, 0]);
  return rc4(md5(key, number).subarray(0, KEY_BYTES + 5), data);
}

/** An encrypted PDF with one line of text. Every reader opens it if `password` is empty. */
export function makeEncryptedPdf(text: string, password: string): Buffer {
  const { key, owner, user } = secretsOf(password);
  const hex = (bytes: Buffer) => `<${bytes.toString("hex")}>`;
  const content = encryptFor(4, key, Buffer.from(`BT /F1 18 Tf 60 700 Td (${text}) Tj ET`));
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content.toString("latin1")}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    `<< /Filter /Standard /V 1 /R 2 /P ${PERMISSIONS} /O ${hex(owner)} /U ${hex(user)} >>`,
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const at = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const trailer = `<< /Size 7 /Root 1 0 R /Encrypt 6 0 R /ID [${hex(FILE_ID)} ${hex(FILE_ID)}] >>`;
  const end = `xref\n0 7\n0000000000 65535 f \n${table}trailer\n${trailer}\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + end, "latin1");
}
