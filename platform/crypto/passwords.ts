import { hash, verify } from "@node-rs/argon2";
import { createCommonPasswords } from "./common-passwords.ts";

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** NIST SP 800-63B: the same password, however a keyboard composes its characters. ASCII does not change. */
const normalize = (password: string): string => password.normalize("NFKC");

/** A hash that matches no password, so that an unknown account takes as long as a known one. */
const decoy = hash("there is no such account", COST);

export const hashPassword = (password: string): Promise<string> => hash(normalize(password), COST);

export const argon2Passwords = {
  hash: hashPassword,
  /** Whether `password` matches `hash`; without a hash, returns false after the same work. */
  async verify(stored: string | null, password: string): Promise<boolean> {
    const matched = await verify(stored ?? (await decoy), normalize(password));
    return matched && stored !== null;
  },
  common: createCommonPasswords(),
};
