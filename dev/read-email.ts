import { StackError } from "./stack/stack-error.ts";

/** Something before and after the only @; the mail server knows the rest. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** An e-mail address as typed. Throws StackError for anything else. */
export function readEmail(text: string): string {
  if (EMAIL.test(text)) return text;
  throw new StackError(`"${text}" is not an e-mail address`);
}
