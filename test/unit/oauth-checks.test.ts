import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { requestedScopes, scopeProblem } from "../../domain/identity/oauth-problem.rules.ts";
import { describeTokenRefusal } from "../../domain/identity/token-refusal.rules.ts";
import { tokenRequestProblem } from "../../domain/identity/token-request.rules.ts";
import { AppError, notFound, unavailable } from "../../platform/errors.ts";
import { bearerChallenge, quotable, tokenProblemOf } from "../../platform/web/bearer-challenge.ts";
import { isWellEncoded } from "../../platform/web/well-encoded.ts";
import { AuthorizationError, answerLocation } from "../../api/identity/oauth/browser/authorization-error.ts";
import { OauthError, oauthErrorName } from "../../api/identity/oauth/oauth-error.ts";

const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";

const client = { grants: ["authorization_code", "refresh_token", DEVICE], scopes: ["read", "write"] };

describe("a token request", () => {
  test.each<[Record<string, string>, string | null]>([
    [{ grant_type: "authorization_code", code: "c" }, null],
    [{ grant_type: "refresh_token", refresh_token: "t" }, null],
    [{ grant_type: DEVICE, device_code: "d" }, null],
    [{ grant_type: "authorization_code" }, "invalid_request"],
    [{ grant_type: "authorization_code", refresh_token: "t" }, "invalid_request"],
    [{ grant_type: "refresh_token" }, "invalid_request"],
    [{ grant_type: DEVICE }, "invalid_request"],
    [{ grant_type: "client_credentials" }, "unauthorized_client"],
    [{ grant_type: "password" }, "unsupported_grant_type"],
    [{ grant_type: "AUTHORIZATION_CODE", code: "c" }, "unsupported_grant_type"],
    [{ grant_type: "" }, "unsupported_grant_type"],
    [{ grant_type: "__proto__" }, "unsupported_grant_type"],
  ])("%j is answered with %s", (body, error) =>
    expect(tokenRequestProblem({ grant_type: "", ...body }, client)?.[0] ?? null).toBe(error),
  );

  test("of a service needs no further parameter", () => {
    const grants = ["client_credentials"];
    expect(tokenRequestProblem({ grant_type: "client_credentials" }, { ...client, grants })).toBeNull();
  });

  test.each<[string | undefined, boolean]>([
    [undefined, true],
    ["a".repeat(43), true],
    ["a".repeat(128), true],
    ["Az09-._~".repeat(6), true],
    ["a".repeat(42), false],
    ["a".repeat(129), false],
    [`${"a".repeat(43)}+`, false],
    [`${"a".repeat(43)}\n`, false],
    [`${"a".repeat(43)}é`, false],
    ["", false],
  ])("with the verifier %j is accepted: %s", (verifier, isAccepted) => {
    const parameters = { grant_type: "refresh_token", refresh_token: "t", code_verifier: verifier };
    const problem = tokenRequestProblem(parameters, client);
    expect(problem?.[0] ?? null).toBe(isAccepted ? null : "invalid_request");
  });

  test.each<[string | undefined, string[] | null]>([
    [undefined, ["read", "write"]],
    ["read", ["read"]],
    ["write read", ["write", "read"]],
    ["read read", ["read"]],
    ["admin", null],
    ["read admin", null],
    ["READ", null],
    ["", null],
    ["read  write", null],
  ])("for the scope %j gets %j", (text, scopes) => {
    expect(scopeProblem(text, client)?.[0] ?? null).toBe(scopes === null ? "invalid_scope" : null);
    if (scopes !== null) expect(requestedScopes(text, client)).toEqual(scopes);
  });
});

test.each([
  ["Missing parameter: `code_verifier`", /^code_verifier is missing: send/],
  ["Invalid parameter: `code`", /^code is malformed: send/],
  ["Invalid parameter: `refresh_token`", /^refresh_token is malformed: send/],
  ["Invalid grant: authorization code is invalid", /: request a new one/],
  ["Invalid scope: Unable to add extra scopes", /^Unable to add extra scopes$/],
])("a refusal by the library, %s, names the parameter and what to do", (message, description) =>
  expect(describeTokenRefusal(message)).toMatch(description),
);

describe("the name of an error", () => {
  test.each([
    [new OauthError("slow_down", "x"), "slow_down", 400],
    [new OauthError("invalid_client", "x"), "invalid_client", 401],
    [unavailable("x"), "temporarily_unavailable", 503],
    [new AppError("RATE_LIMITED", "x"), "temporarily_unavailable", 429],
    [new AppError("INTERNAL_ERROR", "x"), "server_error", 500],
    [new AppError("UNAUTHORIZED", "x"), "invalid_client", 401],
    [notFound("x"), "invalid_request", 404],
  ])("%s is %s with status %d", (error, name, status) => {
    expect(oauthErrorName(error)).toBe(name);
    expect(error.status).toBe(status);
  });
});

describe("the answer to an application", () => {
  const ISSUER = "https://compliance.example.com";
  const at = (redirectUri: string, state: string | null = "s") => ({ redirectUri, state, issuer: ISSUER });

  test.each([
    ["https://a.example", "https://a.example?code=c"],
    ["https://a.example/", "https://a.example/?code=c"],
    ["https://a.example/?x=1", "https://a.example/?x=1&code=c"],
    ["https://a.example/?", "https://a.example/?code=c"],
    ["https://a.example/?x=1&", "https://a.example/?x=1&code=c"],
    ["https://a.example/%7euser?b=%20", "https://a.example/%7euser?b=%20&code=c"],
  ])("to %s begins with %s", (uri, begins) =>
    expect(answerLocation(at(uri), { code: "c" }).startsWith(`${begins}&`)).toBe(true),
  );

  test("returns any state unchanged, and names its issuer", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1 }),
        fc.constantFrom("", "?a=1"),
        (state, query) => {
          const location = answerLocation(at(`https://a.example/back${query}`, state), { code: "c&d=e" });
          const { searchParams, hash } = new URL(location);
          expect(searchParams.get("state")).toBe(state);
          expect(searchParams.get("code")).toBe("c&d=e");
          expect(searchParams.get("iss")).toBe(ISSUER);
          expect(hash).toBe("");
        },
      ),
    );
  });

  test("has no state if there was none, and one description that any client can read", () => {
    expect(new URL(answerLocation(at("https://a.example", null), {})).searchParams.has("state")).toBe(false);
    const error = new AuthorizationError(at("https://a.example"), "access_denied", 'Not "allowed"\nÜ');
    const { searchParams } = new URL(error.location);
    expect(searchParams.get("error")).toBe("access_denied");
    expect(searchParams.get("error_description")).toBe("Not 'allowed'''");
  });
});

describe("the challenge for a bearer", () => {
  test("is the scheme alone without a token, and nothing for other errors", () => {
    expect(bearerChallenge(new AppError("UNAUTHORIZED", "Sign in"))).toBe('Bearer realm="compliance"');
    expect(bearerChallenge(notFound("x"))).toBeNull();
    expect(bearerChallenge(new AppError("FORBIDDEN", "x"))).toBeNull();
  });

  test("reports what is wrong with a token, for another service to read", () => {
    for (const tokenProblem of [
      { error: "invalid_token" },
      { error: "insufficient_scope", scope: "read write" },
    ] as const) {
      const error = new AppError("FORBIDDEN", 'The token "x" is too old', { tokenProblem });
      const challenge = bearerChallenge(error, { resource_metadata: "https://a.example/x" })!;
      expect(challenge).toContain('resource_metadata="https://a.example/x"');
      expect(tokenProblemOf(challenge)).toEqual(tokenProblem);
    }
  });

  test.each([
    [null],
    [""],
    ["Basic realm=x"],
    ['Bearer error="insufficient_scope"'],
    ['Bearer error="invalid_request"'],
    ['Bearer my_error="invalid_token"'],
  ])("of %j names no problem of a token", (challenge) => expect(tokenProblemOf(challenge)).toBeNull());

  test("contains only what a quoted string may", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(quotable(text)).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/);
        expect(quotable(quotable(text))).toBe(quotable(text));
      }),
    );
  });
});

describe("percent-encoded text", () => {
  test("is valid for any encoded text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) =>
        expect(isWellEncoded(encodeURIComponent(text))).toBe(true),
      ),
    );
  });

  test.each([
    ["a=%C3%BC", true],
    ["%", true],
    ["%zz", true],
    ["%C3", false],
    ["%c3%28", false],
    ["%C3x%BC", false],
    ["ok%FF", false],
    ["%ED%A0%80", false],
    ["%C0%AF", false],
  ])("%s: %s", (text, expected) => expect(isWellEncoded(text)).toBe(expected));
});
