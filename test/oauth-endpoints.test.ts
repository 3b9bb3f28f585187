import { describe, expect, test } from "@jest/globals";
import { decodeJwt } from "jose";
import { DEVICE_GRANT } from "../domain/identity/oauth-client.rules.ts";
import { User } from "../domain/users/user.entity.ts";
import { createBrowser } from "./support/browser.ts";
import {
  CHALLENGE,
  REDIRECT_URI,
  basic,
  codeFor,
  postForm,
  registerClient,
  setUpOauth,
  type FormAnswer,
} from "./support/oauth.ts";

const stage = await setUpOauth();
const { token, newCode, exchange, refresh, post } = stage;

const grants = ["authorization_code", "refresh_token", "client_credentials", DEVICE_GRANT];
/** Registered for every grant type. */
const client = await registerClient(stage.admin, { grants });

type Pair = [string, string];
/** Every endpoint with client authentication, with a valid body. */
const ENDPOINTS: [path: string, body: Pair[]][] = [
  ["/oauth/token", [["grant_type", "client_credentials"]]],
  ["/oauth/revoke", [["token", "never issued"]]],
  ["/oauth/introspect", [["token", "never issued"]]],
  ["/oauth/device_authorization", []],
];
const inBody = (): Pair[] => [
  ["client_id", client.client_id],
  ["client_secret", client.client_secret],
];
const inHeader = () => basic(client.client_id, client.client_secret);
const send = (path: string, fields: Pair[], headers: Record<string, string> = {}) =>
  postForm(stage.product, path, fields, headers);

function expectRefusal({ status, headers, body }: FormAnswer, expected: number, error: string): void {
  expect([status, body.error]).toEqual([expected, error]);
  expect(Object.keys(body).toSorted()).toEqual(["error", "error_description"]);
  expect(headers.get("cache-control")).toBe("no-store");
  const challenge = headers.get("www-authenticate");
  if (expected === 401) expect(challenge).toMatch(/^Basic realm=/);
  else expect(challenge).toBeNull();
}

describe.each(ENDPOINTS)("%s", (path, right) => {
  test("RFC 6749 2.3.1: accepts the secret in the header or in the body", async () => {
    expect((await send(path, right, inHeader())).status).toBe(200);
    expect((await send(path, [...right, ...inBody()])).status).toBe(200);
  });

  test("RFC 6749 2.3.1: accepts form-encoded id and secret, whatever was encoded", async () => {
    const encode = (text: string) =>
      Array.from(text, (c) => `%${c.codePointAt(0)!.toString(16).padStart(2, "0")}`).join("");
    const pair = `${encode(client.client_id)}:${encode(client.client_secret)}`;
    const authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
    expect((await send(path, right, { authorization })).status).toBe(200);
  });

  test("RFC 6749 2.3: refuses two methods at once", async () => {
    expectRefusal(await send(path, [...right, ...inBody()], inHeader()), 400, "invalid_request");
  });

  test("RFC 6749 3.2: refuses repeated fields, and ignores array notation", async () => {
    for (const name of ["client_id", "scope", "token", "grant_type", "anything"]) {
      const twice: Pair[] = [...right.filter(([field]) => field !== name), [name, "a"], [name, "a"]];
      expectRefusal(await send(path, twice, inHeader()), 400, "invalid_request");
    }
    expect((await send(path, [...right, ["scope[]", "admin"]], inHeader())).status).toBe(200);
  });

  test("RFC 6749 5.2: answers a wrong secret with 401 and WWW-Authenticate, however it was sent", async () => {
    expectRefusal(await send(path, right, basic(client.client_id, "wrong")), 401, "invalid_client");
    const wrong: Pair[] = [...right, ["client_id", client.client_id], ["client_secret", "wrong"]];
    expectRefusal(await send(path, wrong), 401, "invalid_client");
    expectRefusal(await send(path, [...right, ["client_id", client.client_id]]), 401, "invalid_client");
  });

  test.each([
    ["another scheme", "Bearer abc"],
    ["what is not base64", "Basic !!!"],
    ["no colon", `Basic ${Buffer.from("no-colon").toString("base64")}`],
    ["a broken encoding", `Basic ${Buffer.from("%zz:%zz").toString("base64")}`],
    ["nothing", "Basic"],
  ])("RFC 6749 5.2: an Authorization header with %s is invalid_client", async (_name, authorization) => {
    expectRefusal(await send(path, right, { authorization }), 401, "invalid_client");
  });

  test("RFC 6749 3.2: accepts POST and forms only, with OAuth errors", async () => {
    const address = `${stage.product.config.backendUrl}${path}`;
    const get = await fetch(address);
    expect([get.status, await get.json()]).toEqual([
      405,
      expect.objectContaining({ error: "invalid_request" }),
    ]);
    const json = await fetch(address, {
      method: "POST",
      headers: { ...inHeader(), "content-type": "application/json" },
      body: JSON.stringify(Object.fromEntries(right)),
    });
    expect(json.status).toBe(path === "/oauth/device_authorization" ? json.status : 400);
    expect(json.headers.get("cache-control")).toBe("no-store");
  });

  test("RFC 6749 3.2: reveals nothing about secrets in refusals", async () => {
    const secret = "a-secret-that-must-not-come-back";
    const { body } = await send(path, right, basic(client.client_id, secret));
    expect(JSON.stringify(body)).not.toContain(secret);
  });
});

describe("RFC 6749 5.1: tokens", () => {
  test("are never cached, not even by old caches", async () => {
    const { headers } = await token({ grant_type: "client_credentials" });
    expect([headers.get("cache-control"), headers.get("pragma")]).toEqual(["no-store", "no-cache"]);
  });

  test("RFC 9068 2.2: carry every claim of the profile, and a unique id", async () => {
    const [one, two] = [
      decodeJwt((await token({ grant_type: "client_credentials" })).body.access_token),
      decodeJwt((await token({ grant_type: "client_credentials" })).body.access_token),
    ];
    for (const claim of ["iss", "exp", "aud", "sub", "client_id", "iat", "jti", "scope"])
      expect(one).toHaveProperty(claim);
    expect(one.jti).not.toBe(two.jti);
  });
});

describe("RFC 6749 4.1.3: the redirect URI of the exchange", () => {
  test("may be omitted if the request omitted it, or be the only registered one", async () => {
    const options = { redirectUri: null };
    expect((await exchange(await newCode(options), { redirect_uri: "" })).status).toBe(200);
    expect((await exchange(await newCode(options))).status).toBe(200);
    const other = { redirect_uri: "https://app.example.com/other" };
    expect((await exchange(await newCode(options), other)).body.error).toBe("invalid_grant");
  });
});

describe("RFC 7636 1, 4.6: PKCE", () => {
  test("may be omitted by a confidential client registered without it, and only then", async () => {
    const relaxed = await registerClient(stage.admin, { require_pkce: false });
    const headers = basic(relaxed.client_id, relaxed.client_secret);
    const without = await newCode({ codeChallenge: null }, relaxed.client_id);
    expect((await exchange(without, { code_verifier: "" }, headers)).status).toBe(200);
    const challenged = await newCode({}, relaxed.client_id);
    expect((await exchange(challenged, { code_verifier: "" }, headers)).body.error).toBe("invalid_grant");
  });

  test("RFC 9700 2.1.1: is required if a client that may omit it started with it", async () => {
    const relaxed = await registerClient(stage.admin, { require_pkce: false });
    const query = {
      response_type: "code",
      client_id: relaxed.client_id,
      redirect_uri: REDIRECT_URI,
      code_challenge: CHALLENGE,
    };
    const search = new URLSearchParams(query).toString();
    const { location } = await createBrowser().open(
      `${stage.product.config.publicUrl}/oauth/authorize?${search}`,
    );
    expect(new URL(location!).searchParams.get("error")).toBe("invalid_request");
  });
});

describe("RFC 6749 3.1: the authorization endpoint", () => {
  const address = (change: Record<string, string>) => {
    const query = {
      response_type: "code",
      client_id: stage.client.client_id,
      redirect_uri: REDIRECT_URI,
      code_challenge: CHALLENGE,
      code_challenge_method: "S256",
      ...change,
    };
    return `${stage.product.config.publicUrl}/oauth/authorize?${new URLSearchParams(query).toString()}`;
  };

  test("ignores unknown parameters", async () => {
    const page = await createBrowser().open(address({ prompt: "none", nonce: "n", "scope[]": "admin" }));
    expect([page.status, page.location]).toEqual([200, null]);
  });

  test("treats an empty parameter as omitted", async () => {
    expect((await createBrowser().open(address({ scope: "", state: "" }))).status).toBe(200);
  });

  test("ignores parameters in the body of a POST", async () => {
    const response = await fetch(`${stage.product.config.publicUrl}/oauth/authorize`, {
      method: "POST",
      body: new URLSearchParams(new URL(address({ action: "allow" })).search),
      redirect: "manual",
    });
    expect([response.status, response.headers.get("location")]).toEqual([400, null]);
  });
});

describe("RFC 6749 6: refreshing after a change", () => {
  const start = async (id: string, secret: string, userId: string) => {
    const code = await codeFor(stage.product, id, userId, { scopes: ["read", "write", "admin"] });
    return (await exchange(code, {}, basic(id, secret))).body as { refresh_token: string; scope: string };
  };

  test("grants no scope that the client lost", async () => {
    const own = await registerClient(stage.admin, { scopes: ["read", "write"] });
    const first = await start(own.client_id, own.client_secret, stage.customer.id);
    expect(first.scope).toBe("read write");
    await stage.admin.send("PUT", `/api/v1/oauth-clients/${own.client_id}`, { scopes: ["read"] });
    const again = await refresh(first.refresh_token, {}, basic(own.client_id, own.client_secret));
    expect(again.body.scope).toBe("read");
  });

  test("grants no scope that the user's role lost, and nothing to a deactivated user", async () => {
    const own = await registerClient(stage.admin, { scopes: ["read", "write", "admin"] });
    const person = await stage.product.signIn("admin");
    const headers = basic(own.client_id, own.client_secret);
    const first = await start(own.client_id, own.client_secret, person.id);
    expect(first.scope).toBe("read write admin");
    const users = stage.product.orm.em.fork();
    await users.nativeUpdate(User, { id: person.id }, { role: "customer" });
    const second = await refresh(first.refresh_token, {}, headers);
    expect(second.body.scope).toBe("read write");
    await users.nativeUpdate(User, { id: person.id }, { active: false });
    expect((await refresh(second.body.refresh_token, {}, headers)).body.error).toBe("invalid_grant");
  });

  test("RFC 6749 5.2: is refused if the client is no longer registered for it", async () => {
    const own = await registerClient(stage.admin);
    const first = await start(own.client_id, own.client_secret, stage.customer.id);
    const change = { grants: ["authorization_code"] };
    await stage.admin.send("PUT", `/api/v1/oauth-clients/${own.client_id}`, change);
    const again = await refresh(first.refresh_token, {}, basic(own.client_id, own.client_secret));
    expect(again.body.error).toBe("unauthorized_client");
  });
});

describe("RFC 7009 2.1, RFC 7662 2.1: a hint", () => {
  test.each(["access_token", "refresh_token", "something else"])(
    "that says %s may be wrong",
    async (token_type_hint) => {
      const tokens = (await exchange(await newCode())).body;
      for (const name of ["access_token", "refresh_token"] as const) {
        const { body } = await post("/oauth/introspect", { token: tokens[name], token_type_hint });
        expect(body.active).toBe(true);
      }
      await post("/oauth/revoke", { token: tokens.refresh_token, token_type_hint });
      expect((await post("/oauth/introspect", { token: tokens.access_token })).body).toEqual({
        active: false,
      });
    },
  );
});
