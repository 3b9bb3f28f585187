import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { User } from "../domain/users/user.entity.ts";
import { createApiClient } from "./support/api-client.ts";
import {
  REDIRECT_URI,
  VERIFIER,
  basic,
  codeFor,
  postForm,
  registerClient,
  type RegisteredClient,
} from "./support/oauth.ts";
import { startProduct, type Product, type SignedIn } from "./support/product.ts";

let product: Product;
let admin: SignedIn;
let customer: SignedIn;
let client: RegisteredClient;
let other: RegisteredClient;

beforeAll(async () => {
  product = await startProduct();
  admin = await product.signIn("admin");
  customer = await product.signIn("customer");
  client = await registerClient(admin);
  other = await registerClient(admin);
});
afterAll(() => product.stop());

type Fields = Record<string, string>;
const auth = () => basic(client.client_id, client.client_secret);
const otherAuth = () => basic(other.client_id, other.client_secret);
const post = (path: string, fields: Fields, headers = auth()) => postForm(product, path, fields, headers);
const revoke = (token: string, headers?: Fields) => post("/oauth/revoke", { token }, headers);
const introspect = (token: string, headers?: Fields) => post("/oauth/introspect", { token }, headers);
const me = (token: string) => createApiClient(product.config.backendUrl, token).get("/api/v1/users/me");

async function tokensFor(userId = customer.id): Promise<{ access_token: string; refresh_token: string }> {
  const code = await codeFor(product, client.client_id, userId);
  const fields = {
    grant_type: "authorization_code",
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
  };
  return (await post("/oauth/token", fields)).body;
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

  test("what is unknown, or revoked already, succeeds (RFC 7009 2.2)", async () => {
    const { refresh_token: token } = await tokensFor();
    expect((await revoke("never issued")).status).toBe(200);
    expect((await revoke(token)).status).toBe(200);
    expect((await revoke(token)).status).toBe(200);
  });

  test("takes the client the token was given to", async () => {
    const { access_token: token } = await tokensFor();
    expect((await revoke(token, otherAuth())).body.error).toBe("invalid_request");
    expect((await revoke(customer.token)).body.error).toBe("invalid_request");
    expect((await me(token)).status).toBe(200);
    expect((await me(customer.token)).status).toBe(200);
  });

  test("takes a client that proves itself, and one token", async () => {
    const wrong = await revoke("x", basic(client.client_id, "wrong"));
    expect([wrong.status, wrong.body.error]).toEqual([401, "invalid_client"]);
    expect((await post("/oauth/revoke", {})).body.error).toBe("invalid_request");
  });
});

describe("RFC 7662 2.2: introspection", () => {
  test("tells a client what its access token is good for", async () => {
    const { access_token: token } = await tokensFor();
    const { status, headers, body } = await introspect(token);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body).toMatchObject({
      active: true,
      scope: "read write",
      client_id: client.client_id,
      sub: customer.id,
      token_type: "Bearer",
      aud: product.config.audience,
      iss: product.config.publicUrl,
    });
    expect(body.exp - body.iat).toBe(3600);
  });

  test("tells of a refresh token until it is used", async () => {
    const { refresh_token: token } = await tokensFor();
    expect((await introspect(token)).body).toMatchObject({ active: true, sub: customer.id });
    await post("/oauth/token", { grant_type: "refresh_token", refresh_token: token });
    expect((await introspect(token)).body).toEqual({ active: false });
  });

  test("says no more than inactive about all else", async () => {
    const { access_token: foreign } = await tokensFor();
    expect((await introspect("never issued")).body).toEqual({ active: false });
    expect((await introspect(foreign, otherAuth())).body).toEqual({ active: false });
    expect((await introspect(customer.token)).body).toEqual({ active: false });
    const { access_token: ended } = await tokensFor();
    await revoke(ended);
    expect((await introspect(ended)).body).toEqual({ active: false });
    const gone = await product.signIn("customer");
    const { access_token: orphan } = await tokensFor(gone.id);
    await product.orm.em.fork().nativeUpdate(User, { id: gone.id }, { active: false });
    expect((await introspect(orphan)).body).toEqual({ active: false });
  });

  test("RFC 7662 2.1: is closed to callers without a secret", async () => {
    const open = await registerClient(admin, { type: "public", grants: ["authorization_code"] });
    const answer = await post("/oauth/introspect", { token: "x", client_id: open.client_id }, {});
    expect([answer.status, answer.body.error]).toEqual([401, "invalid_client"]);
    expect((await post("/oauth/introspect", { token: "x" }, {})).status).toBe(401);
  });
});
