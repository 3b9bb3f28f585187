import { invalid } from "../../platform/errors.ts";
import { passwordProblem, type PasswordOwner } from "./password.rules.ts";

/** Verifies passwords; `verify` takes equally long whether or not there is a hash to compare with. */
export interface PasswordVerifier {
  verify(hash: string | null, password: string): Promise<boolean>;
}

/** Checks and hashes passwords, slowly on purpose. */
export interface Passwords extends PasswordVerifier {
  hash(password: string): Promise<string>;
  /** Case-folded passwords that attackers try first. */
  common(): Promise<ReadonlySet<string>>;
}

export interface NewPassword {
  password: string;
  owner: PasswordOwner;
  /** How the caller named it, for the error. */
  field: string;
}

/** The hash of a password that follows the rules; VALIDATION_ERROR that says which one it breaks. */
export async function hashNewPassword(
  passwords: Passwords,
  { password, owner, field }: NewPassword,
): Promise<string> {
  const problem = passwordProblem(password, owner, await passwords.common());
  if (problem !== null) throw invalid({ field, error: problem });
  return passwords.hash(password);
}
