import type { AttributeNames } from "./identity-provider.rules.ts";

/** An identity as reported by an identity provider. */
export interface ProviderIdentity {
  issuer: string;
  /** Never reassigned by this issuer. */
  subject: string;
  email: string | null;
  /** True only if the provider said exactly that. */
  emailVerified: boolean;
  name: string | null;
}

const SUBJECT_MAX = 255;
const EMAIL = /^[^@\s]{1,64}@[^@\s]{1,189}$/;
const NAME_MAX = 200;

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null;

/** A number that JSON cannot represent exactly could turn two people into one. */
function subjectOf(value: unknown): string | null {
  const subject = Number.isSafeInteger(value) ? String(value) : value;
  return typeof subject === "string" && subject !== "" && subject.length <= SUBJECT_MAX ? subject : null;
}

/** Reads an identity from claims or user information; null without a usable subject. */
export function readIdentity(
  issuer: string,
  attributes: Readonly<Record<string, unknown>>,
  names: AttributeNames,
): ProviderIdentity | null {
  const subject = subjectOf(attributes[names.subject]);
  if (subject === null) return null;
  const email = textOf(attributes[names.email])?.toLowerCase() ?? null;
  const isAddress = email !== null && EMAIL.test(email);
  return {
    issuer,
    subject,
    email: isAddress ? email : null,
    emailVerified: isAddress && attributes[names.email_verified] === true,
    name: textOf(attributes[names.name])?.slice(0, NAME_MAX) ?? null,
  };
}

/** Whether the address is in one of the domains; subdomains do not count. */
export const isOfDomain = (email: string, domains: readonly string[]): boolean =>
  domains.includes(email.slice(email.lastIndexOf("@") + 1));
