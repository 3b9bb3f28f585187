import { describe, expect, test } from "@jest/globals";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { basic, registerClient, setUpOauth, type FormAnswer } from "./support/oauth.ts";

const stage = await setUpOauth();
const { token, newCode, exchange, refresh, me } = stage;

const publicClient = await registerClient(stage.admin, {
  type: "public",
  grants: ["authorization_code", "refresh_token"],
});

describe("RFC 6749 5.1: a successful answer", () => {
  test("is a bare object that no cache stores", async () => {
    const { status, headers, body } = await exchange(await newCode());
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: expect.any(String),
      scope: "read write",
    });
  });

  test("RFC 9068 2: contains a JWT with client, audience and scope, which works at once", async () => {
    const { access_token: access } = (await exchange(await newCode())).body;
    expect(decodeProtectedHeader(access)).toMatchObject({ typ: "at+jwt", alg: "RS256" });
    expect(decodeJwt(access)).toMatchObject({
      iss: stage.product.config.publicUrl,
      aud: `${stage.product.config.publicUrl}/api`,
      sub: stage.customer.id,
      client_id: stage.client.client_id,
      scope: "read write",
    });
    expect((await me(access)).data.id).toBe(stage.customer.id);
  });

  test("RFC 6750 2.1: accepts the scheme Bearer in any case", async () => {
    const { access_token: access } = (await exchange(await newCode())).body;
    const answer = await stage.product.anonymous.get("/api/v1/users/me", {
      authorization: `bearer ${access}`,
    });
    expect(answer.status).toBe(200);
  });
});

describe("RFC 6749 5.2: every refusal", () => {
  const calls: [string, number, string, () => Promise<FormAnswer>][] = [
    [
      "a wrong secret",
      401,
      "invalid_client",
      () => exchange("x", {}, basic(stage.client.client_id, "wrong")),
    ],
    ["an unknown client", 401, "invalid_client", () => exchange("x", {}, basic("nobody", "wrong"))],
    ["no client at all", 401, "invalid_client", () => exchange("x", {}, {})],
    ["an unknown grant", 400, "unsupported_grant_type", () => token({ grant_type: "password" })],
    ["no grant", 400, "invalid_request", () => token({ scope: "read" })],
    ["an unknown code", 400, "invalid_grant", () => exchange("never-issued")],
    ["no code", 400, "invalid_request", () => token({ grant_type: "authorization_code" })],
    ["an unknown refresh token", 400, "invalid_grant", () => refresh("never-issued")],
    [
      "a scope beyond the client",
      400,
      "invalid_scope",
      () => token({ grant_type: "client_credentials", scope: "admin" }),
    ],
    [
      "a malformed scope",
      400,
      "invalid_scope",
      () => token({ grant_type: "client_credentials", scope: "read  write" }),
    ],
    [
      "a grant not registered",
      400,
      "unauthorized_client",
      () => token({ grant_type: "client_credentials", client_id: publicClient.client_id }, {}),
    ],
  ];

  test.each(calls)("for %s is bare, not cached and named", async (_name, status, error, call) => {
    const answer = await call();
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      error,
      error_description: expect.stringMatching(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/),
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("www-authenticate")).toEqual(
      status === 401 ? expect.stringMatching(/^Basic /) : null,
    );
  });

  test.each(["application/json", "text/plain"])("covers the media type %s", async (type) => {
    const response = await stage.customer.fetch("/oauth/token", {
      method: "POST",
      headers: { ...basic(stage.client.client_id, stage.client.client_secret), "content-type": type },
      body: JSON.stringify({ grant_type: "client_credentials" }),
    });
    expect(response.status).toBe(400);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toMatchObject({ error: "invalid_request" });
  });

  test("covers GET", async () => {
    const response = await fetch(
      `${stage.product.config.backendUrl}/oauth/token?grant_type=client_credentials`,
    );
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ error: "invalid_request" });
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});

describe("RFC 6749 3.2: parameters", () => {
  test("are refused if repeated", async () => {
    for (const name of ["grant_type", "scope", "client_id", "anything"]) {
      const fields: [string, string][] = [
        ["grant_type", "client_credentials"],
        [name, "read"],
        [name, "read"],
      ];
      const { status, body } = await token(fields);
      expect([status, body.error]).toEqual([400, "invalid_request"]);
    }
  });

  test("in array notation are unknown fields and change nothing", async () => {
    const { body } = await token([
      ["grant_type", "client_credentials"],
      ["scope", "read"],
      ["scope[]", "admin"],
    ]);
    expect(body.scope).toBe("read");
  });

  test("without a value count as omitted", async () => {
    expect((await token({ grant_type: "client_credentials", scope: "" })).body.scope).toBe("read write");
  });
});

describe("RFC 6749 2.3: client authentication", () => {
  const credentials = () => ({
    client_id: stage.client.client_id,
    client_secret: stage.client.client_secret,
  });

  test("works in the body", async () => {
    expect((await token({ grant_type: "client_credentials", ...credentials() }, {})).status).toBe(200);
  });

  test("is refused with two methods in one request", async () => {
    const { status, body } = await token({ grant_type: "client_credentials", ...credentials() });
    expect([status, body.error]).toEqual([400, "invalid_request"]);
  });

  test("is refused if the body names another client", async () => {
    const { body } = await token({ grant_type: "client_credentials", client_id: publicClient.client_id });
    expect(body.error).toBe("invalid_request");
  });

  test("cannot be skipped by a confidential client that sends a code_verifier", async () => {
    const { status, body } = await exchange(await newCode(), { client_id: stage.client.client_id }, {});
    expect([status, body.error]).toEqual([401, "invalid_client"]);
  });

  test("refuses a secret of a public client", async () => {
    const code = await newCode({}, publicClient.client_id);
    const withSecret = { client_id: publicClient.client_id, client_secret: "made up" };
    expect((await exchange(code, withSecret, {})).status).toBe(401);
    expect((await exchange(code, { client_id: publicClient.client_id }, {})).status).toBe(200);
  });

  test("fails with the old secret as soon as it is rotated", async () => {
    const other = await registerClient(stage.admin);
    await stage.admin.send("POST", `/api/v1/oauth-clients/${other.client_id}/rotate-secret`);
    const answer = await token(
      { grant_type: "client_credentials" },
      basic(other.client_id, other.client_secret),
    );
    expect(answer.status).toBe(401);
  });
});
