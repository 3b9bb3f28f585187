import { describe, expect, test } from "@jest/globals";
import { SignJWT, exportJWK, generateKeyPair, decodeJwt, decodeProtectedHeader } from "jose";
import { Session } from "../domain/identity/session.entity.ts";
import { User } from "../domain/users/user.entity.ts";
import { createApiClient } from "./support/api-client.ts";
import { PASSWORD, createPerson } from "./support/people.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const product = await startProductForFile();

const person = await createPerson(product.orm, "customer");

const logIn = (email = person.email, password = PASSWORD) =>
  product.anonymous.send("POST", "/api/v1/auth/login", { email, password });
const refresh = (token: string) =>
  product.anonymous.send("POST", "/api/v1/auth/refresh", { refresh_token: token });
const withToken = (token: string) => createApiClient(product.config.backendUrl, token);

describe("signing in", () => {
  test("returns the user and tokens valid for an hour", async () => {
    const { status, data } = await logIn();
    expect(status).toBe(200);
    expect(data.user).toEqual({ id: person.id, email: person.email, name: "A customer", role: "customer" });
    expect(data.tokens.expires_in).toBe(3600);
    const claims = decodeJwt(data.tokens.access_token);
    expect(claims.exp! - claims.iat!).toBe(3600);
    expect(claims["scope"]).toBe("read write webhook");
    expect(decodeProtectedHeader(data.tokens.access_token)).toMatchObject({ alg: "RS256", typ: "at+jwt" });
  });

  test("ignores the case of the address", async () => {
    expect((await logIn(person.email.toUpperCase())).status).toBe(200);
  });

  test("gives the same answer to a wrong password and an unknown address", async () => {
    const [wrong, unknown] = [await logIn(person.email, "wrong password"), await logIn("nobody@example.com")];
    expect(wrong.status).toBe(401);
    expect(unknown.body.error).toEqual(wrong.body.error);
  });

  test("refuses a deactivated user", async () => {
    const gone = await createPerson(product.orm, "customer", { active: false });
    expect((await logIn(gone.email)).status).toBe(401);
  });

  test("stores no token in plain text", async () => {
    const { data } = await logIn();
    const rows = await product.orm.em.fork().execute<{ hash: string }[]>("select hash from refresh_tokens");
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((row) => row.hash)).not.toContain(data.tokens.refresh_token);
  });
});

describe("refreshing", () => {
  test("issues new tokens, and the same successor to a retry within ten seconds", async () => {
    const first = (await logIn()).data.tokens.refresh_token;
    const [once, again] = [await refresh(first), await refresh(first)];
    expect(once.status).toBe(200);
    expect(once.data.refresh_token).not.toBe(first);
    expect(again.data.refresh_token).toBe(once.data.refresh_token);
  });

  test("issues one successor to twenty simultaneous requests", async () => {
    const first = (await logIn()).data.tokens.refresh_token;
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first)));
    expect(new Set(answers.map((answer) => answer.data.refresh_token)).size).toBe(1);
  });

  test.each([
    ["after the grace period", "used_at - interval '11 seconds'"],
    ["after the clock was set back", "used_at + interval '1 hour'"],
  ])("ends the family and its access tokens on reuse %s", async (_when, usedAt) => {
    const { access_token: access, refresh_token: first } = (await logIn()).data.tokens;
    const second = (await refresh(first)).data.refresh_token;
    await product.orm.em
      .fork()
      .execute(`update refresh_tokens set used_at = ${usedAt} where used_at is not null`);
    expect((await refresh(first)).status).toBe(401);
    expect((await refresh(second)).status).toBe(401);
    expect((await withToken(access).get("/api/v1/auth/profile")).status).toBe(401);
  });

  test("refuses unknown tokens", async () => {
    expect((await refresh("no-such-token")).body.error.code).toBe("UNAUTHORIZED");
  });

  test("ends thirty days after the sign-in", async () => {
    const { refresh_token: token, access_token: access } = (await logIn()).data.tokens;
    const em = product.orm.em.fork();
    const session = await em.findOneOrFail(Session, { id: decodeJwt(access)["sid"] as string });
    expect(session.expiresAt.getTime() - session.createdAt.getTime()).toBe(30 * 86_400_000);
    session.expiresAt = new Date(Date.now() - 1);
    await em.flush();
    expect((await refresh(token)).status).toBe(401);
  });
});

describe("access tokens", () => {
  test("stop working at once after signing out", async () => {
    const client = withToken((await logIn()).data.tokens.access_token);
    expect((await client.get("/api/v1/users/me")).data.email).toBe(person.email);
    expect((await client.send("POST", "/api/v1/auth/logout")).body).toMatchObject({
      success: true,
      message: "Signed out",
    });
    expect((await client.get("/api/v1/users/me")).status).toBe(401);
  });

  test("stop working at once when the user is deactivated", async () => {
    const other = await createPerson(product.orm, "customer");
    const client = withToken((await logIn(other.email)).data.tokens.access_token);
    await product.orm.em.fork().nativeUpdate(User, { id: other.id }, { active: false });
    expect((await client.get("/api/v1/users/me")).status).toBe(401);
  });

  test("tell, in the profile, which preferences the user has never chosen", async () => {
    const other = await createPerson(product.orm, "customer");
    const client = withToken((await logIn(other.email)).data.tokens.access_token);
    const prefer = (preferences: object) => client.send("PUT", `/api/v1/users/${other.id}`, { preferences });
    const profile = async () => (await client.get("/api/v1/auth/profile")).data;
    expect(await profile()).toMatchObject({
      preferences: { timezone: "UTC" },
      unset_preferences: ["theme", "language", "timezone"],
      has_password: true,
    });
    await prefer({ timezone: "UTC", language: "en" });
    expect((await profile()).unset_preferences).toEqual(["theme"]);
    await prefer({ timezone: null });
    expect((await profile()).unset_preferences).toEqual(["theme", "timezone"]);
  });

  test("lose the scopes of a role the user no longer has", async () => {
    const other = await createPerson(product.orm, "admin");
    const client = withToken((await logIn(other.email)).data.tokens.access_token);
    await product.orm.em.fork().nativeUpdate(User, { id: other.id }, { role: "customer" });
    const { data } = await client.get("/api/v1/auth/profile");
    expect(data.scopes).toEqual(["read", "write", "webhook"]);
    expect(data.permissions).not.toContain("user.manage");
  });

  const forge = async (change: { alg?: string; typ?: string; iss?: string; aud?: string; kid?: string }) => {
    const real = (await logIn()).data.tokens.access_token;
    const header = decodeProtectedHeader(real);
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    const claims = {
      ...decodeJwt(real),
      ...(change.iss === undefined ? {} : { iss: change.iss }),
      ...(change.aud === undefined ? {} : { aud: change.aud }),
    };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", typ: change.typ ?? "at+jwt", kid: change.kid ?? header.kid! })
      .sign(privateKey);
  };

  test.each([
    ["signed by another key", {}],
    ["of another issuer", { iss: "https://elsewhere.example" }],
    ["with an unknown key id", { kid: "unknown" }],
  ])("are refused when %s", async (_name, change) => {
    expect((await withToken(await forge(change)).get("/api/v1/users/me")).status).toBe(401);
  });

  test("are refused when signed with the public key as an HMAC secret", async () => {
    const { keys } = (await product.anonymous.get("/.well-known/jwks.json")).body as unknown as {
      keys: { kid: string; n: string }[];
    };
    const real = decodeJwt((await logIn()).data.tokens.access_token);
    const secret = new TextEncoder().encode(JSON.stringify(keys[0]));
    const token = await new SignJWT(real)
      .setProtectedHeader({ alg: "HS256", typ: "at+jwt", kid: keys[0]!.kid })
      .sign(secret);
    expect((await withToken(token).get("/api/v1/users/me")).status).toBe(401);
  });

  test("are refused when unsigned", async () => {
    const real = (await logIn()).data.tokens.access_token;
    const [, payload] = real.split(".");
    const header = Buffer.from(JSON.stringify({ alg: "none", typ: "at+jwt" })).toString("base64url");
    expect((await withToken(`${header}.${payload}.`).get("/api/v1/users/me")).status).toBe(401);
  });

  test("verify with the published keys, and no private part is published", async () => {
    const { body } = await product.anonymous.get("/.well-known/jwks.json");
    const { keys } = body as unknown as { keys: Record<string, unknown>[] };
    const names = Object.keys(
      await exportJWK((await generateKeyPair("RS256", { extractable: true })).privateKey),
    );
    expect(keys[0]).toMatchObject({ kty: "RSA", alg: "RS256", use: "sig" });
    for (const name of names.filter((n) => !["kty", "n", "e"].includes(n)))
      expect(keys[0]).not.toHaveProperty(name);
  });

  test("are required: without one, 401 names the scheme", async () => {
    const { status, headers } = await product.anonymous.get("/api/v1/users/me");
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toMatch(/^Bearer/);
  });
});
