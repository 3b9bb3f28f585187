import { describe, expect, test } from "@jest/globals";
import { User } from "../domain/users/user.entity.ts";
import { basic, codeFor, registerClient, setUpOauth } from "./support/oauth.ts";

const stage = await setUpOauth();
const { post, exchange, me } = stage;

const other = await registerClient(stage.admin);

type Fields = Record<string, string>;
const otherAuth = () => basic(other.client_id, other.client_secret);
const revoke = (token: string, headers?: Fields) => post("/oauth/revoke", { token }, headers);
const introspect = (token: string, headers?: Fields) => post("/oauth/introspect", { token }, headers);

async function tokensFor(
  userId = stage.customer.id,
): Promise<{ access_token: string; refresh_token: string }> {
  const code = await codeFor(stage.product, stage.client.client_id, userId);
  return (await exchange(code)).body;
}

describe("RFC 7009 2.1: revoking", () => {
  test.each(["access_token", "refresh_token"] as const)(
    "an %s ends the whole session at once",
    async (kind) => {
      const tokens = await tokensFor();
      const { status, headers } = await revoke(tokens[kind]);
      expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect((await me(tokens.access_token)).status).toBe(401);
      const refreshed = await post("/oauth/token", {
        grant_type: "refresh_token",
        refresh_token: tokens.refresh_token,
      });
      expect(refreshed.body.error).toBe("invalid_grant");
    },
  );

  test("succeeds for unknown and revoked tokens (RFC 7009 2.2)", async () => {
    const { refresh_token: token } = await tokensFor();
    expect((await revoke("never issued")).status).toBe(200);
    expect((await revoke(token)).status).toBe(200);
    expect((await revoke(token)).status).toBe(200);
  });

  test("requires the token's own client", async () => {
    const { access_token: token } = await tokensFor();
    expect((await revoke(token, otherAuth())).body.error).toBe("invalid_request");
    expect((await revoke(stage.customer.token)).body.error).toBe("invalid_request");
    expect((await me(token)).status).toBe(200);
    expect((await me(stage.customer.token)).status).toBe(200);
  });

  test("requires an authenticated client, and one token", async () => {
    const wrong = await revoke("x", basic(stage.client.client_id, "wrong"));
    expect([wrong.status, wrong.body.error]).toEqual([401, "invalid_client"]);
    expect((await post("/oauth/revoke", {})).body.error).toBe("invalid_request");
  });
});

describe("RFC 7662 2.2: introspection", () => {
  test("reports a client's own access token", async () => {
    const { access_token: token } = await tokensFor();
    const { status, headers, body } = await introspect(token);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body).toMatchObject({
      active: true,
      scope: "read write",
      client_id: stage.client.client_id,
      sub: stage.customer.id,
      token_type: "Bearer",
      aud: stage.product.config.audience,
      iss: stage.product.config.publicUrl,
    });
    expect(body.exp - body.iat).toBe(3600);
  });

  test("reports a refresh token until it is used", async () => {
    const { refresh_token: token } = await tokensFor();
    expect((await introspect(token)).body).toMatchObject({ active: true, sub: stage.customer.id });
    await post("/oauth/token", { grant_type: "refresh_token", refresh_token: token });
    expect((await introspect(token)).body).toEqual({ active: false });
  });

  test("reports everything else as inactive", async () => {
    const { access_token: foreign } = await tokensFor();
    expect((await introspect("never issued")).body).toEqual({ active: false });
    expect((await introspect(foreign, otherAuth())).body).toEqual({ active: false });
    expect((await introspect(stage.customer.token)).body).toEqual({ active: false });
    const { access_token: ended } = await tokensFor();
    await revoke(ended);
    expect((await introspect(ended)).body).toEqual({ active: false });
    const gone = await stage.product.signIn("customer");
    const { access_token: orphan } = await tokensFor(gone.id);
    await stage.product.orm.em.fork().nativeUpdate(User, { id: gone.id }, { active: false });
    expect((await introspect(orphan)).body).toEqual({ active: false });
  });

  test("RFC 7662 2.1: is closed to callers without a secret", async () => {
    const open = await registerClient(stage.admin, { type: "public", grants: ["authorization_code"] });
    const answer = await post("/oauth/introspect", { token: "x", client_id: open.client_id }, {});
    expect([answer.status, answer.body.error]).toEqual([401, "invalid_client"]);
    expect((await post("/oauth/introspect", { token: "x" }, {})).status).toBe(401);
  });
});
