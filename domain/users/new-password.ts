import { invalid } from "../../platform/errors.ts";
import { passwordProblem, type PasswordOwner } from "./password.rules.ts";

/**
 * Verifies passwords; `verify` takes equally long with and without a hash. Callers take turns: the address of a
 * sign-in, or the signed-in user.
 */
export interface PasswordVerifier {
  verify(hash: string | null, password: string, caller: string): Promise<boolean>;
}

/** Verifies and hashes passwords, deliberately slowly. */
export interface Passwords extends PasswordVerifier {
  hash(password: string): Promise<string>;
  /** Common passwords, case-folded. */
  common(): Promise<ReadonlySet<string>>;
}

export interface NewPassword {
  password: string;
  owner: PasswordOwner;
  /** The caller's name of the field, for the error. */
  field: string;
}

/** The hash of a valid password; VALIDATION_ERROR names the violated rule. */
export async function hashNewPassword(
  passwords: Passwords,
  { password, owner, field }: NewPassword,
): Promise<string> {
  const problem = passwordProblem(password, owner, await passwords.common());
  if (problem !== null) throw invalid({ field, ...problem });
  return passwords.hash(password);
}
