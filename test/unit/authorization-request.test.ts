import { describe, expect, test } from "@jest/globals";
import { authorizationProblem } from "../../domain/identity/authorization-request.rules.ts";

const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const client = { grants: ["authorization_code"], scopes: ["read", "write"], requirePkce: true };
const request = {
  response_type: "code",
  state: "s",
  scope: "read",
  code_challenge: CHALLENGE,
  code_challenge_method: "S256",
};

/** The error for this request with other values; those that are undefined are omitted. */
function errorOf(changes: Record<string, string | undefined>, of = client): string | null {
  const sent = Object.entries({ ...request, ...changes }).filter(([, value]) => value !== undefined);
  return authorizationProblem(new URLSearchParams(sent), of)?.[0] ?? null;
}

describe("an authorization request", () => {
  test.each<[string, Record<string, string | undefined>, string | null]>([
    ["complete", {}, null],
    ["without a state", { state: undefined }, null],
    ["with an empty state", { state: "" }, null],
    ["with a state beyond ASCII", { state: "é" }, "invalid_request"],
    ["with a state of 2,001 characters", { state: "s".repeat(2_001) }, "invalid_request"],
    ["without a response type", { response_type: undefined }, "invalid_request"],
    ["for a token", { response_type: "token" }, "unsupported_response_type"],
    ["without a scope", { scope: undefined }, null],
    ["for a scope that is not registered", { scope: "read admin" }, "invalid_scope"],
    ["with two spaces between scopes", { scope: "read  write" }, "invalid_scope"],
    ["with a plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
    ["with a challenge without a method", { code_challenge_method: undefined }, "invalid_request"],
    ["with a method without a challenge", { code_challenge: undefined }, "invalid_request"],
    ["with a short challenge", { code_challenge: CHALLENGE.slice(1) }, "invalid_request"],
    ["with a padded challenge", { code_challenge: `${CHALLENGE}=` }, "invalid_request"],
  ])("%s is answered correctly", (_what, changes, error) => expect(errorOf(changes)).toBe(error));

  test("needs a challenge only if the client is registered with one", () => {
    const without = { code_challenge: undefined, code_challenge_method: undefined };
    expect(errorOf(without)).toBe("invalid_request");
    expect(errorOf(without, { ...client, requirePkce: false })).toBeNull();
  });

  test("is refused to a client that is not registered for codes", () => {
    expect(errorOf({}, { ...client, grants: ["client_credentials"] })).toBe("unauthorized_client");
  });

  test("may not repeat a parameter, even an unknown one", () => {
    const query = new URLSearchParams(request);
    query.append("nonce", "a");
    expect(authorizationProblem(query, client)).toBeNull();
    query.append("nonce", "b");
    expect(authorizationProblem(query, client)?.[0]).toBe("invalid_request");
  });
});
