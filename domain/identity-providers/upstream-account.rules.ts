import type { AttributeNames } from "./identity-provider.rules.ts";
import { isStorable } from "../storable-text.rules.ts";
import { beginningOf } from "../../platform/beginning-of.ts";

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

/** The answer of an identity provider about a user. */
export interface ProviderAnswer extends ProviderIdentity {
  /** When the user authenticated at the provider, in epoch milliseconds; null if it did not say. */
  authenticatedAt: number | null;
}

const SUBJECT_MAX = 255;
const EMAIL = /^[^@\s]{1,64}@[^@\s]{1,189}$/;
const NAME_MAX = 200;
const CONTROL = /\p{Cc}/gu;

function addressOf(value: unknown): string | null {
  const email = typeof value === "string" ? value.trim().toLowerCase() : "";
  return EMAIL.test(email) && isStorable(email) ? email : null;
}

/** Without control characters, and shortened between characters. */
function nameOf(value: unknown): string | null {
  if (typeof value !== "string") return null;
  return beginningOf(value.toWellFormed().replaceAll(CONTROL, "").trim(), NAME_MAX) || null;
}

/**
 * A number that JSON cannot represent exactly could turn two people into one, and so could characters that
 * the database replaces.
 */
function subjectOf(value: unknown): string | null {
  const subject = Number.isSafeInteger(value) ? String(value) : value;
  return typeof subject === "string" && subject !== "" && subject.length <= SUBJECT_MAX && isStorable(subject)
    ? subject
    : null;
}

/** Reads an identity from claims or user information; null without a usable subject. */
export function readIdentity(
  issuer: string,
  attributes: Readonly<Record<string, unknown>>,
  names: AttributeNames,
): ProviderIdentity | null {
  const subject = subjectOf(attributes[names.subject]);
  if (subject === null) return null;
  const email = addressOf(attributes[names.email]);
  return {
    issuer,
    subject,
    email,
    emailVerified: email !== null && attributes[names.email_verified] === true,
    name: nameOf(attributes[names.name]),
  };
}

/** Whether the address is in one of the domains; subdomains do not count. */
export const isOfDomain = (email: string, domains: readonly string[]): boolean =>
  domains.includes(email.slice(email.lastIndexOf("@") + 1));
