import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  STANDARD_ATTRIBUTES,
  providerProblem,
  secretContextOf,
  type ProviderFacts,
} from "../../domain/identity-providers/identity-provider.rules.ts";
import { isOfDomain, readIdentity } from "../../domain/identity-providers/upstream-account.rules.ts";

const oidc = (change: Partial<ProviderFacts> = {}): ProviderFacts => ({
  kind: "oidc",
  issuer: "https://login.example.com",
  scopes: ["openid", "email"],
  createUsers: false,
  allowedEmailDomains: [],
  ...change,
});
const oauth2 = (change: Partial<ProviderFacts> = {}): ProviderFacts => ({
  kind: "oauth2",
  authorizationUrl: "https://login.example.com/authorize",
  tokenUrl: "https://login.example.com/token",
  userinfoUrl: "https://login.example.com/me",
  scopes: [],
  createUsers: false,
  allowedEmailDomains: [],
  ...change,
});

describe("an identity provider", () => {
  test.each<[string, ProviderFacts]>([
    ["OpenID Connect", oidc()],
    ["OpenID Connect on this machine", oidc({ issuer: "http://127.0.0.1:9000" })],
    ["an issuer with a path", oidc({ issuer: "https://login.example.com/tenant/v2.0" })],
    ["OAuth 2.0", oauth2()],
    ["one that creates users of a domain", oidc({ createUsers: true, allowedEmailDomains: ["example.com"] })],
  ])("may use %s", (_name, provider) => expect(providerProblem(provider)).toBeNull());

  test.each<[string, ProviderFacts, string]>([
    ["OpenID Connect without an issuer", oidc({ issuer: null }), "issuer"],
    ["OpenID Connect with a token URL", oidc({ tokenUrl: "https://login.example.com/token" }), "token_url"],
    ["OAuth 2.0 with an issuer", oauth2({ issuer: "https://login.example.com" }), "issuer"],
    ["OAuth 2.0 without user information", oauth2({ userinfoUrl: null }), "userinfo_url"],
    ["OAuth 2.0 without a token URL", oauth2({ tokenUrl: undefined }), "token_url"],
    ["a plain http address", oauth2({ tokenUrl: "http://login.example.com/token" }), "token_url"],
    ["an issuer with a query", oidc({ issuer: "https://login.example.com?a=b" }), "issuer"],
    [
      "the discovery document as issuer",
      oidc({ issuer: "https://login.example.com/.well-known/openid-configuration" }),
      "issuer",
    ],
    ["OpenID Connect without its scope", oidc({ scopes: ["email"] }), "scopes"],
    ["new users of any domain", oidc({ createUsers: true }), "allowed_email_domains"],
  ])("cannot use %s", (_name, provider, field) => {
    expect(providerProblem(provider)).toMatchObject({ field, error: expect.any(String) });
  });

  test("binds its secret to its own id", () => {
    expect(secretContextOf("a")).not.toBe(secretContextOf("b"));
  });
});

describe("an identity", () => {
  const ISSUER = "https://login.example.com";
  const claims = { sub: "42", email: "Anna@Example.com", email_verified: true, name: " Anna Schmidt " };
  const read = (change: Record<string, unknown> = {}) =>
    readIdentity(ISSUER, { ...claims, ...change }, STANDARD_ATTRIBUTES);

  test("has a normalised address and name", () => {
    expect(read()).toEqual({
      issuer: ISSUER,
      subject: "42",
      email: "anna@example.com",
      emailVerified: true,
      name: "Anna Schmidt",
    });
  });

  test.each<[string, unknown, string]>([
    ["a number", 42, "42"],
    ["zero", 0, "0"],
    ["a text with spaces, unchanged", " 42 ", " 42 "],
    ["the longest text", "x".repeat(255), "x".repeat(255)],
  ])("may have a subject that is %s", (_name, sub, subject) => expect(read({ sub })?.subject).toBe(subject));

  test.each<[string, unknown]>([
    ["missing", undefined],
    ["null", null],
    ["empty", ""],
    ["too long", "x".repeat(256)],
    ["a number that JSON rounds", 2 ** 53],
    ["a fraction", 1.5],
    ["a boolean", true],
    ["an object", { id: 42 }],
    ["a list", ["42"]],
    ["a text with a NUL character", "4\u00002"],
    ["a text with half a surrogate pair", "4\ud800"],
  ])("is unusable if its subject is %s", (_name, sub) => expect(read({ sub })).toBeNull());

  test.each([["true"], ["false"], [1], ["1"], [null], [undefined], [{}]])(
    "is unverified if the provider says %j",
    (email_verified) => expect(read({ email_verified })?.emailVerified).toBe(false),
  );

  test.each([
    ["no-at-sign"],
    ["two@at@signs"],
    ["with space@example.com"],
    ["@example.com"],
    ["anna@"],
    [`${"a".repeat(65)}@example.com`],
    [`a@${"b".repeat(190)}`],
    [""],
    ["   "],
    [42],
    [["anna@example.com"]],
    ["an\u0000na@example.com"],
  ])("has no address, and thus no verified one, if the provider says %j", (email) => {
    expect(read({ email })).toMatchObject({ email: null, emailVerified: false });
  });

  test.each<[unknown, string | null]>([
    ["", null],
    ["   ", null],
    [7, null],
    [undefined, null],
    ["x".repeat(300), "x".repeat(200)],
    ["An\u0000na\u0007", "Anna"],
    ["An\ud800na", "An\ufffdna"],
    [`${"x".repeat(199)}\u{1F512}`, "x".repeat(199)],
  ])("with the name %j is called %j", (name, expected) => expect(read({ name })?.name).toBe(expected));

  test("is read by the names that the provider uses", () => {
    const names = { subject: "id", email: "mail", email_verified: "confirmed", name: "login" };
    const answer = { id: 7, mail: "a@b.example", confirmed: true, login: "anna", ...claims };
    expect(readIdentity(ISSUER, answer, names)).toMatchObject({
      subject: "7",
      email: "a@b.example",
      emailVerified: true,
      name: "anna",
    });
  });

  test("never fails, whatever a provider answers", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(claims)), fc.anything()), (answer) => {
        const identity = readIdentity(ISSUER, answer, STANDARD_ATTRIBUTES);
        if (identity?.email === null) expect(identity.emailVerified).toBe(false);
      }),
    );
  });
});

describe("the domain of an address", () => {
  test.each([
    ["anna@example.com", ["example.com"], true],
    ["anna@example.com", ["example.org", "example.com"], true],
    ["anna@sub.example.com", ["example.com"], false],
    ["anna@notexample.com", ["example.com"], false],
    ["anna@example.com.evil.example", ["example.com"], false],
    ["example.com@evil.example", ["example.com"], false],
    ["anna@example.com", [], false],
  ])("of %s in %j: %s", (email, domains, expected) => expect(isOfDomain(email, domains)).toBe(expected));
});
