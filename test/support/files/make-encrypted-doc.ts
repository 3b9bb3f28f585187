import { makeDoc } from "../../../dev/sample-files/make-doc.ts";

const HEAD = Buffer.from("eca5c100", "hex");
const FLAGS_AT = 10;
const ENCRYPTED = 0x0100;

/** A Word 97 document whose header says that it is encrypted. */
export function makeEncryptedDoc(): Buffer {
  const doc = makeDoc(["secret"]);
  const flagsAt = doc.indexOf(HEAD) + FLAGS_AT;
  doc.writeUInt16LE(doc.readUInt16LE(flagsAt) | ENCRYPTED, flagsAt);
  return doc;
}
