import { hash, verify } from "@node-rs/argon2";

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of a password that nobody has, so that an unknown account takes as long as a known one. */
const decoy = hash("there is no such account", COST);

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

export const argon2Passwords = {
  /** Whether `password` belongs to `hash`; with no hash, no, after the same work. */
  async verify(stored: string | null, password: string): Promise<boolean> {
    const matched = await verify(stored ?? (await decoy), password);
    return matched && stored !== null;
  },
};
