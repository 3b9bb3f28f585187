import { hash, verify } from "@node-rs/argon2";
import { createFairSlots } from "../concurrency/fair-slots.ts";
import { networkOf } from "../http/ip-ranges.ts";

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** NIST SP 800-63B: the same password, however a keyboard composes its characters. ASCII does not change. */
const normalize = (password: string): string => password.normalize("NFKC");

/** A hash that matches no password, so that an unknown account takes as long as a known one. */
const decoy = hash("there is no such account", COST);

/** About 49,000 passwords from published breaches, in lower case; loaded once, on first use. */
function createCommonPasswords(): () => Promise<ReadonlySet<string>> {
  let loading: Promise<ReadonlySet<string>> | null = null;
  const load = async (): Promise<ReadonlySet<string>> => {
    const { dictionary } = await import("@zxcvbn-ts/language-common");
    return new Set(dictionary["passwords-common"].map((password) => password.toLowerCase()));
  };
  return () => (loading ??= load());
}

/**
 * The threads that hash also read files and wait for other slow calls of this process, four in all: anyone may send
 * many passwords, so half of them stay free, and callers take turns.
 */
const turns = createFairSlots({ what: "passwords", slots: 2, waitingEach: 1_000, waitMs: 15_000 });
const OURSELVES = "";

export const hashPassword = (password: string): Promise<string> =>
  turns.run(OURSELVES, () => hash(normalize(password), COST));

export const argon2Passwords = {
  hash: hashPassword,
  /**
   * Whether `password` matches `hash`; without a hash, returns false after the same work. `caller`, an address or a
   * user, takes turns with others; the addresses of an IPv6 network count as one.
   */
  async verify(stored: string | null, password: string, caller = OURSELVES): Promise<boolean> {
    const compared = stored ?? (await decoy);
    const matched = await turns.run(networkOf(caller), () => verify(compared, normalize(password)));
    return matched && stored !== null;
  },
  common: createCommonPasswords(),
};
