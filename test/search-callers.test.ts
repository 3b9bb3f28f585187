import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { signToken, type TokenParts } from "./support/fake-backend.ts";
import { refused, request, SearchService } from "./support/retrieval-app.ts";

let service: SearchService;

beforeEach(async () => {
  service = await SearchService.start();
});

afterEach(() => service.stop());

describe("a caller with an invalid identity", () => {
  it.each<[string, TokenParts]>([
    ["another audience", { audience: "http://elsewhere/api" }],
    ["a different issuer", { issuer: "http://elsewhere" }],
    ["another type", { typ: "JWT" }],
    ["an expired token", { expires: Math.floor(Date.now() / 1000) - 60 }],
    ["an unknown role", { role: "root" }],
    ["no subject", { sub: "" }],
  ])("is refused for a token with %s", async (_what, parts) => {
    await expect(service.search(parts)).resolves.toMatchObject(refused(401, "UNAUTHORIZED"));
    expect(service.searched).toEqual([]);
  });

  it("is refused for a token signed with another key, another algorithm or none", async () => {
    const claims = {
      role: "admin",
      sub: "user-1",
      iss: "http://issuer.test",
      aud: "http://issuer.test/api",
      exp: Date.now(),
    };
    const { privateKey } = await generateKeyPair("RS256");
    const hmac = new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: "key-1", typ: "at+jwt" });
    const tokens = [
      await signToken(service.backend, { key: privateKey }),
      await hmac.sign(new TextEncoder().encode("a secret of at least thirty-two bytes")),
      new UnsecuredJWT(claims).encode(),
      "not.a.token",
    ];
    for (const token of tokens)
      await expect(service.call("/search", { body: request(), token })).resolves.toMatchObject(
        refused(401, "UNAUTHORIZED"),
      );
    await expect(service.call("/search", { body: request() })).resolves.toMatchObject(
      refused(401, "UNAUTHORIZED"),
    );
    await expect(service.call("/context", { body: {} })).resolves.toMatchObject(refused(401, "UNAUTHORIZED"));
    expect(service.searched).toEqual([]);
  });
});

describe("a challenge", () => {
  const challengeOf = async (call: ReturnType<SearchService["call"]>) => {
    const { status, headers } = await call;
    return [status, headers.get("www-authenticate")];
  };
  const PLAIN = 'Bearer realm="compliance"';

  it("names only the scheme without a token, and reports a wrong token", async () => {
    expect(await challengeOf(service.call("/search", { body: request() }))).toEqual([401, PLAIN]);
    for (const token of ["not.a.token", "two words"])
      expect(await challengeOf(service.call("/search", { body: request(), token }))).toEqual([
        401,
        `${PLAIN}, error="invalid_token", error_description="The access token is not valid"`,
      ]);
  });

  it("passes on the backend's verdict about the token", async () => {
    const challenge = `${PLAIN}, error="insufficient_scope", scope="read", error_description="Not enough"`;
    service.backend.answer = (_request, response) =>
      response.writeHead(403, { "www-authenticate": challenge }).end("{}");
    const problem = 'error="insufficient_scope", scope="read"';
    const answered = `${PLAIN}, ${problem}, error_description="You have no access to this project"`;
    expect(await challengeOf(service.search())).toEqual([403, answered]);
    service.backend.answer = (_request, response) => response.writeHead(403).end("{}");
    expect(await challengeOf(service.search())).toEqual([403, null]);
  });
});
