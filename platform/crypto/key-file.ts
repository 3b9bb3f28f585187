import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { isErrno } from "../is-errno.ts";

const KEY_BYTES = 32;
const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** A base64-encoded key, or null if it is incomplete. */
export function keyOf(text: string): Buffer | null {
  const key = Buffer.from(text, "base64");
  return key.length === KEY_BYTES ? key : null;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isErrno(error, "ENOENT")) return null;
    throw error;
  }
}

/**
 * The file appears complete and synced, or not at all; if two processes create it at the same time, the first
 * wins.
 */
function make(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const key = randomBytes(KEY_BYTES).toString("base64");
  const staged = `${path}.${process.pid}-${randomBytes(4).toString("hex")}.tmp`;
  const file = openSync(staged, "wx", 0o600);
  try {
    writeFileSync(file, `${key}\n`);
    fsyncSync(file);
    linkSync(staged, path);
  } catch (error) {
    if (!isErrno(error, "EEXIST")) throw error;
  } finally {
    closeSync(file);
    unlinkSync(staged);
  }
}

function readOrMake(path: string): string {
  try {
    const found = read(path);
    if (found !== null) return found;
    make(path);
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(
      `ENCRYPTION_KEY is not set, and none can be kept in ${path} (${codeOf(error)}): ` +
        "set it to `openssl rand -base64 32`, or set DATA_DIR to a folder you can write to.",
      { cause: error },
    );
  }
}

/** The key in the file. If there is none, generates a random one that only its user can read. */
export function readOrMakeKey(path: string): Buffer {
  const key = keyOf(readOrMake(path));
  if (key !== null) return key;
  throw new Error(
    `${path} holds no complete key (32 bytes in base64). Restore it from a backup or set ENCRYPTION_KEY; ` +
      "docs/operations.md describes what to do when the key is lost.",
  );
}
