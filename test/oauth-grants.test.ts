import { describe, expect, test } from "@jest/globals";
import { decodeJwt } from "jose";
import { Session } from "../domain/identity/session.entity.ts";
import { User } from "../domain/users/user.entity.ts";
import { createApiClient } from "./support/api-client.ts";
import { CHALLENGE, basic, registerClient, setUpOauth } from "./support/oauth.ts";

const stage = await setUpOauth();
const { token, newCode, exchange, refresh, me } = stage;

type Fields = Record<string, string>;
const sessionsOf = (clientId: string) =>
  stage.product.orm.em.fork().find(Session, { client: clientId }, { orderBy: { createdAt: "desc" } });

describe("RFC 6749 4.1.3: an authorization code", () => {
  test("works once, and its reuse ends its session", async () => {
    const code = await newCode();
    const { access_token: access, refresh_token: refreshToken } = (await exchange(code)).body;
    expect((await me(access)).status).toBe(200);
    expect((await exchange(code)).body.error).toBe("invalid_grant");
    expect((await me(access)).status).toBe(401);
    expect((await refresh(refreshToken)).body.error).toBe("invalid_grant");
  });

  test("redeemed twenty times at once creates exactly one family", async () => {
    const own = await registerClient(stage.admin);
    const headers = basic(own.client_id, own.client_secret);
    const code = await newCode({}, own.client_id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(code, {}, headers)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === "invalid_grant")).toHaveLength(19);
    expect(await sessionsOf(own.client_id)).toHaveLength(1);
  });

  test("is refused to another client, and stays valid for its own", async () => {
    const code = await newCode();
    const other = await registerClient(stage.admin);
    expect((await exchange(code, {}, basic(other.client_id, other.client_secret))).body.error).toBe(
      "invalid_grant",
    );
    expect((await exchange(code)).status).toBe(200);
  });

  test("expires after a minute", async () => {
    const code = await newCode();
    await stage.product.orm.em
      .fork()
      .execute("update authorization_codes set expires_at = expires_at - interval '61 seconds'");
    expect((await exchange(code)).body.error).toBe("invalid_grant");
  });

  test.each([
    ["another", "https://app.example.com/other"],
    ["no", ""],
  ])("is refused with %s redirect URI", async (_name, uri) => {
    expect((await exchange(await newCode(), { redirect_uri: uri })).body.error).toBe("invalid_grant");
  });

  test("yields no refresh token for a client that is not registered for it", async () => {
    const own = await registerClient(stage.admin, { grants: ["authorization_code"] });
    const { status, body } = await exchange(
      await newCode({}, own.client_id),
      {},
      basic(own.client_id, own.client_secret),
    );
    expect(status).toBe(200);
    expect(body).not.toHaveProperty("refresh_token");
  });

  test("yields no scope that the user's role lacks", async () => {
    const own = await registerClient(stage.admin, { scopes: ["read", "admin"] });
    const code = await newCode({ scopes: ["read", "admin"] }, own.client_id);
    expect((await exchange(code, {}, basic(own.client_id, own.client_secret))).body.scope).toBe("read");
  });

  test("is stored as a hash", async () => {
    const code = await newCode();
    const rows = await stage.product.orm.em
      .fork()
      .execute<{ hash: string }[]>("select hash from authorization_codes");
    expect(rows.map(({ hash }) => hash)).not.toContain(code);
  });
});

describe("RFC 7636 4.6: the code verifier", () => {
  test.each([
    ["is wrong", { code_verifier: "a".repeat(43) }, "invalid_grant"],
    ["is missing", { code_verifier: "" }, "invalid_grant"],
    ["is too short", { code_verifier: "a".repeat(42) }, "invalid_request"],
    ["is too long", { code_verifier: "a".repeat(129) }, "invalid_request"],
    ["is the challenge itself", { code_verifier: CHALLENGE }, "invalid_grant"],
  ])("is refused if it %s", async (_name, change, error) => {
    expect((await exchange(await newCode(), change)).body.error).toBe(error);
  });

  test("cannot be guessed: a wrong one consumes the code", async () => {
    const code = await newCode();
    await exchange(code, { code_verifier: "a".repeat(43) });
    expect((await exchange(code)).body.error).toBe("invalid_grant");
  });

  test("RFC 9700 2.1.1: is refused without a challenge", async () => {
    expect((await exchange(await newCode({ codeChallenge: null }))).body.error).toBe("invalid_grant");
  });
});

describe("RFC 6749 4.4: client credentials", () => {
  const own = (fields: Fields = {}) => token({ grant_type: "client_credentials", ...fields });

  test("return a token for the client itself, without a refresh token", async () => {
    const { status, body } = await own({ scope: "read" });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 3600,
      scope: "read",
    });
    expect(decodeJwt(body.access_token)).toMatchObject({
      sub: stage.client.client_id,
      client_id: stage.client.client_id,
    });
  });

  test("have the owner's rights, limited to the granted scopes", async () => {
    const { access_token: access } = (await own({ scope: "read" })).body;
    const api = createApiClient(stage.product.config.backendUrl, access);
    expect((await api.get("/api/v1/users/me")).data.id).toBe(stage.admin.id);
    expect((await api.get("/api/v1/oauth-clients")).status).toBe(403);
  });

  test("name the owner in addition to the client", async () => {
    const { access_token: access } = (await own({ scope: "read" })).body;
    expect(decodeJwt(access)).toMatchObject({ user_id: stage.admin.id });
  });

  test("are limited by the owner's role", async () => {
    const owned = await registerClient(stage.admin, {
      owner_id: stage.customer.id,
      scopes: ["read", "admin"],
    });
    const { body } = await token(
      { grant_type: "client_credentials" },
      basic(owned.client_id, owned.client_secret),
    );
    expect(body.scope).toBe("read");
  });

  test("end with the client, and when the owner is deactivated", async () => {
    const owner = await stage.product.signIn("customer");
    const owned = await registerClient(stage.admin, { owner_id: owner.id });
    const headers = basic(owned.client_id, owned.client_secret);
    const { access_token: access } = (await token({ grant_type: "client_credentials" }, headers)).body;
    expect((await me(access)).status).toBe(200);
    await stage.product.orm.em.fork().nativeUpdate(User, { id: owner.id }, { active: false });
    expect((await me(access)).status).toBe(401);
    expect((await token({ grant_type: "client_credentials" }, headers)).body.error).toBe("invalid_grant");
    const gone = await registerClient(stage.admin);
    const last = (
      await token({ grant_type: "client_credentials" }, basic(gone.client_id, gone.client_secret))
    ).body;
    await stage.admin.send("DELETE", `/api/v1/oauth-clients/${gone.client_id}`);
    expect((await me(last.access_token)).status).toBe(401);
  });

  test("lose a scope at once when the client loses it", async () => {
    const changing = await registerClient(stage.admin, { scopes: ["read", "admin"] });
    const headers = basic(changing.client_id, changing.client_secret);
    const { access_token: access } = (await token({ grant_type: "client_credentials" }, headers)).body;
    const api = createApiClient(stage.product.config.backendUrl, access);
    expect((await api.get("/api/v1/oauth-clients")).status).toBe(200);
    await stage.admin.send("PUT", `/api/v1/oauth-clients/${changing.client_id}`, { scopes: ["read"] });
    expect((await api.get("/api/v1/oauth-clients")).status).toBe(403);
  });
});

describe("RFC 6749 6: refreshing", () => {
  const start = async () =>
    (await exchange(await newCode())).body as { access_token: string; refresh_token: string };

  test("rotates, and a retry within ten seconds gets the same successor", async () => {
    const { refresh_token: first } = await start();
    const [once, again] = [await refresh(first), await refresh(first)];
    expect(once.body.refresh_token).not.toBe(first);
    expect(again.body.refresh_token).toBe(once.body.refresh_token);
  });

  test("returns exactly one successor to twenty simultaneous requests", async () => {
    const { refresh_token: first } = await start();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first)));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
  });

  test("RFC 9700 4.14.2: ends the family and its access tokens on later reuse", async () => {
    const { access_token: access, refresh_token: first } = await start();
    const second = (await refresh(first)).body.refresh_token;
    await stage.product.orm.em
      .fork()
      .execute("update refresh_tokens set used_at = used_at - interval '11 seconds'");
    expect((await refresh(first)).body.error).toBe("invalid_grant");
    expect((await refresh(second)).body.error).toBe("invalid_grant");
    expect((await me(access)).status).toBe(401);
  });

  test("narrows this access token but not the next one", async () => {
    const { refresh_token: first } = await start();
    const narrow = (await refresh(first, { scope: "read" })).body;
    expect([narrow.scope, decodeJwt(narrow.access_token)["scope"]]).toEqual(["read", "read"]);
    expect((await refresh(narrow.refresh_token)).body.scope).toBe("read write");
  });

  test("cannot widen, and trying is harmless", async () => {
    const code = await newCode({ scopes: ["read"] });
    const { refresh_token: first } = (await exchange(code)).body;
    expect((await refresh(first, { scope: "read write" })).body.error).toBe("invalid_scope");
    const [row] = await stage.product.orm.em
      .fork()
      .execute(
        "select count(*)::int as used from refresh_tokens where used_at > now() - interval '1 second' and session_id = (select id from sessions order by created_at desc limit 1)",
      );
    expect(row).toEqual({ used: 0 });
    expect((await refresh(first)).body.scope).toBe("read");
  });

  test("requires the token's own client and endpoint", async () => {
    const { refresh_token: first } = await start();
    const other = await registerClient(stage.admin);
    expect((await refresh(first, {}, basic(other.client_id, other.client_secret))).body.error).toBe(
      "invalid_grant",
    );
    const signIn = await stage.product.anonymous.send("POST", "/api/v1/auth/refresh", {
      refresh_token: first,
    });
    expect(signIn.status).toBe(401);
    expect((await refresh(first)).status).toBe(200);
  });

  test("counts thirty days from the first issue", async () => {
    const own = await registerClient(stage.admin);
    const headers = basic(own.client_id, own.client_secret);
    const { refresh_token: first } = (await exchange(await newCode({}, own.client_id), {}, headers)).body;
    const [before] = await sessionsOf(own.client_id);
    await refresh(first, {}, headers);
    const [after] = await sessionsOf(own.client_id);
    expect(after!.expiresAt).toEqual(before!.expiresAt);
    expect(after!.expiresAt.getTime() - after!.createdAt.getTime()).toBe(30 * 86_400_000);
  });
});
